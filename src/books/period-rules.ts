/** The rules that decide which changes a finalized month prevents. */
import { addMonths, type CalendarDate, formatMonth, type Month, monthOf, monthRange } from '../lib/date.ts';

/** A finalized month. `carriedFrom` is the first day whose activity is included in its frozen opening balance. */
export type FinalizedMonth = Month & { carriedFrom: CalendarDate | null };

/**
 * Something that counts on a date. `moves` says which figures it affects. `attendance` affects only the month of the
 * date. `balance` also affects the opening balances of later months. `fund`, for money of a fund other than the General
 * fund, also affects the opening of that fund in every later month.
 */
export type Booking = { date: CalendarDate; moves: 'attendance' | 'balance' | 'fund' };

/**
 * Returns the first of the finalized months whose frozen figures the booking would change, or undefined. `begin` is the
 * day of the opening of the books, if there is one. A booking before that day does not change any later month.
 */
export function closedBy(
  { date, moves }: Booking,
  finalized: readonly FinalizedMonth[],
  begin?: CalendarDate,
): FinalizedMonth | undefined {
  const month = formatMonth(monthOf(date));
  return finalized.find((one) => {
    const other = formatMonth(one);
    if (other === month) return true;
    if (other < month || moves === 'attendance') return false;
    if (begin !== undefined && date < begin && monthRange(one).to >= begin) return false;
    // A later finalized month stores the opening of every fund, and an opening balance that includes everything since
    // `carriedFrom`.
    return moves === 'fund' || (one.carriedFrom !== null && one.carriedFrom <= date);
  });
}

/**
 * Returns the first date on which the booking would not change a finalized month. This date is never before the date of
 * the booking.
 */
export function firstOpenDate(
  booking: Booking,
  finalized: readonly FinalizedMonth[],
  begin?: CalendarDate,
): CalendarDate {
  let { date } = booking;
  while (closedBy({ ...booking, date }, finalized, begin)) date = monthRange(addMonths(monthOf(date), 1)).from;
  return date;
}
