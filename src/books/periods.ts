/**
 * Refuses changes to finalized months. Every room calls these functions before it saves or deletes a document that
 * affects the figures. A document may change more than the figures of its own month. A later finalized month may have
 * an opening balance that includes the day of the document (`carriedFrom`). The opening balance of every fund except
 * the General fund, and the sums of cash and of what is owed, include everything since the books began.
 */
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { type CalendarDate, fiscalYearOf, formatMonth, monthOf } from '../lib/date.ts';
import { findBeginning, forgetBalancesFrom } from './balances.ts';
import { findFirstDay, listFinalizedFrom } from './period-queries.ts';
import { type Booking, closedBy, type FinalizedMonth, firstOpenDate } from './period-rules.ts';

/**
 * Throws `period_finalized`, with the `firstOpenDate`, if one of the bookings would change a finalized month. Otherwise
 * removes the stored balances of later months. Call it inside the transaction that changes the document.
 */
export async function refuseClosedMonths(app: App, bookings: readonly Booking[]): Promise<void> {
  const earliest = bookings.map(({ date }) => date).toSorted()[0];
  if (earliest === undefined) return;
  const finalized = await listFinalizedFrom(app.db, monthOf(earliest));
  // Only finalized months have stored balances. Usually none of these months is finalized, so there is nothing to do.
  if (finalized.length === 0) return;
  await forgetBalancesFrom(app.db, earliest);
  const closedMonthOf = await closedAmong(app, finalized);
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
    ? `${month} is finalized, so nothing can be entered, changed or paid on ${date}.`
    : `${month} is finalized, and its opening balances include ${date}, so nothing can be entered, changed or paid on that date.`;
}

/**
 * Throws `before_the_books` for a day on which a document is booked, paid, voided or deposited, if it is before the
 * books begin. The books begin with their opening. If the church has not entered an opening, the books begin with the
 * fiscal year of the first document. They do not begin with the document itself, because the first bill that is entered
 * may not be the oldest of its year. `fiscalYearStartMonth` is the month, 1 to 12, in which the fiscal year of the
 * church begins. The own date of a document is checked with `refuseBeforeOpening`.
 */
export async function refuseBeforeBooks(app: App, date: CalendarDate, fiscalYearStartMonth: number): Promise<void> {
  const begin = await findBeginning(app.db);
  if (begin !== undefined) return refuseBefore(begin, date);
  const first = await findFirstDay(app.db);
  if (first === undefined || date >= first) return;
  refuseBefore(fiscalYearOf(first, fiscalYearStartMonth).from, date);
}

/**
 * Throws `before_the_books` for the own date of other income, a transfer or an adjusting entry, if it is before the
 * opening that the church entered. Without an opening, every date is allowed, as for givings: the books begin with the
 * first document, so an earlier document only moves their beginning, and the order in which documents are entered does
 * not matter.
 */
export async function refuseBeforeOpening(app: App, date: CalendarDate): Promise<void> {
  refuseBefore((await findBeginning(app.db)) ?? date, date);
}

function refuseBefore(begin: CalendarDate, date: CalendarDate): void {
  if (date >= begin) return;
  throw new AppError(
    'before_the_books',
    `${date} is before the start of the books on ${begin}. Nothing was changed. Use ${begin} or a later date.`,
  );
}

/**
 * Returns the finalized month whose figures a booking would change, and the first date on which the booking would
 * change no finalized month. Returns undefined if the booking is allowed.
 */
export type ClosedMonthOf = (booking: Booking) => { month: string; firstOpenDate: CalendarDate } | undefined;

/** Reads the finalized months once, so that many bookings can be checked. No booking may be before `earliest`. */
export async function closedMonths(app: App, earliest: CalendarDate): Promise<ClosedMonthOf> {
  return closedAmong(app, await listFinalizedFrom(app.db, monthOf(earliest)));
}

async function closedAmong(app: App, finalized: readonly FinalizedMonth[]): Promise<ClosedMonthOf> {
  const begin = finalized.length > 0 ? await findBeginning(app.db) : undefined;
  return (booking) => {
    const month = closedBy(booking, finalized, begin);
    return month && { month: formatMonth(month), firstOpenDate: firstOpenDate(booking, finalized, begin) };
  };
}
