/** Marks expenses as paid. */
import { type App, actorId, modified } from '../../../app.ts';
import { indexTexts } from '../../../db/search-index.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { markPaid, payReversals } from '../expenses/paid-queries.ts';
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
  const reversals: Awaited<ReturnType<typeof payReversals>> = [];
  for (const [paidOn, part] of await byLastPayment(app, ids, date)) {
    await markPaid(app.db, part, { ...columns, paidOn });
    reversals.push(...(await payReversals(app.db, part, { ...columns, paidOn })));
  }
  const after = await expensesById(app, ids);
  const facts = expenses.map((before) => expenseFact(PAY.action, before, after.get(before.id) ?? null));
  await record(app, ...facts, ...reversals.map(reversalFact));
  // The payment may have added a check number, and a search must find it.
  await indexTexts(app.db, 'expense', [...after.values(), ...reversals].map(documentOf));
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

function reversalFact({ id, paidOn }: { id: number; paidOn: string | null }): Fact {
  const changes: Changes = { status: [PAY.from, PAY.to], paidOn: [null, paidOn] };
  return { action: PAY.action, entityType: 'Expense', entityId: id, changes };
}
