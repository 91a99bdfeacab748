/** Defines which givings and expenses count. Every figure is based on these definitions. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';

/** The statuses of expenses that count. An expense counts as soon as it is approved, even before it is paid. */
export const COUNTED_STATUSES = ['Approved', 'Paid'] as const;

/** Whether an expense with this status counts. */
export function isCounted(status: string): status is (typeof COUNTED_STATUSES)[number] {
  return (COUNTED_STATUSES as readonly string[]).includes(status);
}

/**
 * Selects the givings that count: all that are not deleted. Gifts in kind are included, although they are not money
 * (see `givenMoney`).
 */
export const countedGivings = (db: Db) => db.selectFrom('givings').where('givings.deletedAt', 'is', null);

/** Sums the money of givings or of their lines. A gift in kind adds nothing. */
export const givenMoney = sql<number | null>`sum(case when "nonCashDescription" is null then "amountMinor" else 0 end)`;

/**
 * Selects the expenses that count: those that are approved or paid, and not deleted. Each counts on the day in
 * `bookedOn`.
 */
export const countedExpenses = (db: Db) =>
  db
    .selectFrom('expenses')
    .where('expenses.deletedAt', 'is', null)
    .where('expenses.bookedOn', 'is not', null)
    .where('expenses.status', 'in', COUNTED_STATUSES);

/**
 * The giving categories and the funds of money that the church holds for others. Their class is `Custodial`. Such money
 * is neither income nor expense of the church, so no total includes it.
 */
export type HeldForOthers = { categoryIds: readonly number[]; fundIds: readonly number[] };

/** Selects the expenses that are paid. Each payment counts on its `paymentDate`. */
export const paidExpenses = (db: Db) =>
  db
    .selectFrom('expenses')
    .where('expenses.deletedAt', 'is', null)
    // The status is written into the SQL, because SQLite uses the index of paid expenses only for a literal.
    .where('expenses.status', '=', sql.lit('Paid'));

/**
 * The day of payment, written exactly as in the index. A paid expense without `paidOn` was paid on the day it was
 * booked.
 */
export const paymentDate = sql<CalendarDate>`coalesce("paidOn", "bookedOn")`;
