/** Marks expenses as paid. */
import { type App, actorId, modified } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { record } from '../../audit/service.ts';
import { listUnpaidReversals, markPaid, payReversals } from '../expenses/paid-queries.ts';
import { documentOf, expenseFact, PAY } from '../expenses/rules.ts';
import type { Expense } from '../expenses/schema.ts';
import { expensesById } from '../expenses/service.ts';
import { lastPaymentDays } from './queries.ts';
import type { Payment } from './schema.ts';

/**
 * Changes the status of expenses that are completely paid, and of their reversals, which reduced the payment. `paidBy` is
 * the user who made the payment.
 */
export async function markAsPaid(
  app: App,
  expenses: readonly Expense[],
  { date, method, reference }: Payment,
  paidBy: number | null = actorId(app),
): Promise<void> {
  if (expenses.length === 0) return;
  const ids = expenses.map(({ id }) => id);
  const columns = { paidBy, paymentMethod: method, paymentReference: reference, ...modified(app) };
  const reversals = await expensesById(app, await listUnpaidReversals(app.db, ids));
  for (const [paidOn, part] of await byLastPayment(app, ids, date)) {
    await markPaid(app.db, part, { ...columns, paidOn });
    await payReversals(app.db, part, { ...columns, paidOn });
  }
  const before = [...expenses, ...reversals.values()];
  const after = await expensesById(
    app,
    before.map(({ id }) => id),
  );
  await record(app, ...before.map((one) => expenseFact(PAY.action, one, after.get(one.id) ?? null)));
  // The payment may have added a check number, and a search must find it.
  await indexTexts(app.db, 'expense', [...after.values()].map(documentOf));
}

/**
 * Returns expenses by the day of their last payment. This is the day of the payment that was entered now, unless a part
 * was paid on a later day.
 */
async function byLastPayment(app: App, ids: readonly number[], day: string): Promise<ReadonlyMap<string, number[]>> {
  const last = await lastPaymentDays(app.db, ids);
  const byDay = new Map<string, number[]>();
  for (const id of ids) {
    const paidOn = last.get(id) ?? day;
    byDay.set(paidOn, [...(byDay.get(paidOn) ?? []), id]);
  }
  return byDay;
}
