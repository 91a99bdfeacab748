/** Payments and deposits on the command line. */
import { describe, expect, test } from 'vitest';
import { addApproved, addSession, booksOfFile, done, giving, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();

const vestry = (...args: string[]) => run(books.daemon.dataDir, ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);
const all = async (list: string): Promise<Json> => done(books.admin.get(`/api/${list}`));

async function submitted(date: string): Promise<number> {
  const givings = [giving(books, { method: 'Cash', amount: 20 }), giving(books, { method: 'Check', amount: 30 })];
  const { id } = await addSession(books, { date, givings });
  await done(books.admin.post(`/api/offering-sessions/${id}/submit`));
  return id;
}

describe('vestry payment', () => {
  test('lists a payment from the account that was named in vestry expense pay, and voids the payment', async () => {
    const { id } = await addApproved(books, { expenseDate: '2005-01-10', amount: 90 });
    const payment = ['--paid-on', '2005-01-20', '--method', 'Check', '--reference', '881', '--account', '3'];
    await works(vestry('expense', 'pay', String(id), ...payment));
    const { items } = await json('payment', 'list', '--expense', String(id));
    expect(items).toMatchObject([{ accountName: 'Petty cash', amount: 90, reference: '881', voidedOn: null }]);
    expect(await json('payment', 'list')).toEqual(await all('payments'));
    const voided = ['payment', 'void', String(items[0].id), '--date', '2005-02-02', '--reason', 'Lost'];
    expect(await json(...voided)).toMatchObject({ voidedOn: '2005-02-02', voidReason: 'Lost' });
    expect((await works(vestry('payment', 'list'))).stdout).toMatch(/ 881 .* 90\.00 .*voided 2005-02-02/);
    expectRefused(await vestry(...voided), [4]);
  });

  test.each([
    [['payment', 'void', '1'], [2]],
    [
      ['payment', 'void', '999999', '--date', '2005-02-02', '--reason', 'x'],
      [3, 4],
    ],
    [['payment', 'list', '--from', 'x'], [2]],
    [['expense', 'pay', '1', '--account', 'x'], [2]],
  ])('is refused: %j', async (args, exitCodes) => {
    expectRefused(await vestry(...args), exitCodes);
  });
});

describe('vestry deposit', () => {
  test('adds a deposit of cash, checks and single gifts, lists it, and deletes it', async () => {
    const sessionId = await submitted('2005-03-06');
    const { id: givingId } = await done(
      books.admin.post('/api/givings', giving(books, { date: '2005-03-05', amount: 7 })),
    );
    const what = ['--cash', String(sessionId), '--checks', String(sessionId), '--giving', String(givingId)];
    const savings = await done(books.admin.post('/api/accounts', { name: 'Savings', kind: 'Savings' }));
    const into = ['--date', '2005-03-08', '--account', String(savings.id)];
    const made = await json('deposit', 'add', ...into, ...what, '--memo', 'slip 9');
    expect(made).toMatchObject({ amount: 57, accountName: 'Savings', memo: 'slip 9' });
    expect(made.items.map(({ amount }: Json) => amount)).toEqual([20, 30, 7]);
    expect(await json('deposit', 'list')).toEqual(await all('deposits'));
    expect((await works(vestry('deposit', 'list'))).stdout).toMatch(/Savings +57\.00 +slip 9/);
    expect(await json('deposit', 'delete', String(made.id))).toEqual({ id: made.id });
    expect(await json('deposit', 'list')).toMatchObject({ totalCount: 0 });
  });

  test.each([
    [['deposit', 'add', '--date', '2005-03-08', '--account', '2'], [2]],
    [['deposit', 'add', '--date', '2005-03-08', '--account', '4', '--giving', '1'], [4]],
    [
      ['deposit', 'delete', '999999'],
      [3, 4],
    ],
  ])('is refused: %j', async (args, exitCodes) => {
    expectRefused(await vestry(...args), exitCodes);
  });
});
