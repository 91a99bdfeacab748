import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { linesOf } from '../../giving/givings/rules.ts';
import { listParts } from '../../giving/givings/part-queries.ts';
import type { BookedExpense, BookedGiving, Payment } from './entries.ts';

/** Where a page of a list by date ends: the next begins after it. */
export type Place = { date: CalendarDate; id: number };

/** Before all places. */
export const FIRST_PLACE: Place = { date: '', id: 0 };

/** The days to read, from a place on, and how many rows. */
export type Part = { span: DateSpan; after: Place; limit: number };

const FIRST = '';
const LAST = '9999';

/** What is paid and has no date of payment was paid when it was booked. */
const paymentDate = sql<CalendarDate>`coalesce("paidOn", "bookedOn")`;

/** Rows of the days that come after a place in the order of date and id. */
function isNext(date: RawBuilder<CalendarDate>, id: RawBuilder<unknown>, { span, after }: Part): RawBuilder<SqlBool> {
  const { from = FIRST, to = LAST } = span;
  // One lower bound, so that no page begins to look at the first day again.
  const start = from > after.date ? from : after.date;
  return sql<SqlBool>`${date} between ${start} and ${to} and (${date} > ${after.date} or ${id} > ${after.id})`;
}

/** The next live givings, by date and id; with their givers and references only where those are asked for. */
export async function listGivings(db: Db, part: Part, withGivers: boolean): Promise<BookedGiving[]> {
  const rows = await db
    .selectFrom('givings')
    .leftJoin('offeringSessions', 'offeringSessions.id', 'givings.sessionId')
    .$if(withGivers, (query) =>
      query
        .leftJoin('members', 'members.id', 'givings.memberId')
        .select([
          'givings.memberId',
          sql<string | null>`members."firstName" || ' ' || members."lastName"`.as('giver'),
          sql<string | null>`coalesce("checkNumber", "zelleReference", "payPalReference")`.as('reference'),
        ]),
    )
    .select([
      'givings.id',
      'givings.date',
      'givings.categoryId',
      'givings.amountMinor as amount',
      'givings.method',
      'givings.nonCashDescription',
      'givings.reversalOf',
      'offeringSessions.status',
    ])
    .where('givings.deletedAt', 'is', null)
    .where(isNext(sql.ref('givings.date'), sql.ref('givings.id'), part))
    .orderBy('givings.date')
    .orderBy('givings.id')
    .limit(part.limit)
    .execute();
  const split = rows.filter(({ categoryId }) => categoryId === null).map(({ id }) => id);
  const parts = await listParts(db, split);
  return rows.map(({ status, categoryId, ...row }) => ({
    kind: 'giving',
    ...row,
    lines: linesOf({ ...row, categoryId, parts: parts.get(row.id) ?? null }),
    isReconciled: status === 'Reconciled',
  }));
}

/** The next expenses that were booked, by the date of booking and id. */
export async function listExpenses(db: Db, part: Part): Promise<BookedExpense[]> {
  const rows = await db
    .selectFrom('expenses')
    .select([
      'id',
      sql<CalendarDate>`"bookedOn"`.as('date'),
      'subCategoryId',
      'ministryId',
      'functionalClass',
      'fundCategoryId',
      'amountMinor as amount',
      'vendor',
      'description',
      'reversalOf',
    ])
    .where('deletedAt', 'is', null)
    .where('bookedOn', 'is not', null)
    .where('status', 'in', ['Approved', 'Paid'])
    .where(isNext(sql.ref('bookedOn'), sql.ref('id'), part))
    .orderBy('bookedOn')
    .orderBy('id')
    .limit(part.limit)
    .execute();
  return rows.map((row) => ({ kind: 'expense', ...row }));
}

/** The next payments of expenses, by the date of payment and id. */
export async function listPayments(db: Db, part: Part): Promise<Payment[]> {
  const rows = await db
    .selectFrom('expenses')
    .select(['id', paymentDate.as('date'), 'amountMinor as amount', 'vendor', 'description'])
    .select(['paymentMethod as method', 'paymentReference as reference'])
    .where('deletedAt', 'is', null)
    .where('status', '=', sql.lit('Paid'))
    .where(isNext(paymentDate, sql.ref('id'), part))
    .orderBy(paymentDate)
    .orderBy('id')
    .limit(part.limit)
    .execute();
  return rows.map((row) => ({ kind: 'payment', ...row }));
}

/** How many givings, bookings and payments lie in the days. */
export async function countEntries(db: Db, { from = FIRST, to = LAST }: DateSpan): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select
      (select count(*) from givings where "deletedAt" is null and date between ${from} and ${to})
      + (select count(*) from expenses where "deletedAt" is null and "bookedOn" between ${from} and ${to}
        and status in ('Approved', 'Paid'))
      + (select count(*) from expenses where "deletedAt" is null and status = 'Paid'
        and ${paymentDate} between ${from} and ${to}) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
