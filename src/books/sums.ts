/** Sums of unpaid expenses and of attendances, which are no postings. */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { paidExpenses, paymentDate } from './counted.ts';

/** The total amount and the number of some documents. */
export type Sum = { amount: Minor; count: number };

const count = sql<number>`count(*)`;

/**
 * Returns the expenses that were approved by a day but not yet paid on that day, and, if `bookedBy` is given,
 * that are booked by that day, less their reversals and the parts that
 * were paid by then. A fully reversed expense is not counted. Separate indexes find the expenses that are still unpaid and
 * those that were paid later, so that the sum for a recent month does not read every expense ever paid.
 */
export async function sumUnpaid(db: Db, on: CalendarDate, bookedBy?: CalendarDate): Promise<Sum> {
  const columns = ['id', 'reversalOf', 'amountMinor'] as const;
  const owed = db
    .selectFrom('expenses')
    .select(columns)
    .where('deletedAt', 'is', null)
    .where('status', '=', sql.lit('Approved'))
    .where('bookedOn', '<=', on);
  const paidLater = paidExpenses(db).select(columns).where('bookedOn', '<=', on).where(paymentDate, '>', on);
  const row = await db
    .with('open', () => owed.unionAll(paidLater))
    .with('rows', (open) =>
      open
        .selectFrom('open')
        .select((eb) => [eb.fn.coalesce('reversalOf', 'id').as('expenseId'), 'amountMinor'])
        .unionAll(
          open
            .selectFrom('open')
            .innerJoin('paymentItems', 'paymentItems.expenseId', 'open.id')
            .innerJoin('payments', 'payments.id', 'paymentItems.paymentId')
            .select((eb) => [
              eb.fn.coalesce('open.reversalOf', 'open.id').as('expenseId'),
              sql<Minor>`- "paymentItems"."amountMinor"`.as('amountMinor'),
            ])
            .where('payments.date', '<=', on)
            .where('payments.deletedAt', 'is', null)
            .where((eb) => eb.or([eb('payments.voidedOn', 'is', null), eb('payments.voidedOn', '>', on)])),
        ),
    )
    .with('unpaid', (rows) =>
      rows
        .selectFrom('rows')
        .innerJoin('expenses as whole', 'whole.id', 'rows.expenseId')
        .select((eb) => eb.fn.sum<number>('rows.amountMinor').as('sum'))
        .$if(bookedBy !== undefined, (query) => query.where('whole.bookedOn', '<=', bookedBy ?? on))
        .groupBy('rows.expenseId')
        .having((eb) => eb.fn.sum('rows.amountMinor'), '<>', 0),
    )
    .selectFrom('unpaid')
    .select((eb) => [eb.fn.sum<number | null>('unpaid.sum').as('sum'), count.as('count')])
    .executeTakeFirstOrThrow();
  return { amount: sumOf(row.sum), count: row.count };
}

/** Returns how many offering sessions in a range have an attendance, and the sum of their attendances. */
export async function sumAttendance(db: Db, { from, to }: DateRange): Promise<{ sundays: number; total: number }> {
  const row = await db
    .selectFrom('offeringSessions')
    .select((eb) => [
      eb.fn.count<number>('sundayAttendanceCount').as('sundays'),
      eb.fn.sum<number | null>('sundayAttendanceCount').as('total'),
    ])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { sundays: row.sundays, total: row.total ?? 0 };
}
