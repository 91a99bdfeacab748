/** What counts: the one place that says on which givings and expenses every figure rests. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';

/** An expense counts from its approval on, whether it is paid or still owed. */
export const COUNTED_STATUSES = ['Approved', 'Paid'] as const;

/** Whether an expense with this status counts. */
export function isCounted(status: string): status is (typeof COUNTED_STATUSES)[number] {
  return (COUNTED_STATUSES as readonly string[]).includes(status);
}

/** The givings that count: all that are not deleted. A gift in kind is one of them, but no money: see `givenMoney`. */
export const countedGivings = (db: Db) => db.selectFrom('givings').where('givings.deletedAt', 'is', null);

/** The money of givings, or of their lines, added up: a gift in kind adds nothing. */
export const givenMoney = sql<number | null>`sum(case when "nonCashDescription" is null then "amountMinor" else 0 end)`;

/** The expenses that count: approved or paid, and not deleted. A figure takes each on the day it is booked, `bookedOn`. */
export const countedExpenses = (db: Db) =>
  db
    .selectFrom('expenses')
    .where('expenses.deletedAt', 'is', null)
    .where('expenses.bookedOn', 'is not', null)
    .where('expenses.status', 'in', COUNTED_STATUSES);

/** The expenses that are paid. A figure takes each on its `paymentDate`. */
export const paidExpenses = (db: Db) =>
  db
    .selectFrom('expenses')
    .where('expenses.deletedAt', 'is', null)
    // In the text of the query, because the index of payments is of paid expenses only.
    .where('expenses.status', '=', sql.lit('Paid'));

/** The day of payment, in the words of the index. What is paid without such a day was paid when it was booked. */
export const paymentDate = sql<CalendarDate>`coalesce("paidOn", "bookedOn")`;
