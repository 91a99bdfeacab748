/** Tests of amounts that are owed or not yet deposited, after partial payments, voids and later deposits. */
import { expect, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { sumUnpaid } from '../../../../src/books/unpaid.ts';
import { createDeposit } from '../../../../src/features/giving/deposits/service.ts';
import { NewDeposit } from '../../../../src/features/giving/deposits/schema.ts';
import { NewSession } from '../../../../src/features/giving/offerings/schema.ts';
import { createSession, reconcileSession, submitSession } from '../../../../src/features/giving/offerings/service.ts';
import { NewOtherIncome } from '../../../../src/features/ledger/other-income/schema.ts';
import { createOtherIncome } from '../../../../src/features/ledger/other-income/service.ts';
import { reverseOtherIncome } from '../../../../src/features/ledger/other-income/reversal.ts';
import { checkMonth } from '../../../../src/features/reports/statements/checklist.ts';
import { createPayment } from '../../../../src/features/spending/payments/pay.ts';
import { NewPayment } from '../../../../src/features/spending/payments/schema.ts';
import { voidPayment } from '../../../../src/features/spending/payments/void.ts';
import { Reversal } from '../../../../src/books/reversal-schema.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp } from '../../../support/app.ts';
import { addUser, expenseRow, givingRow, write } from '../../../support/books.ts';

const checkOf = async (app: App, month: number, code: string) =>
  (await checkMonth(app, { year: 2026, month })).checks.find((check) => check.code === code);

const cents = (minor: number) => minor as Minor;

const pay = (app: App, date: string, amount?: number) =>
  createPayment(app, decode(NewPayment, { date, method: 'Check', items: [{ expenseId: 1, amount }] }));

test('the amount owed at the end of each month follows partial payments, voids and new payments', async () => {
  const app = await testApp();
  const user = await addUser(app);
  await write(app, 'expenses', [expenseRow(user, { amountMinor: cents(10_000), bookedOn: '2026-01-10' })]);
  const { id } = await pay(app, '2026-02-10', 60);
  await pay(app, '2026-03-10');
  await voidPayment(app, id, { date: '2026-04-10', reason: 'Lost' });
  await pay(app, '2026-05-10');
  const owed = async (on: string) => (await sumUnpaid(app.db, on)).amount;
  expect(await owed('2026-01-31')).toBe(10_000);
  expect(await owed('2026-02-28')).toBe(4000);
  expect(await owed('2026-03-31')).toBe(0);
  expect(await owed('2026-04-30')).toBe(6000);
  expect(await owed('2026-05-31')).toBe(0);
});

test('the checklist counts unpaid expenses that were approved over 60 days before the end of the month', async () => {
  const app = await testApp();
  const user = await addUser(app);
  await write(app, 'expenses', [
    expenseRow(user, { amountMinor: cents(10_000), bookedOn: '2026-01-29' }),
    expenseRow(user, { amountMinor: cents(500), bookedOn: '2026-01-30' }),
    expenseRow(user, { amountMinor: cents(-2000), bookedOn: '2026-03-20', reversalOf: 1 }),
  ]);
  expect(await checkOf(app, 2, 'old_payables')).toMatchObject({ state: 'done' });
  expect(await checkOf(app, 3, 'old_payables')).toMatchObject({
    code: 'old_payables',
    state: 'look',
    message: 'Approved more than 60 days before the end of the month and not paid: 1, 80.00 in all.',
  });
  await pay(app, '2026-03-31');
  expect(await checkOf(app, 3, 'old_payables')).toMatchObject({ state: 'done' });
});

test('the checklist names cash and checks that were received over ten days ago and not yet deposited', async () => {
  const app = await testApp();
  const gift = (method: string, amount: number) => ({ categoryId: 1, method, amount });
  const givings = [gift('Cash', 20), gift('Check', 30), gift('Zelle', 99)];
  const sessionOn = (date: string) => createSession(app, decode(NewSession, { date, givings }));
  const [first, second] = [await sessionOn('2026-03-15'), await sessionOn('2026-03-20')];
  await sessionOn('2026-03-21');
  await submitSession(app, first.id);
  await submitSession(app, second.id);
  expect(await checkOf(app, 3, 'undeposited')).toMatchObject({
    code: 'undeposited',
    state: 'look',
    message: 'Not deposited within 10 days: 100.00 in all. The oldest part of this money was received on 2026-03-15.',
  });
  const items = [{ sessionId: first.id, method: 'Cash' }, { givingId: first.givings[1]?.id }];
  await createDeposit(app, decode(NewDeposit, { date: '2026-03-31', accountId: 2, items }));
  expect((await checkOf(app, 3, 'undeposited'))?.message).toContain(
    '50.00 in all. The oldest part of this money was received on 2026-03-20',
  );
  await reconcileSession(app, second.id, { bankReference: null, depositedOn: '2026-04-02', accountId: null });
  expect(await checkOf(app, 3, 'undeposited')).toMatchObject({ state: 'look' });
  expect((await checkOf(app, 4, 'undeposited'))?.message).toContain('received on 2026-03-21');
});

test('the checklist names gifts without a session and other income that wait over ten days in Undeposited offerings', async () => {
  const app = await testApp();
  const [UNDEPOSITED, CHECKING] = [1, 2];
  await write(app, 'givings', [givingRow({ date: '2026-03-10', amountMinor: cents(2000), accountId: UNDEPOSITED })]);
  const rent = { date: '2026-03-12', amount: 70, incomeCategoryId: 2, accountId: UNDEPOSITED };
  const { id } = await createOtherIncome(app, decode(NewOtherIncome, rent));
  expect((await checkOf(app, 3, 'undeposited'))?.message).toContain(
    '90.00 in all. The oldest part of this money was received on 2026-03-10',
  );
  await reverseOtherIncome(app, id, decode(Reversal, { date: '2026-03-20', amount: 30, reason: 'Too much' }));
  const deposit = (item: object, date: string) =>
    createDeposit(app, decode(NewDeposit, { date, accountId: CHECKING, items: [item] }));
  await deposit({ givingId: 1 }, '2026-03-31');
  expect((await checkOf(app, 3, 'undeposited'))?.message).toContain(
    '40.00 in all. The oldest part of this money was received on 2026-03-12',
  );
  await deposit({ otherIncomeId: id }, '2026-04-01');
  expect(await checkOf(app, 3, 'undeposited')).toMatchObject({ state: 'look' });
  expect(await checkOf(app, 4, 'undeposited')).toMatchObject({ state: 'done' });
});
