/** The audit log must prove what the program itself changes. A false alarm would send a church to an old backup. */
import { beforeAll, expect, test } from 'vitest';
import { vestry } from '../support/command.ts';
import {
  type Json,
  type Staff,
  addApproved,
  addExpense,
  addSession,
  booksOfFile,
  done,
  giving,
  inDays,
  move,
} from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const CHECKING = 2;
const PETTY_CASH = 3;
const date = inDays(-20);
const why = { date: inDays(-10), reason: 'A mistake' };
const post = (route: string, body: Json = {}): Promise<Json> => done(treasurer.post(`/api/${route}`, body));
const pay = (expenseId: number, amount?: number) =>
  post('payments', { date: inDays(-15), method: 'Check', reference: '77', items: [{ expenseId, amount }] });
const approved = (fields: Json = {}) => addApproved(books, { expenseDate: date, amount: 40, ...fields });

test('audit verify proves ledger documents after they were changed, reversed, voided and deleted', async () => {
  const between = { date, amount: 5, fromAccountId: CHECKING, toAccountId: PETTY_CASH, memo: 'Change' };
  for (const transfer of [between, { ...between, reason: 'The board agreed' }]) {
    const { id } = await post('transfers', transfer);
    await done(treasurer.put(`/api/transfers/${id}`, { ...transfer, memo: 'Coins', amount: 6 }));
    await post(`transfers/${id}/reverse`, { ...why, amount: 2 });
  }
  const income = { date, amount: 9, incomeCategoryId: 1, accountId: CHECKING };
  await post(`other-income/${(await post('other-income', income)).id}/reverse`, why);
  const lines = [
    { incomeCategoryId: 1, debit: 3 },
    { incomeCategoryId: 2, credit: 3 },
  ];
  await post(`journal-entries/${(await post('journal-entries', { date, memo: 'Moved', lines })).id}/reverse`, why);

  const reduced = await approved();
  await post(`expenses/${reduced.id}/reverse`, { ...why, amount: 10 });
  await post(`payments/${(await pay(reduced.id)).id}/void`, why);
  await done(treasurer.del(`/api/payments/${(await pay(reduced.id)).id}`));
  const inParts = await approved();
  await pay(inParts.id, 35);
  await post(`expenses/${inParts.id}/reverse`, { ...why, amount: 5 });
  const twice = await approved();
  await pay(twice.id, 20);
  const second = await pay(twice.id, 20);
  await post(`expenses/${twice.id}/reverse`, { ...why, amount: 12 });
  await post(`payments/${second.id}/void`, why);
  await post(`expenses/${twice.id}/reverse`, { ...why, amount: 8 });
  const parts = [
    { subCategoryId: 1, amount: 30 },
    { subCategoryId: 2, amount: 10 },
  ];
  const split = await approved({ subCategoryId: undefined, splits: parts });
  await post(`expenses/${split.id}/reverse`, { ...why, amount: 10, splits: [{ subCategoryId: 1, amount: 10 }] });
  await post(`payments/${(await pay(split.id)).id}/void`, why);
  const settled = { accountId: CHECKING, date, method: 'Card' };
  const card = await addExpense(books, { expenseDate: date, settled });
  await move(books, card.id, 'submit');
  const { settled: made } = await done(books.admin.get(`/api/expenses/${card.id}`));
  await post(`payments/${made.paymentId}/void`, why);

  const line = { categoryId: 1, annual: 100 };
  for (const body of [
    { lines: [line] },
    { lines: [{ ...line, annual: 120 }] },
    { lines: [line], adoptedOn: inDays(-9) },
    { lines: [{ ...line, annual: 90 }], adoptedOn: inDays(-8), reason: 'Fewer people' },
  ]) {
    await done(treasurer.put('/api/budgets/2030', body));
  }
  await post('budgets/2031/copy', { from: 'budget' });

  const session = await addSession(books, { date, givings: [giving(books, { amount: 50, method: 'Cash' })] });
  await done(books.admin.post(`/api/offering-sessions/${session.id}/submit`));
  const items = [{ sessionId: session.id, method: 'Cash' }];
  const { id } = await post('deposits', { date, accountId: CHECKING, items, fee: 1 });
  await done(treasurer.del(`/api/deposits/${id}`));

  const { exitCode, stderr } = await vestry(['audit', 'verify', '--data-dir', books.daemon.dataDir]);
  expect([stderr, exitCode]).toEqual(['', 0]);
});
