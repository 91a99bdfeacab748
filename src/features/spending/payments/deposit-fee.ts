/** The fee that a bank or a processor kept from a deposit: a paid expense, which is deleted with the deposit. */
import { type App, actorId, created, modified, now } from '../../../app.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { findSeeded } from '../../../db/seeded.ts';
import { AppError } from '../../../errors.ts';
import { addMoney, formatMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { record } from '../../audit/service.ts';
import { findMinistry } from '../../church/ministries/service.ts';
import type { Fee, FeeBack, FeeExpenses } from '../../giving/deposits/fees.ts';
import { findSubCategory } from '../categories/queries.ts';
import { insertExpense, sumReversals, updateExpenseColumns } from '../expenses/queries.ts';
import { reverseExpense } from '../expenses/reversal.ts';
import { bookingOf, documentOf, expenseFact, paymentOn } from '../expenses/rules.ts';
import { getExpense } from '../expenses/service.ts';
import { BANK_FEES } from './payees.ts';
import { listPaymentIds, sumPaidOfWhole, updatePaymentColumns } from './queries.ts';
import { paymentFact } from './rules.ts';
import type { Payment } from './schema.ts';
import { getPayment, recordPayment } from './service.ts';

/**
 * Enters a fee under Bank & Processing Fees of Administration, booked and paid on the day of the deposit. The fee needs
 * no approval, because the bank has already kept it. Raises `forbidden` for a command without `--as`, and `conflict` if
 * the church has deleted the subcategory or the ministry.
 */
async function enter(app: App, fee: Fee): Promise<number> {
  const { date, accountId, amount, description, notes = '', owner = actorId(app) } = fee;
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
    notes: notes || null,
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
 * Deletes the expense of a fee and its payment. Keeps both if the fee was reversed and nothing of it is left or owed.
 * Raises `reversed` for another fee that is not as it was entered, because it would stay in the books without its
 * deposit. Also raises `reconciled` and `period_finalized`.
 */
async function remove(app: App, id: number): Promise<void> {
  const before = await getExpense(app, id);
  const reversed = await sumReversals(app.db, id);
  const payment = reversed === null ? await findOwnPayment(app, id) : undefined;
  if (!payment) return refuseRest(app, id, addMoney(before.amount, reversed ?? ZERO));
  await refuseCleared(app, 'Payment', [payment.id]);
  await refuseClosedMonths(app, [bookingOf(payment.date, { fundId: GENERAL_FUND }), paymentOn(payment.date)]);
  const gone = { deletedAt: now(app), ...modified(app) };
  await updatePaymentColumns(app.db, payment.id, gone);
  await updateExpenseColumns(app.db, id, gone);
  await removeTexts(app.db, 'payment', [payment.id]);
  await removeTexts(app.db, 'expense', [id]);
  await record(app, paymentFact('PaymentDeleted', payment, null), expenseFact('ExpenseDeleted', before, null));
}

/** Returns the payment of a fee, unless it was voided, pays something else, too, or is not the only one. */
async function findOwnPayment(app: App, expenseId: number): Promise<Payment | undefined> {
  const [first, ...others] = await listPaymentIds(app.db, expenseId);
  if (first === undefined || others.length > 0) return undefined;
  const payment = await getPayment(app, first);
  return payment.voidedOn === null && payment.items.length === 1 ? payment : undefined;
}

/** Raises `reversed` if something is left of a fee after its reversals, or is owed although nothing is left. */
async function refuseRest(app: App, id: number, left: Minor): Promise<void> {
  const paid = (await sumPaidOfWhole(app.db, [id])).get(id) ?? ZERO;
  if (left !== ZERO) {
    throw new AppError(
      'reversed',
      `${formatMoney(left)} of expense ${id}, the fee of this deposit, would stay in the books, because its payment was voided or a part of it was reversed. Nothing was changed. ` +
        `Reverse the rest of it first: vestry expense reverse ${id} --date DATE --reason REASON`,
    );
  }
  if (paid === ZERO) return;
  throw new AppError(
    'reversed',
    `Money came back for expense ${id}, the fee of this deposit, and its payment was voided, so ${formatMoney(negateMoney(paid))} is owed. Nothing was changed. ` +
      `Pay the expense first: vestry expense pay ${id} --paid-on DATE`,
  );
}

/** Reverses a part of the expense of a fee, which came back into the account that had paid it. */
async function giveBack(app: App, { expenseId, ...back }: FeeBack): Promise<void> {
  await reverseExpense(app, expenseId, back);
}

export const depositFees: FeeExpenses = { enter, remove, giveBack };

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
