/** The fee that a bank or a processor kept from a deposit: a paid expense, which is deleted with the deposit. */
import { type App, actorId, created, modified, now } from '../../../app.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { findSeeded } from '../../../db/seeded.ts';
import { AppError } from '../../../errors.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { record } from '../../audit/service.ts';
import { findMinistry } from '../../church/ministries/service.ts';
import type { Fee, FeeExpenses } from '../../giving/deposits/fees.ts';
import { findSubCategory } from '../categories/queries.ts';
import { insertExpense, sumReversals, updateExpenseColumns } from '../expenses/queries.ts';
import { bookingOf, documentOf, expenseFact, paymentOn } from '../expenses/rules.ts';
import { getExpense } from '../expenses/service.ts';
import { BANK_FEES } from './payees.ts';
import { findLastPayment, updatePaymentColumns } from './queries.ts';
import { paymentFact } from './rules.ts';
import { getPayment, recordPayment } from './service.ts';

/**
 * Enters a fee under Bank & Processing Fees of Administration, booked and paid on the day of the deposit. The fee needs
 * no approval, because the bank has already kept it. Raises `forbidden` for a command without `--as`, and `conflict` if
 * the church has deleted the subcategory or the ministry.
 */
async function enter(app: App, { date, accountId, amount, description }: Fee): Promise<number> {
  const owner = actorId(app);
  if (owner === null) {
    throw new AppError('forbidden', 'A fee needs a person as its owner. Sign in, or name yourself with --as EMAIL.');
  }
  await refuseClosedMonths(app, [bookingOf(date, { fundId: GENERAL_FUND })]);
  const id = await insertExpense(app.db, {
    ...(await purposeOfFees(app)),
    expenseDate: date,
    amountMinor: amount,
    vendor: null,
    description,
    functionalClass: null,
    memberId: null,
    fundId: GENERAL_FUND,
    paymentMethod: 'BankTransfer',
    paymentReference: null,
    notes: null,
    status: 'Paid',
    bookedOn: date,
    submittedBy: owner,
    approvedAt: now(app),
    paidBy: owner,
    paidOn: date,
    ...created(app),
  });
  const expense = await getExpense(app, id);
  await indexTexts(app.db, 'expense', [documentOf(expense)]);
  await record(app, expenseFact('ExpenseCreated', null, expense));
  await recordPayment(app, {
    date,
    accountId,
    method: 'BankTransfer',
    reference: null,
    items: [{ expenseId: id, amount }],
  });
  return id;
}

/**
 * Deletes the expense of a fee and its payment. Keeps both if somebody has reversed the expense or voided the payment.
 * Raises `reconciled` and `period_finalized`.
 */
async function remove(app: App, id: number): Promise<void> {
  const before = await getExpense(app, id);
  const last = await findLastPayment(app.db, id);
  if (before.status !== 'Paid' || !last || (await sumReversals(app.db, id)) !== null) return;
  const payment = await getPayment(app, last.id);
  await refuseCleared(app, 'Payment', [payment.id]);
  await refuseClosedMonths(app, [bookingOf(payment.date, { fundId: GENERAL_FUND }), paymentOn(payment.date)]);
  const gone = { deletedAt: now(app), ...modified(app) };
  await updatePaymentColumns(app.db, payment.id, gone);
  await updateExpenseColumns(app.db, id, gone);
  await removeTexts(app.db, 'payment', [payment.id]);
  await removeTexts(app.db, 'expense', [id]);
  await record(app, paymentFact('PaymentDeleted', payment, null), expenseFact('ExpenseDeleted', before, null));
}

export const depositFees: FeeExpenses = { enter, remove };

/**
 * Returns the subcategory and the ministry of what a bank or a broker keeps. Raises `conflict` if the church has deleted
 * one of the two.
 */
export async function purposeOfFees(app: App): Promise<{ subCategoryId: number; ministryId: number }> {
  const subCategory = await findSubCategory(app.db, (await findSeeded(app.db, 'ExpenseSubCategory', BANK_FEES)) ?? 0);
  const ministry = await findMinistry(app, (await findSeeded(app.db, 'Ministry', 'administration')) ?? 0);
  if (subCategory && ministry) return { subCategoryId: subCategory.id, ministryId: ministry.id };
  throw new AppError(
    'conflict',
    'The church has deleted Bank & Processing Fees or Administration. Nothing was changed. Enter the fee as an expense.',
  );
}
