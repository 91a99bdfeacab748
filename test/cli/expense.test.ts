import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, addApproved, addExpense, done, openBooks } from '../contract/books.ts';
import { vestry } from '../support/daemon.ts';

const DAY = '2026-03-01';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.daemon.stop());

const run = (...args: string[]) => vestry(['expense', ...args, '--data-dir', books.daemon.dataDir]);
const read = (id: number) => done(books.admin.get(`/api/expenses/${id}`));

describe('vestry expense pay', () => {
  test('pays several at once, while the daemon runs', async () => {
    const [one, two] = [
      await addApproved(books, { expenseDate: DAY, amount: 10 }),
      await addApproved(books, { expenseDate: DAY, amount: 20.5 }),
    ];
    const ids = [one.id, two.id].map(String);
    const { exitCode, stdout } = await run(
      'pay',
      ...ids,
      '--method',
      'Check',
      '--reference',
      '77',
      '--paid-on',
      '2026-03-31',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).items).toHaveLength(2);
    for (const { id } of [one, two]) {
      const paid = {
        status: 'Paid',
        paidOn: '2026-03-31',
        paymentMethod: 'Check',
        paymentReference: '77',
        paidBy: null,
      };
      expect(await read(id)).toMatchObject(paid);
    }
  });

  test('pays none when one of them cannot be paid', async () => {
    const [good, bad] = [await addApproved(books, { expenseDate: DAY }), await addExpense(books, { expenseDate: DAY })];
    const { exitCode, stderr } = await run('pay', String(good.id), String(bad.id));
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('Draft')]);
    expect(await read(good.id)).toMatchObject({ status: 'Approved', paidOn: null });
  });
});

test('vestry expense reverse takes part of an expense back and shows the reversal', async () => {
  const { id } = await addApproved(books, { expenseDate: DAY, amount: 1100 });
  const { exitCode, stdout } = await run(
    'reverse',
    String(id),
    '--date',
    '2026-03-02',
    '--reason',
    'Refund',
    '--amount',
    '1,000.10',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/reversalOf\s+\d+/);
  const { items } = await done(books.admin.get('/api/expenses?search=Refund'));
  expect(items).toMatchObject([{ amount: -1000.1, reversalOf: id }]);
});

test('vestry expense list shows what is to be paid and nothing else', async () => {
  const { id } = await addApproved(books, { expenseDate: DAY, vendor: 'To be paid Ltd' });
  await addExpense(books, { expenseDate: DAY, vendor: 'Only a draft Ltd' });
  const { stdout } = await run('list', '--status', 'Approved', '--page-size', '200');
  expect(stdout).toContain('To be paid Ltd');
  expect(stdout).not.toContain('Only a draft Ltd');
  expect((await run('show', String(id))).stdout).toContain('To be paid Ltd');
  expect((await run('show', '999999')).exitCode).toBe(3);
});
