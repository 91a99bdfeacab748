/** Reads documents page by page, in the order of their dates. */
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { CalendarDate } from '../lib/date.ts';
import type { DateSpan } from '../lib/wire.ts';

/** The position of the last row of a page in a list by date. The next page begins after it. */
export type Place = { date: CalendarDate; id: number };

/** A position before the first row. */
export const FIRST_PLACE: Place = { date: '', id: 0 };

/** What to read: the range of days, the position after which to begin, and the maximum number of rows. */
export type Part = { span: DateSpan; after: Place; limit: number };

/** Texts that sort before and after every date. */
export const FIRST = '';
export const LAST = '9999';

/**
 * Returns the condition for rows that are in the range of days and, ordered by date and id, come after the position.
 */
export function isNext(
  date: RawBuilder<CalendarDate>,
  id: RawBuilder<unknown>,
  { span, after }: Part,
): RawBuilder<SqlBool> {
  const { from = FIRST, to = LAST } = span;
  // With a single lower bound, SQLite does not scan again from the first day for every page.
  const start = from > after.date ? from : after.date;
  return sql<SqlBool>`${date} between ${start} and ${to} and (${date} > ${after.date} or ${id} > ${after.id})`;
}
