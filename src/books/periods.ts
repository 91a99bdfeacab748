/**
 * Closed months stay closed: every room asks here before a document changes the figures of a finalized month. These are
 * not only the figures of the document's own month. A later finalized month may have carried its opening balance over
 * the day of the document (`carriedFrom`), and the opening of a restricted fund counts from the first day of the books.
 */
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { type CalendarDate, fiscalYearOf, formatMonth, monthOf } from '../lib/date.ts';
import { findFirstDay, listFinalizedFrom } from './period-queries.ts';
import { type Booking, closedBy, firstOpenDate } from './period-rules.ts';

/** Raises `period_finalized`, with the `firstOpenDate`, when one of the bookings would change a finalized month. */
export async function refuseClosedMonths(app: App, bookings: readonly Booking[]): Promise<void> {
  const earliest = bookings.map(({ date }) => date).toSorted()[0];
  if (earliest === undefined) return;
  const closedMonthOf = await closedMonths(app, earliest);
  for (const booking of bookings) {
    const closed = closedMonthOf(booking);
    if (!closed) continue;
    throw new AppError(
      'period_finalized',
      `${whyClosed(booking.date, closed.month)} Nothing was changed. ` +
        `Use ${closed.firstOpenDate} or a later date, or have ${closed.month} reopened: vestry statement reopen ${closed.month}`,
      { extra: { firstOpenDate: closed.firstOpenDate } },
    );
  }
}

function whyClosed(date: CalendarDate, month: string): string {
  return date.startsWith(month)
    ? `${month} is finalized, so nothing in it can be entered, changed or paid on ${date}.`
    : `${month} is finalized, and it carries balances from before, which a change on ${date} would alter.`;
}

/**
 * Raises `before_the_books` for a day before the books begin: with the fiscal year of the first document, because the bill that
 * is entered first need not be the oldest of its year. `fiscalYearStartMonth` is that of the church, 1 to 12.
 */
export async function refuseBeforeBooks(app: App, date: CalendarDate, fiscalYearStartMonth: number): Promise<void> {
  const first = await findFirstDay(app.db);
  if (first === undefined || date >= first) return;
  const begin = fiscalYearOf(first, fiscalYearStartMonth).from;
  if (date >= begin) return;
  throw new AppError(
    'before_the_books',
    `${date} is before the books, which begin on ${begin}. Nothing was changed. Correct the date.`,
  );
}

/** The finalized month whose figures a booking would change, with the first date on which it would change none. */
export type ClosedMonthOf = (booking: Booking) => { month: string; firstOpenDate: CalendarDate } | undefined;

/** Looks up closed months once, for many bookings that are not before a date. */
export async function closedMonths(app: App, earliest: CalendarDate): Promise<ClosedMonthOf> {
  const finalized = await listFinalizedFrom(app.db, monthOf(earliest));
  return (booking) => {
    const month = closedBy(booking, finalized);
    return month && { month: formatMonth(month), firstOpenDate: firstOpenDate(booking, finalized) };
  };
}
