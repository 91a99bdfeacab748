import { type App, inTransaction, modified, now } from '../../../app.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import { refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { refuseEarlier } from '../../../books/reversals.ts';
import { indexTexts, removeTexts } from '../../../db/search-index.ts';
import { AppError, inFuture } from '../../../errors.ts';
import { toDecimal } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { findDepositOfFees } from '../../giving/deposits/service.ts';
import { clearSettlement, listPaidWith, markUnpaid } from '../expenses/paid-queries.ts';
import { documentOf as documentOfExpense, expenseFact, paymentOn } from '../expenses/rules.ts';
import { expensesById } from '../expenses/service.ts';
import { findRefunded, updatePaymentColumns } from './queries.ts';
import { documentOf, paymentFact } from './rules.ts';
import type { Payment, PaymentVoid } from './schema.ts';
import { getPayment } from './service.ts';

/**
 * Voids a payment, such as a lost check: its expenses are Approved again, a Draft that was paid before its approval is
 * no longer paid, and the money is back in the account on the given day. Raises `not_found`, `voided`, `reversed` for
 * money that came back, `reconciled` for a payment on the bank statement, `validation_failed` for the date,
 * `before_the_books` and `period_finalized`.
 */
export function voidPayment(app: App, id: number, { date, reason }: PaymentVoid): Promise<Payment> {
  return inTransaction(app, async (app) => {
    const before = await findStanding(app, id);
    const latest = await today(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    refuseEarlier(date, before.date);
    await refuseCleared(app, 'Payment', [id]);
    await refuseBeforeBooks(app, date, (await getChurch(app)).fiscalYearStartMonth);
    await refuseClosedMonths(app, [paymentOn(date)]);
    await updatePaymentColumns(app.db, id, { voidedOn: date, voidReason: reason, ...modified(app) });
    const after = await getPayment(app, id);
    await indexTexts(app.db, 'payment', [documentOf(after)]);
    await record(app, voidFact(before, after));
    await reopenExpenses(app, before, 'ExpensePaymentVoided');
    return getPayment(app, id);
  });
}

/**
 * Deletes a payment that was entered by mistake, in an open month: its expenses are Approved again. Raises `not_found`,
 * `voided`, `deposited` for the fee of a deposit, `reversed` for a refund and for a payment of an expense that has a
 * refund, `reconciled`, `before_the_books` for a payment that the opening includes, and `period_finalized`.
 */
export function deletePayment(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await findStanding(app, id);
    await refuseRefunded(app, before);
    await refuseFee(app, before);
    await refuseCleared(app, 'Payment', [id]);
    await refuseBeforeBooks(app, before.date, (await getChurch(app)).fiscalYearStartMonth);
    await refuseClosedMonths(app, [paymentOn(before.date)]);
    await updatePaymentColumns(app.db, id, { deletedAt: now(app), ...modified(app) });
    await removeTexts(app.db, 'payment', [id]);
    await record(app, paymentFact('PaymentDeleted', before, null));
    await reopenExpenses(app, before, 'ExpensePaymentDeleted');
  });
}

/** Returns a payment that can be voided or deleted. Raises `not_found`, `voided` and `reversed`. */
async function findStanding(app: App, id: number): Promise<Payment> {
  const payment = await getPayment(app, id);
  const { voidedOn, amount } = payment;
  if (voidedOn !== null) throw new AppError('voided', `Payment ${id} was voided on ${voidedOn} already.`);
  if (amount >= 0) return payment;
  throw new AppError(
    'reversed',
    `Payment ${id} is money that came back. Nothing was changed. If the money did not arrive, enter the expense again.`,
  );
}

/** Raises `reversed` if money came back for an expense of the payment, because then the payment was made. */
async function refuseRefunded(app: App, { id, items }: Payment): Promise<void> {
  const expenseId = await findRefunded(app.db, expensesOf(items));
  if (expenseId === undefined) return;
  throw new AppError(
    'reversed',
    `Money came back for expense ${expenseId}, so payment ${id} cannot be deleted. Nothing was changed. ` +
      'If the payment failed, void it.',
  );
}

/** Raises `deposited` if the payment is the fee of a deposit. */
async function refuseFee(app: App, { id, items }: Payment): Promise<void> {
  const deposit = await findDepositOfFees(app, expensesOf(items));
  if (deposit === undefined) return;
  throw new AppError(
    'deposited',
    `Payment ${id} is the fee of deposit ${deposit}. Nothing was changed. Delete the deposit, which also deletes its fee.`,
  );
}

const expensesOf = (items: Payment['items']) => items.flatMap(({ expenseId }) => expenseId ?? []);

/**
 * Returns the audit entry of a voided payment. The entry repeats the figures of the payment, because a payment that an
 * upgrade added has no earlier entry with its figures.
 */
function voidFact(before: Payment, after: Payment): Fact {
  const { action, entityType, entityId, changes } = paymentFact('PaymentVoided', before, after);
  const { date, accountId, method, reference } = before;
  const figures = { date, accountId, method, reference, amount: toDecimal(before.amount) };
  const repeated = Object.fromEntries(
    Object.entries(figures).map(([field, value]) => [field, [value, value] as const]),
  );
  return { action, entityType, entityId, changes: { ...repeated, ...changes } as Changes };
}

async function reopenExpenses(app: App, { id, items, reference }: Payment, action: string): Promise<void> {
  const wanted = expensesOf(items);
  const unpaid = await listPaidWith(app.db, wanted);
  const before = await expensesById(app, [...new Set([...wanted, ...unpaid])]);
  if (unpaid.length > 0) await markUnpaid(app.db, { ids: unpaid, reference }, modified(app));
  const ids = [...new Set([...unpaid, ...(await clearSettlement(app.db, id, modified(app)))])];
  const after = await expensesById(app, ids);
  await indexTexts(app.db, 'expense', [...after.values()].map(documentOfExpense));
  const facts = ids.map((one) => expenseFact(action, before.get(one) ?? null, after.get(one) ?? null));
  await record(app, ...facts);
}
