/** The shipped samples, which have the headers of other programs, are imported without any `--map`. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/package.ts';
import { importPlace } from '../support/place.ts';

const FOLDER = fileURLToPath(new URL('docs/samples/', packageRoot));
const { file, run, remove } = importPlace();
afterAll(remove);

type Listed = { items: { id: number; amount?: number; memberId?: number | null }[] };

const SAMPLES = [
  {
    program: 'churchcrm',
    people: 3,
    gifts: 7,
    amounts: [120, 40, 250, 75.5, 60, 30, 5],
    givers: [1, 1, 2, 2, 1, 2, null],
    says: '2 pledges are not gifts; left out.',
  },
  { program: 'breeze', people: 4, gifts: 5, amounts: [120, 40, 1250, 75.5, 5], givers: [1, 1, 2, 2, null] },
  {
    program: 'planning-center',
    people: 3,
    gifts: 4,
    amounts: [120, 40, 250, 75.5],
    givers: [1, 1, 2, 2],
    says: 'Refunded in full, left out:\n  line 6: 90.00 on 2026-02-17\n  line 7: 60.00 on 2026-02-18\n  line 8: 40.00 on 2026-02-18\n',
  },
  { program: 'by-hand', people: 4, gifts: 4, amounts: [120, 40, 1250, 75.5], givers: [1, 1, 2, 4] },
];

test.each(SAMPLES)('the samples of $program are imported, and every gift finds its giver', async (sample) => {
  const { program, people, gifts, amounts, givers, says = '' } = sample;
  const church = file(program);
  const list = async (what: string) => {
    const { items } = JSON.parse((await run([what, 'list', '--json'], church)).stdout) as Listed;
    return items.toSorted((a, b) => a.id - b.id);
  };
  const added = await run(['import', 'members', `${FOLDER}${program}-people.csv`], church);
  expect(added, added.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${people} `) });
  const members = await list('member');
  expect(members).toHaveLength(people);
  expect(members[0]).toMatchObject({ firstName: 'Shu-Fen', lastName: 'Huang', email: 'shufen@example.org' });
  expect(members[1]).toMatchObject({ lastName: 'Wong', phone: expect.stringMatching(/^630.555.0121$/) });
  const entered = await run(['import', 'givings', `${FOLDER}${program}-givings.csv`], church);
  expect(entered, entered.stderr).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`${gifts} `) });
  expect(entered.stdout).toContain(says);
  const items = await list('giving');
  expect(items.map(({ amount }) => amount)).toEqual(amounts);
  expect(items.map(({ memberId }) => memberId)).toEqual(givers);
  expect(items[0]).toMatchObject({ date: '2026-02-01', method: 'Check', checkNumber: '1204', categoryName: 'Tithe' });
  expect(items[1]).toMatchObject({ note: 'Lunch' });
});

test.each([
  {
    service: 'Stripe',
    file: 'stripe',
    create: 5,
    total: 410,
    payouts: [154.76, 92.45],
    open: [],
    says: 'Booked: gifts of 410.00, 2 refunds or chargebacks of 135.00, 3 days of fees of 27.79.',
  },
  {
    service: 'PayPal',
    file: 'paypal',
    create: 4,
    total: 186.64,
    payouts: [150],
    open: [],
    says: 'Left out, because not settled yet, or only held: 1 row (line 3).',
  },
])(
  'the sample of payouts of $service is read without any --map',
  async ({ service, file: name, open, ...expected }) => {
    const church = file(`payouts-${name}`);
    await run(['import', 'members', `${FOLDER}by-hand-people.csv`], church);
    await run(['account', 'add', '--name', service, '--kind', 'Processor'], church);
    const sample = `${FOLDER}${name}-payouts.csv`;
    const read = await run(['import', 'payout', sample, '--account', service, '--dry-run', '--json'], church);
    expect(read, read.stderr).toMatchObject({ exitCode: 0 });
    const { plan, program } = JSON.parse(read.stdout) as { program: string; plan: Record<string, unknown> };
    expect({ program, ...plan }).toMatchObject({
      program: service,
      create: expected.create,
      total: expected.total,
      payouts: expected.payouts.map((amount) => ({ amount })),
      openPoints: open,
    });
    const { stdout } = await run(['import', 'payout', sample, '--account', service, '--dry-run'], church);
    expect(stdout).toContain(`${expected.create} rows would be booked, 0 skipped because they were imported before.`);
    expect(stdout).toContain(expected.says);
  },
);

test('the help of the imports names the folder with the samples', async () => {
  const { stdout } = await run(['import', '--help']);
  expect(stdout.replaceAll(/\s+/g, '')).toContain(FOLDER.replaceAll(/\s+/g, ''));
  const lists = readdirSync(FOLDER).filter((name) => !name.endsWith('-payouts.csv'));
  const programs = new Set(lists.map((name) => name.replace(/-(?:people|givings)\.csv$/, '')));
  expect([...programs].toSorted()).toEqual(SAMPLES.map(({ program }) => program).toSorted());
});
