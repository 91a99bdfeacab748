/** Runs the worked example of the guide against new books, command by command. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Outcome, vestry } from '../support/command.ts';
import { temporaryDir } from '../support/daemon.ts';
import { readDocument, tableUnder } from '../support/markdown.ts';
import { centsOf, firstMissing, recorded, saveFiles, stepsOf } from '../support/worked-example.ts';

const guide = readDocument('docs/guide.md');
const steps = stepsOf(guide);

let place: ReturnType<typeof temporaryDir>;
beforeAll(() => {
  place = temporaryDir();
  saveFiles(guide, place.dir);
});
afterAll(() => place.remove());

/** Runs a command. Enters the password of the person whom the command names, as that person would at a terminal. */
function run(args: readonly string[]): Promise<Outcome> {
  const inPlace = args.map((arg) => (existsSync(path.join(place.dir, arg)) ? path.join(place.dir, arg) : arg));
  const isNew = args[0] === 'init' || (args[0] === 'user' && args[1] === 'create');
  const flag = args.indexOf(isNew ? '--email' : '--as');
  const email = flag < 0 ? undefined : args[flag + 1];
  const env = { VESTRY_DATA_DIR: path.join(place.dir, 'practice') };
  if (email === undefined) return vestry(inPlace, { env });
  return vestry([...inPlace, '--password-stdin'], { env, input: `the password of ${email}\n` });
}

/** Runs a command and returns its output. Throws if the command is refused and the guide does not show the refusal. */
async function printed(args: readonly string[], shown: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(args);
  if (exitCode !== 0 && !shown.includes(stderr.trim()))
    throw new Error(`vestry ${args.join(' ')} exited with ${exitCode}: ${stderr}`);
  return `${stdout}\n${stderr}`;
}

const read = async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout);

describe('the commands of the guide print the lines that the guide shows', () => {
  test.each(steps.map(({ line, script, shown }) => [line, script, shown] as const))(
    'in the box at line %i',
    async (_line, script, shown) => {
      let output = '';
      for (const args of recorded(script)) output += await printed(args, shown);
      expect(firstMissing(shown, output)).toBeUndefined();
    },
    60_000,
  );
});

describe('the figures of the year', () => {
  const YEAR = ['--year', '2025'];
  const rows = tableUnder(guide, '## The end of the year').map(([figure = '', sum = '', result = '']) => ({
    figure,
    sum,
    result,
  }));
  type Named = { name: string; amount: number; closing: number };
  const sumOf = (list: readonly Named[], name: string, field: 'amount' | 'closing' = 'amount') =>
    list.find((one) => one.name === name)?.[field];

  test.each(rows)('are added up correctly in the guide: $figure', ({ sum, result }) => {
    expect(centsOf(sum)).toBe(centsOf(result));
  });

  test('that the guide adds up equal the figures in the stored reports of the closed year', async () => {
    const income = await read('report', 'income-statement', ...YEAR);
    const balance = await read('report', 'balance-sheet', ...YEAR);
    const { funds } = await read('report', 'fund-balances', ...YEAR);
    const net = balance.totalNetAssets;
    expect(Object.fromEntries(rows.map(({ figure, result }) => [figure, centsOf(result) / 100]))).toEqual({
      giving: income.totalGiving,
      'other income': income.totalOtherIncome,
      expenses: income.totalExpenses,
      'net change': income.netChange,
      Checking: sumOf(balance.assets, 'Checking'),
      Savings: sumOf(balance.assets, 'Savings'),
      'Petty cash': sumOf(balance.assets, 'Petty cash'),
      owed: balance.totalLiabilities,
      General: sumOf(funds, 'General', 'closing'),
      'Building Fund': sumOf(funds, 'Building Fund', 'closing'),
      Reserve: sumOf(funds, 'Reserve', 'closing'),
      'net assets': net,
      'net assets, as all funds': net,
      'net assets, as what the church has and owes': net,
    });
  });

  test('belong to twelve finalized months and a closed year', async () => {
    const { items } = await read('statement', 'list');
    expect(items.filter((one: { status: string }) => one.status === 'Finalized')).toHaveLength(12);
    expect(await read('year', 'show', '2025')).toMatchObject({ status: 'Closed' });
  });
});

test('the check finds a figure that the guide shows but no command prints', () => {
  const output = 'Opening balance   5.00\nClosing balance  45,129.25\n';
  expect(firstMissing(['Opening balance 5.00', 'Closing ...'], output)).toBeUndefined();
  expect(firstMissing(['Closing balance 45,129.26'], output)).toBe('Closing balance 45,129.26');
  expect(firstMissing(['Closing balance 45,129.2'], output)).toBe('Closing balance 45,129.2');
  expect(firstMissing(['Closing ...', 'Opening balance 5.00'], output)).toBe('Opening balance 5.00');
  expect(() => centsOf('12 + twelve')).toThrow('not a sum');
});
