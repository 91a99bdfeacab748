/** The rules that decide which changes a finalized month prevents. */
import { addMonths, type CalendarDate, formatMonth, type Month, monthOf, monthRange } from '../lib/date.ts';
import { addMoney, addTo, type Minor, ZERO } from '../lib/money.ts';
import { type AccountKind, isCash, isOwedSoon } from './account-kinds.ts';
import { GENERAL_FUND } from './fund-classes.ts';

/** A finalized month. `carriedFrom` is the first day whose activity is included in its frozen opening balance. */
export type FinalizedMonth = Month & { carriedFrom: CalendarDate | null };

/**
 * Something that counts on a date. `moves` says which figures it affects. `attendance` affects only the month of the
 * date. `balance` also affects the opening balances of later months. `fund` also affects figures that every later month
 * has: the opening of a fund other than the General fund, or the sum of what the church has in cash or owes.
 */
export type Booking = { date: CalendarDate; moves: 'attendance' | 'balance' | 'fund' };

/**
 * The accounts and the net assets of funds that a document changes. Debits of accounts are positive. `fundId` is the fund
 * that holds the account; null for the General fund.
 */
export type Changed = {
  accounts: readonly { kind: AccountKind | undefined; fundId: number | null; amount: Minor }[];
  funds: readonly { fundId: number; amount: Minor }[];
};

/**
 * Returns which figures a transfer or an adjusting entry affects. The statement of a later month has no figure for a
 * single account, only the sums of cash, of what is owed and of investments, and how much of each fund is cash. So what
 * is moved from one account of such a sum to another, between accounts that are in no sum (loans, fixed assets and other
 * assets), or between categories of one fund affects the month of the document alone, unless a fund holds the account.
 */
export function movesOf({ accounts, funds }: Changed): Booking['moves'] {
  const changeOf = (isWanted: (kind: AccountKind) => boolean) =>
    addMoney(...accounts.flatMap(({ kind, amount }) => (kind !== undefined && isWanted(kind) ? amount : [])));
  const byFund = new Map<number, Minor>();
  for (const { fundId, amount } of funds) addTo(byFund, fundId, amount);
  const changed = [...byFund].flatMap(([fundId, amount]) => (amount === ZERO ? [] : fundId));
  const sums = [isCash, isOwedSoon, (kind: AccountKind) => kind === 'Investment'];
  const isHeld = accounts.some(({ fundId }) => fundId !== null && fundId !== GENERAL_FUND);
  const isEverywhere = isHeld || sums.some((isWanted) => changeOf(isWanted) !== ZERO);
  if (isEverywhere || changed.some((fundId) => fundId !== GENERAL_FUND)) return 'fund';
  return changed.length > 0 ? 'balance' : 'attendance';
}

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
