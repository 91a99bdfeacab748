import { type App, inTransaction, modified } from '../../../app.ts';
import { refuseBeforeBooks, refuseClosedMonths } from '../../../books/periods.ts';
import { refuseEarlier } from '../../../books/reversals.ts';
import { AppError, inFuture } from '../../../errors.ts';
import { toDecimal } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { clearSettlement, markUnpaid } from '../expenses/paid-queries.ts';
import { expenseFact, paymentOn } from '../expenses/rules.ts';
import { expensesById } from '../expenses/service.ts';
import { updatePaymentColumns } from './queries.ts';
import { paymentFact } from './rules.ts';
import type { Payment, PaymentVoid } from './schema.ts';
import { getPayment } from './service.ts';

/**
 * Voids a payment, such as a lost check: its expenses are Approved again, a Draft that was paid before its approval is
 * no longer paid, and the money is back in the account on the
 * given day. Raises `not_found`, `voided`, `reversed` for money that came back, `validation_failed` for the date,
 * `before_the_books` and `period_finalized`.
 */
export function voidPayment(app: App, id: number, { date, reason }: PaymentVoid): Promise<Payment> {
  return inTransaction(app, async (app) => {
    const before = await getPayment(app, id);
    if (before.voidedOn !== null)
      throw new AppError('voided', `Payment ${id} was voided on ${before.voidedOn} already.`);
    if (before.amount < 0) {
      throw new AppError(
        'reversed',
        `Payment ${id} is money that came back. Nothing was changed. If the money did not arrive, enter the expense again.`,
      );
    }
    const latest = await today(app);
    if (date > latest) throw refusal([inFuture('date', latest)]);
    refuseEarlier(date, before.date);
    await refuseBeforeBooks(app, date, (await getChurch(app)).fiscalYearStartMonth);
    await refuseClosedMonths(app, [paymentOn(date)]);
    await updatePaymentColumns(app.db, id, { voidedOn: date, voidReason: reason, ...modified(app) });
    await record(app, voidFact(before, await getPayment(app, id)));
    await reopenExpenses(app, before);
    return getPayment(app, id);
  });
}

/** The entry repeats the figures of the payment, because no entry records those of a payment that an upgrade added. */
function voidFact(before: Payment, after: Payment): Fact {
  const { action, entityType, entityId, changes } = paymentFact('PaymentVoided', before, after);
  const { date, accountId, method, reference } = before;
  const figures = { date, accountId, method, reference, amount: toDecimal(before.amount) };
  const repeated = Object.fromEntries(
    Object.entries(figures).map(([field, value]) => [field, [value, value] as const]),
  );
  return { action, entityType, entityId, changes: { ...repeated, ...changes } as Changes };
}

async function reopenExpenses(app: App, { id, items }: Payment): Promise<void> {
  const wanted = items.flatMap(({ expenseId }) => expenseId ?? []);
  const before = await expensesById(app, wanted);
  const unpaid = await markUnpaid(app.db, wanted, modified(app));
  const ids = [...new Set([...unpaid, ...(await clearSettlement(app.db, id, modified(app)))])];
  const after = await expensesById(app, ids);
  const facts = ids.map((one) => expenseFact('ExpensePaymentVoided', before.get(one) ?? null, after.get(one) ?? null));
  await record(app, ...facts);
}
