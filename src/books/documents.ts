/** Reads the documents from which all figures are calculated, page by page, ordered by the day on which each counts. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import type { DateSpan } from '../lib/wire.ts';
import { countedExpenses, countedGivings, paidExpenses, paymentDate } from './counted.ts';
import type { FunctionalClass } from './functional-classes.ts';
import { type Line, linesOf, listGivingParts } from './giving-lines.ts';
import type { Method } from './payment-methods.ts';

export type BookedGiving = {
  kind: 'giving';
  id: number;
  date: CalendarDate;
  amount: Minor;
  /** What the gift is for: one line for the whole gift, or one line for each of several categories. */
  lines: readonly Line[];
  method: Method;
  reference: string | null;
  memberId: number | null;
  nonCashDescription: string | null;
  reversalOf: number | null;
  isReconciled: boolean;
};

/** An expense on the day on which it is booked. From that day on, the church owes the amount. */
export type BookedExpense = {
  kind: 'expense';
  id: number;
  date: CalendarDate;
  subCategoryId: number;
  ministryId: number;
  functionalClass: FunctionalClass | null;
  fundId: number;
  amount: Minor;
  vendor: string | null;
  description: string;
  reversalOf: number | null;
};

/** An expense on the day on which it is paid. */
export type Payment = {
  kind: 'payment';
  id: number;
  date: CalendarDate;
  amount: Minor;
  vendor: string | null;
  description: string;
  method: Method | null;
  reference: string | null;
};

/** The position of the last row of a page in a list by date. The next page begins after it. */
export type Place = { date: CalendarDate; id: number };

/** The place before the first row. */
export const FIRST_PLACE: Place = { date: '', id: 0 };

/** What to read: the range of days, the place after which to begin, and the maximum number of rows. */
export type Part = { span: DateSpan; after: Place; limit: number };

const FIRST = '';
const LAST = '9999';

/** Returns the condition for rows within the range of days that come after the place, ordered by date and id. */
function isNext(date: RawBuilder<CalendarDate>, id: RawBuilder<unknown>, { span, after }: Part): RawBuilder<SqlBool> {
  const { from = FIRST, to = LAST } = span;
  // With a single lower bound, SQLite need not scan from the first day again for every page.
  const start = from > after.date ? from : after.date;
  return sql<SqlBool>`${date} between ${start} and ${to} and (${date} > ${after.date} or ${id} > ${after.id})`;
}

/** Returns the next givings that count, ordered by date and id. */
export async function listBookedGivings(db: Db, part: Part): Promise<BookedGiving[]> {
  const rows = await countedGivings(db)
    .leftJoin('offeringSessions', 'offeringSessions.id', 'givings.sessionId')
    .select([
      'givings.id',
      'givings.date',
      'givings.categoryId',
      'givings.amountMinor as amount',
      'givings.method',
      sql<string | null>`coalesce("checkNumber", "zelleReference", "payPalReference")`.as('reference'),
      'givings.memberId',
      'givings.nonCashDescription',
      'givings.reversalOf',
      'offeringSessions.status',
    ])
    .where(isNext(sql.ref('givings.date'), sql.ref('givings.id'), part))
    .orderBy('givings.date')
    .orderBy('givings.id')
    .limit(part.limit)
    .execute();
  const split = rows.filter(({ categoryId }) => categoryId === null).map(({ id }) => id);
  const parts = await listGivingParts(db, split);
  return rows.map(({ status, categoryId, ...row }) => ({
    kind: 'giving',
    ...row,
    lines: linesOf({ ...row, categoryId, parts: parts.get(row.id) ?? null }),
    isReconciled: status === 'Reconciled',
  }));
}

/** Returns the next expenses that count, ordered by booking day and id. */
export async function listBookedExpenses(db: Db, part: Part): Promise<BookedExpense[]> {
  const rows = await countedExpenses(db)
    .select([
      'id',
      sql<CalendarDate>`"bookedOn"`.as('date'),
      'subCategoryId',
      'ministryId',
      'functionalClass',
      'fundId',
      'amountMinor as amount',
      'vendor',
      'description',
      'reversalOf',
    ])
    .where(isNext(sql.ref('bookedOn'), sql.ref('id'), part))
    .orderBy('bookedOn')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  return rows.map((row) => ({ kind: 'expense', ...row }));
}

/** Returns the next payments of expenses, ordered by payment day and id. */
export async function listPayments(db: Db, part: Part): Promise<Payment[]> {
  const rows = await paidExpenses(db)
    .select(['id', paymentDate.as('date'), 'amountMinor as amount', 'vendor', 'description'])
    .select(['paymentMethod as method', 'paymentReference as reference'])
    .where(isNext(paymentDate, sql.ref('id'), part))
    .orderBy(paymentDate)
    .orderBy('id')
    .limit(part.limit)
    .execute();
  return rows.map((row) => ({ kind: 'payment', ...row }));
}

/** Returns how many givings, booked expenses and payments are within the range of days. */
export async function countDocuments(db: Db, { from = FIRST, to = LAST }: DateSpan): Promise<number> {
  const count = sql<number>`count(*)`.as('count');
  const within = (date: RawBuilder<CalendarDate>) => sql<SqlBool>`${date} between ${from} and ${to}`;
  const givings = countedGivings(db)
    .select(count)
    .where(within(sql.ref('date')));
  const expenses = countedExpenses(db)
    .select(count)
    .where(within(sql.ref('bookedOn')));
  const payments = paidExpenses(db).select(count).where(within(paymentDate));
  const { rows } = await sql<{ count: number }>`select ${givings} + ${expenses} + ${payments} as count`.execute(db);
  return rows[0]?.count ?? 0;
}
