/** Other income, its categories, transfers, and the fee of a deposit on the command line. */
import { beforeAll, describe, expect, test } from 'vitest';
import { vestry as command } from '../support/command.ts';
import { addSession, booksOfFile, done, giving, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();
const all = async (list: string): Promise<Json> => done(books.admin.get(`/api/${list}`));

const vestry = (...args: string[]) => run(books.daemon.dataDir, ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);

type Person = { email: string; password: string };

async function newPerson(role: string): Promise<Person> {
  const email = `${role}@example.org`;
  const made = await done(books.admin.post('/api/users', { email, displayName: role, roles: [role] }));
  return { email, password: made.temporaryPassword };
}

const as = ({ email, password }: Person, ...args: string[]) =>
  command([...args, '--as', email, '--password-stdin', '--json', '--data-dir', books.daemon.dataDir], {
    input: `${password}\n`,
    env: { VESTRY_ENV: 'development' },
  });

let treasurer: Person;
let elder: Person;
beforeAll(async () => {
  treasurer = await newPerson('treasurer');
  elder = await newPerson('elder');
});

describe('vestry income', () => {
  test.each([
    ['1,005.001', '--amount must be an amount with at most two decimals'],
    ['10.0000000000000000001', '--amount must be a number'],
  ])('refuses the amount %s, because Vestry rounds no amount', async (amount, message) => {
    const what = ['--date', '2005-03-30', '--category', '1', '--account', '2'];
    const { exitCode, stderr } = await vestry('income', 'add', ...what, '--amount', amount);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('adds and lists other income as the API does', async () => {
    const what = ['--date', '2005-03-31', '--amount', '1,012.40', '--category', '1', '--account', '2'];
    const made = await json('income', 'add', ...what, '--fund', '2', '--payer', 'First Bank', '--memo', 'March');
    expect(made).toMatchObject({ amount: 1012.4, incomeCategoryName: 'Interest', fundName: 'Missions', memo: 'March' });
    expect(await json('income', 'list')).toEqual(await all('other-income'));
    expect(await json('income', 'list', '--search', 'first', '--category', '1')).toMatchObject({ totalCount: 1 });
    expect(await json('income', 'list', '--account', '3')).toMatchObject({ totalCount: 0 });
    expect((await works(vestry('income', 'list'))).stdout).toMatch(
      /Interest +Checking +Missions +1,012\.40 +First Bank/,
    );
  });

  test('adds, changes, lists and removes categories', async () => {
    const made = await json('income', 'category', 'add', '--name', 'Plots', '--name-zh', '墓地');
    expect(made).toMatchObject({ name: 'Plots', nameZh: '墓地', isActive: true });
    const id = String(made['id']);
    const renamed = await json('income', 'category', 'update', id, '--name', 'Cemetery', '--inactive');
    expect(renamed).toMatchObject({ name: 'Cemetery', nameZh: '墓地', isActive: false });
    expect(await json('income', 'category', 'list')).toEqual(await all('income-categories'));
    expect((await works(vestry('income', 'category', 'list'))).stdout).toMatch(/Cemetery +墓地 +inactive/);
    expect(await json('income', 'category', 'delete', id)).toEqual({ id: made['id'] });
  });

  test.each([
    [['income', 'add', '--date', '2005-03-31', '--amount', '5', '--category', '1'], [2]],
    [['income', 'add', '--date', '2005-03-31', '--amount', 'x', '--category', '1', '--account', '2'], [2]],
    [['income', 'add', '--date', '2005-03-31', '--amount', '5', '--category', '1', '--account', '4'], [4]],
    [['income', 'category', 'add', '--name', 'interest'], [4]],
    [['income', 'category', 'delete', '999'], [3]],
  ])('is refused: %j', async (args, exitCodes) => {
    expectRefused(await vestry(...args), exitCodes);
  });
});

describe('vestry transfer', () => {
  const between = ['--date', '2005-04-01', '--amount', '50', '--memo', 'Petty cash'];

  test('adds, lists and deletes a transfer between accounts', async () => {
    const made = await json('transfer', 'add', ...between, '--from-account', 'checking', '--to-account', 'Petty cash');
    expect(made).toMatchObject({ status: 'Posted', fromAccountName: 'Checking', toAccountName: 'Petty cash' });
    expect(await json('transfer', 'list')).toEqual(await all('transfers'));
    const { stdout } = await works(vestry('transfer', 'list', '--account', '3'));
    expect(stdout).toMatch(/Checking -> Petty cash +50\.00 +Posted +Petty cash/);
    expect(await json('transfer', 'delete', String(made['id']))).toEqual({ id: made['id'] });
    expect(await json('transfer', 'list')).toMatchObject({ totalCount: 0 });
  });

  test('checks the passwords of the person who takes money out of a restricted fund and of the person who approves it', async () => {
    const out = ['transfer', 'add', ...between, '--from-fund', '2', '--to-fund', '1', '--reason', 'The board agreed'];
    const unknown = await vestry(...out);
    expectRefused(unknown);
    expect(unknown.stderr).toContain('--as');
    const made = JSON.parse((await works(as(treasurer, ...out))).stdout);
    expect(made).toMatchObject({ status: 'PendingApproval', reason: 'The board agreed' });
    const approve = ['transfer', 'approve', String(made.id)];
    expectRefused(await vestry(...approve));
    expectRefused(await as(treasurer, ...approve));
    expectRefused(await as({ ...elder, password: 'wrong' }, ...approve));
    expect(JSON.parse((await works(as(elder, ...approve))).stdout)).toMatchObject({ status: 'Posted' });
  });

  test.each([
    [['--from-account', '2'], [2]],
    [['--from-account', '2', '--to-account', '1'], [2]],
    [['--from-account', '2', '--to-account', '4'], [4]],
    [['--from-fund', '2', '--to-fund', '1'], [2]],
  ])('add is refused: %j', async (args, exitCodes) => {
    expectRefused(await vestry('transfer', 'add', ...between, ...args), exitCodes);
  });
});

describe('vestry deposit add', () => {
  test('deposits other income', async () => {
    const sent = { date: '2005-05-01', amount: 9, incomeCategoryId: 4, accountId: 1 };
    const { id } = await done(books.admin.post('/api/other-income', sent));
    const made = await json('deposit', 'add', '--date', '2005-05-02', '--account', '2', '--income', String(id));
    expect(made).toMatchObject({ amount: 9, items: [{ otherIncomeId: id, amount: 9 }] });
  });

  test('makes a deposit of other income that the audit log proves', async () => {
    const sent = { date: '2005-05-03', amount: 4, incomeCategoryId: 4, accountId: 1 };
    const { id } = await done(books.admin.post('/api/other-income', sent));
    await json('deposit', 'add', '--date', '2005-05-04', '--account', '2', '--income', String(id));
    expect((await works(vestry('audit', 'verify'))).stdout).toContain('the books agree with it');
  });

  test('with --fee enters the fee as a paid expense of the person whom --as names, and is refused without --as', async () => {
    const givings = [giving(books, { method: 'Cash', amount: 20 })];
    const { id } = await addSession(books, { date: '2005-05-08', givings });
    await done(books.admin.post(`/api/offering-sessions/${id}/submit`));
    const add = ['deposit', 'add', '--date', '2005-05-09', '--account', '2', '--cash', String(id), '--fee', '1.50'];
    expectRefused(await vestry(...add));
    expect(await all('expenses')).toMatchObject({ totalCount: 0 });
    expect(JSON.parse((await works(as(treasurer, ...add))).stdout)).toMatchObject({ amount: 20 });
    expect((await all('expenses')).items).toMatchObject([
      { amount: 1.5, status: 'Paid', subCategoryName: 'Bank & Processing Fees', submittedByName: 'treasurer' },
    ]);
  });
});
