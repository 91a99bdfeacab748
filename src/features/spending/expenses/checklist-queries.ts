import { sql } from 'kysely';
import { paidExpenses, paymentDate } from '../../../books/counted.ts';
import type { Sum } from '../../../books/sums.ts';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';

const spent = sql<number | null>`sum("amountMinor")`.as('sum');
const count = sql<number>`count(*)`.as('count');

/**
 * Returns the sum and number of expenses that were paid in the range, but are booked after it or before the day
 * `begin`.
 */
export async function sumPaidElsewhere(db: Db, { from, to }: DateRange, begin: CalendarDate): Promise<Sum> {
  const row = await paidExpenses(db)
    .select([spent, count])
    .where(paymentDate, '>=', from)
    .where(paymentDate, '<=', to)
    .where((eb) => eb.or([eb('bookedOn', '>', to), eb('bookedOn', '<', begin)]))
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** Returns the sum and number of drafts that are dated in the range. */
export async function sumDrafts(db: Db, range: DateRange): Promise<Sum> {
  const row = await expensesWithin(db, range)
    .select([spent, count])
    .where('status', '=', 'Draft')
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** Returns the expenses dated in the range that are waiting for approval. */
export function listPending(db: Db, range: DateRange) {
  return expensesWithin(db, range)
    .select(['id', 'expenseDate as date', 'amountMinor as amount'])
    .where('status', '=', 'PendingApproval')
    .orderBy('expenseDate')
    .orderBy('id')
    .execute();
}

/**
 * Returns the sum and number of expenses that were paid up to the day `on`, but are not approved yet or were rejected.
 */
export async function sumSettledOpen(db: Db, on: CalendarDate): Promise<Sum> {
  const row = await db
    .selectFrom('expenses')
    .select([spent, count])
    .where('deletedAt', 'is', null)
    .where('settledPaymentId', 'is not', null)
    .where('settledOn', '<=', on)
    .where('status', 'in', ['Draft', 'PendingApproval'])
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

const expensesWithin = (db: Db, { from, to }: DateRange) =>
  db
    .selectFrom('expenses')
    .where('expenseDate', '>=', from)
    .where('expenseDate', '<=', to)
    .where('deletedAt', 'is', null);
