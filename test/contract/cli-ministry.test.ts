import { describe, expect, test } from 'vitest';
import { type Json, addApproved, addExpense, done, booksOfFile } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const ministry = (...args: string[]) => run(books.daemon.dataDir, 'ministry', ...args);
const all = async (): Promise<Json[]> => (await done(books.admin.get('/api/ministries'))).items;
const named = async (name: string): Promise<Json> => (await all()).find((one) => one.name === name);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(ministry(...args, '--json'))).stdout);
const audited = async (id: number): Promise<Json[]> =>
  (await done(books.admin.get(`/api/audit-logs?entityType=Ministry&entityId=${id}&sort=id&pageSize=200`))).items;

let serial = 0;
const fresh = () => `Ministry ${(serial += 1)}`;
const add = (name: string, functionalClass = 'ProgramServices') =>
  json('add', '--name', name, '--class', functionalClass);

/** Runs a command that must be refused and must change nothing. */
async function expectNothingFrom(exitCodes: readonly number[], ...args: string[]): Promise<string> {
  const before = await all();
  const outcome = await ministry(...args);
  expectRefused(outcome, exitCodes);
  expect(await all()).toEqual(before);
  return outcome.stderr;
}

describe('vestry ministry list', () => {
  test('prints exactly the response of the API with --json', async () => {
    const { stdout, stderr } = await works(ministry('list', '--json'));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(await done(books.admin.get('/api/ministries')));
  });

  test('prints each ministry with its number and class', async () => {
    const { stdout, stderr } = await works(ministry('list'));
    expect(stderr).toBe('');
    for (const { id, name } of await all()) {
      expect(stdout).toMatch(new RegExp(`^\\W*${id}\\b.*${name.replaceAll(/\W/g, '.')}`, 'm'));
    }
    expect(stdout).not.toContain('\u001B');
    expect(stdout).not.toMatch(/undefined|null|\[object/);
  });
});

describe('vestry ministry add', () => {
  test('adds a ministry while the daemon runs, and the daemon finds it at once', async () => {
    const made = await add('宣教 Short Trips', 'Fundraising');
    expect(made).toMatchObject({ name: '宣教 Short Trips', defaultFunctionalClass: 'Fundraising', isActive: true });
    expect(await named('宣教 Short Trips')).toEqual(
      expect.objectContaining({ id: made.id, defaultFunctionalClass: 'Fundraising', isActive: true }),
    );
    const spent = await addExpense(books, { expenseDate: '2024-01-05', ministryId: made.id });
    expect(spent).toMatchObject({ ministryName: '宣教 Short Trips', effectiveFunctionalClass: 'Fundraising' });
  });

  test('is recorded in the audit log as done by the command line', async () => {
    const { id, name } = await add(fresh());
    const [entry, ...more] = await audited(id);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'MinistryCreated', entityType: 'Ministry', actorId: null });
    expect(entry.actorName).toMatch(/^cli:.+/);
    expect(entry.changes.name).toEqual([null, name]);
  });

  test.each(['Worship', 'worship', 'ADMINISTRATION'])('refuses the name %s, which is in use', async (name) => {
    await expectNothingFrom([4], 'add', '--name', name, '--class', 'ProgramServices');
  });

  test.each(['Program', 'General', '', 'ProgramServices,Fundraising'])(
    'refuses "%s" as a functional class',
    async (functionalClass) => {
      const message = await expectNothingFrom([2, 4], 'add', '--name', fresh(), '--class', functionalClass);
      expect(message).toMatch(/class/i);
    },
  );

  test.each([
    ['an empty text', ''],
    ['spaces', '   '],
    ['5,000 characters', 'x'.repeat(5000)],
  ])('refuses %s as a name', async (_label, name) => {
    await expectNothingFrom([2, 4], 'add', '--name', name, '--class', 'ProgramServices');
  });

  test('without --name or --class and without a terminal exits 2 and names the missing flag', async () => {
    expect(await expectNothingFrom([2], 'add', '--class', 'ProgramServices')).toContain('--name');
    expect(await expectNothingFrom([2], 'add', '--name', fresh())).toContain('--class');
  });
});

describe('vestry ministry update', () => {
  test('renames the ministry on its expenses and keeps its other fields', async () => {
    const { id } = await add(fresh(), 'Fundraising');
    const spent = await addExpense(books, { expenseDate: '2024-02-05', ministryId: id });
    const name = fresh();
    const changed = await json('update', String(id), '--name', name);
    expect(changed).toMatchObject({ id, name, defaultFunctionalClass: 'Fundraising', isActive: true });
    expect(await named(name)).toMatchObject({ id, defaultFunctionalClass: 'Fundraising' });
    expect((await done(books.admin.get(`/api/expenses/${spent.id}`))).ministryName).toBe(name);
  });

  test('changes the functional class, and with it the report column of expenses without a class of their own', async () => {
    const { id, name } = await add(fresh());
    await addApproved(books, { expenseDate: '2019-01-05', ministryId: id, amount: 30 });
    await addApproved(books, {
      expenseDate: '2019-01-06',
      ministryId: id,
      amount: 4,
      functionalClass: 'ProgramServices',
    });
    const totals = async () => (await done(books.admin.get('/api/form990/functional-expenses?year=2019'))).totals;
    expect(await totals()).toMatchObject({ programServices: 34, managementAndGeneral: 0 });
    const changed = await json('update', String(id), '--class', 'ManagementAndGeneral');
    expect(changed).toMatchObject({ id, name, defaultFunctionalClass: 'ManagementAndGeneral' });
    expect(await totals()).toMatchObject({ total: 34, programServices: 4, managementAndGeneral: 30 });
  });

  test('makes a ministry inactive and keeps its expenses', async () => {
    const { id, name } = await add(fresh());
    const spent = await addApproved(books, { expenseDate: '2018-01-05', ministryId: id });
    expect(await json('update', String(id), '--inactive')).toMatchObject({ id, name, isActive: false });
    expect((await json('list')).items.find((one: Json) => one.id === id)).toMatchObject({ name, isActive: false });
    expect((await done(books.admin.get(`/api/expenses/${spent.id}`))).ministryName).toBe(name);
    const { totals } = await done(books.admin.get('/api/form990/functional-expenses?year=2018'));
    expect(totals.total).toBe(10);
  });

  test('changes name, class and state together, and the audit log has exactly these changes', async () => {
    const made = await add(fresh());
    const name = fresh();
    await works(ministry('update', String(made.id), '--name', name, '--class', 'Fundraising', '--inactive'));
    const entry = (await audited(made.id)).at(-1);
    expect(entry).toMatchObject({ action: 'MinistryUpdated', actorId: null });
    expect(entry.changes).toMatchObject({
      name: [made.name, name],
      defaultFunctionalClass: ['ProgramServices', 'Fundraising'],
      isActive: [true, false],
    });
    await works(ministry('update', String(made.id), '--class', 'ProgramServices'));
    const later = (await audited(made.id)).at(-1);
    expect(later.changes.defaultFunctionalClass).toEqual(['Fundraising', 'ProgramServices']);
    for (const field of ['name', 'isActive']) expect(later.changes).not.toHaveProperty(field);
  });

  test('refuses a name that is in use, but accepts the current name in a different case', async () => {
    const { id, name } = await add(fresh());
    await expectNothingFrom([4], 'update', String(id), '--name', 'wORSHIP');
    expect((await json('update', String(id), '--name', name.toUpperCase())).name).toBe(name.toUpperCase());
  });

  test('exits 3 for a ministry that does not exist', async () => {
    await expectNothingFrom([3], 'update', '99999', '--name', fresh());
  });

  test.each(['x', '1.5', '0', '1x'])('exits 2 or 3 for "%s", which is not a ministry number', async (id) => {
    await expectNothingFrom([2, 3], 'update', id, '--name', fresh());
  });

  test('refuses an unknown functional class', async () => {
    const { id } = await add(fresh());
    await expectNothingFrom([2, 4], 'update', String(id), '--class', 'Nothing');
  });

  test('without a ministry number exits 2', async () => {
    await expectNothingFrom([2], 'update', '--name', fresh());
  });
});

test('an unknown subcommand of vestry ministry is a usage error', async () => {
  const before = await all();
  expect((await ministry('remove', '1')).exitCode).toBe(2);
  expect(await all()).toEqual(before);
});
