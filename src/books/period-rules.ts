/** Which documents a finalized month keeps from changing. */
import { addMonths, type CalendarDate, formatMonth, type Month, monthOf, monthRange } from '../lib/date.ts';

/** A finalized month. `carriedFrom` is the first day whose activity went into its frozen opening balance. */
export type FinalizedMonth = Month & { carriedFrom: CalendarDate | null };

/**
 * Something that counts on a date, and how far it reaches: an attendance only into its own month, money into the balances
 * that later months carry, and money of a restricted fund also into the opening of that fund in every later month.
 */
export type Booking = { date: CalendarDate; moves: 'attendance' | 'balance' | 'fund' };

/** The finalized month whose frozen figures the booking would change, or undefined. */
export function closedBy({ date, moves }: Booking, finalized: readonly FinalizedMonth[]): FinalizedMonth | undefined {
  const month = formatMonth(monthOf(date));
  return finalized.find((one) => {
    const other = formatMonth(one);
    if (other === month) return true;
    if (other < month || moves === 'attendance') return false;
    // A later month was finalized with an opening balance, and an opening for every fund, that include earlier activity.
    return moves === 'fund' || (one.carriedFrom !== null && one.carriedFrom <= date);
  });
}

/** The first day, on or after the booking's date, to which it could be moved without changing a finalized month. */
export function firstOpenDate(booking: Booking, finalized: readonly FinalizedMonth[]): CalendarDate {
  let { date } = booking;
  while (closedBy({ ...booking, date }, finalized)) date = monthRange(addMonths(monthOf(date), 1)).from;
  return date;
}
