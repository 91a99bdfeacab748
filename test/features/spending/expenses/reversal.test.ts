import { beforeEach, expect, test } from 'vitest';
import { approveExpense } from '../../../../src/features/spending/expenses/approval.ts';
import { payExpense } from '../../../../src/features/spending/payments/pay.ts';
import { submitExpense } from '../../../../src/features/spending/expenses/moves.ts';
import { reverseExpense } from '../../../../src/features/spending/expenses/reversal.ts';
import { type Expense, NewExpense, ExpensePayment } from '../../../../src/features/spending/expenses/schema.ts';
import { createExpense, getExpense } from '../../../../src/features/spending/expenses/service.ts';
import { listFunds } from '../../../../src/features/ledger/funds/service.ts';
import { Reversal } from '../../../../src/books/reversal-schema.ts';
import { checkMonth } from '../../../../src/features/reports/statements/checklist.ts';
import { getStatement, putStatement } from '../../../../src/features/reports/statements/service.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { decode } from '../../../../src/validate.ts';
import { as, type TestApp, testApp } from '../../../support/app.ts';
import { addUser } from '../../../support/books.ts';

let app: TestApp;
let owner: TestApp;
let approver: TestApp;
beforeEach(async () => {
  app = await testApp();
  const user = await addUser(app);
  owner = as(app, user, 'member');
  // The approver is the same user with another role, because the rules of approval are not tested here.
  approver = as(app, user, 'super_admin');
});

/** Adds an approved expense of 100.00 that is booked on its expense date. */
async function approved(expenseDate: string, fields: object = {}): Promise<Expense> {
  const body = { subCategoryId: 1, ministryId: 1, expenseDate, amount: 100, description: 'Chairs', ...fields };
  const { id } = await createExpense(owner, decode(NewExpense, body));
  await submitExpense(owner, id);
  return approveExpense(approver, id, { bookedOn: null });
}

const reverse = (id: number, date: string, amount?: number) =>
  reverseExpense(app, id, decode(Reversal, { date, amount: amount ?? null, reason: 'Returned' }));
const pay = (id: number, fields: object) => payExpense(app, id, decode(ExpensePayment, fields));
const unpaidOf = async (year: number, month: number) => (await getStatement(app, { year, month })).unpaid;
const minor = (value: number) => value as Minor;

test('one payment with one check settles an expense and its earlier reversals', async () => {
  const { id } = await approved('2026-05-04');
  const reversal = await reverse(id, '2026-05-10', 30);
  expect(await unpaidOf(2026, 5)).toEqual({ amount: minor(7000), count: 1 });
  await pay(id, { paidOn: '2026-05-20', paymentMethod: 'Check', paymentReference: '1001' });
  const settled = { status: 'Paid', paidOn: '2026-05-20', paymentMethod: 'Check', paymentReference: '1001' };
  expect(await getExpense(app, reversal.id)).toMatchObject({ ...settled, amount: -3000 });
  expect(await unpaidOf(2026, 5)).toEqual({ amount: minor(0), count: 0 });
});

test('the audit log has an entry for each reversal that a payment settles', async () => {
  const { id } = await approved('2026-05-04');
  const [first, second] = [await reverse(id, '2026-05-10', 30), await reverse(id, '2026-05-25', 20)];
  await pay(id, { paidOn: '2026-05-20' });
  const entries = await app.db
    .selectFrom('auditLogs')
    .select(['entityType', 'entityId', 'changes'])
    .where('action', '=', 'ExpensePaid')
    .where('entityId', '!=', String(id))
    .orderBy('id')
    .execute();
  const settled = (paidOn: string) => ({ status: ['Approved', 'Paid'], paidOn: [null, paidOn] });
  expect(entries.map(({ changes, ...entry }) => ({ ...entry, changes: JSON.parse(String(changes)) }))).toEqual([
    { entityType: 'Expense', entityId: String(first.id), changes: settled('2026-05-20') },
    { entityType: 'Expense', entityId: String(second.id), changes: settled('2026-05-25') },
  ]);
});

test('a reversal that is booked after the payment date is settled on its booking date', async () => {
  const { id } = await approved('2026-06-10');
  const reversal = await reverse(id, '2026-07-05', 30);
  await pay(id, { paidOn: '2026-06-30' });
  expect(await getExpense(app, reversal.id)).toMatchObject({ status: 'Paid', paidOn: '2026-07-05' });
});

test('a reversal that is booked before the payment date is settled on the payment date', async () => {
  const { id } = await approved('2026-06-10');
  await pay(id, { paidOn: '2026-06-30' });
  const before = await reverse(id, '2026-06-15', 30);
  expect(before).toMatchObject({ status: 'Paid', bookedOn: '2026-06-15', paidOn: '2026-06-30' });
  expect(await reverse(id, '2026-07-05', 30)).toMatchObject({ paidOn: '2026-07-05' });
  expect(await unpaidOf(2026, 6)).toEqual({ amount: minor(0), count: 0 });
});

test('a fully reversed expense is no longer owed and cannot be paid', async () => {
  const { id } = await approved('2026-05-04');
  await reverse(id, '2026-05-10');
  expect(await unpaidOf(2026, 5)).toEqual({ amount: minor(0), count: 0 });
  await expect(pay(id, {})).rejects.toMatchObject({ code: 'reversed' });
});

test('a reversal cannot be dated before its expense was booked, and a payment cannot be dated in the future', async () => {
  const { id } = await approved('2026-05-04');
  await expect(reverse(id, '2026-05-03')).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: [{ path: 'date', code: 'before_original' }] },
  });
  await expect(pay(id, { paidOn: '2206-05-04' })).rejects.toMatchObject({
    details: { errors: [{ path: 'paidOn', code: 'in_future' }] },
  });
  expect(await getExpense(app, id)).toMatchObject({ status: 'Approved', paidOn: null });
});

test('the checklist of a month names an overdrawn fund', async () => {
  const fund = (await listFunds(app)).items.find((one) => one.class === 'Restricted');
  const checkOf = async () => {
    const { checks } = await checkMonth(app, { year: 2026, month: 5 });
    return checks.find(({ code }) => code === 'funds');
  };
  expect(await checkOf()).toMatchObject({ state: 'done' });
  await approved('2026-05-04', { fundId: fund?.id });
  expect(await checkOf()).toMatchObject({ state: 'look', message: expect.stringContaining(`${fund?.name} -100.00`) });
});

test('the checklist counts expenses that were paid in the month but booked later or before the first saved statement', async () => {
  const month = { year: 2026, month: 5 };
  const checkOf = async () => (await checkMonth(app, month)).checks.find(({ code }) => code === 'elsewhere');
  await putStatement(app, { year: 2026, month: 4 }, {});
  await pay((await approved('2026-04-30')).id, { paidOn: '2026-05-04' });
  expect(await checkOf()).toMatchObject({ state: 'done' });
  await pay((await approved('2026-06-01')).id, { paidOn: '2026-05-31' });
  await pay((await approved('2001-01-01')).id, { paidOn: '2026-05-04' });
  expect(await checkOf()).toMatchObject({ state: 'look', message: expect.stringContaining('2, 200.00 in all') });
});
