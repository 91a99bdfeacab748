/** Checks the day of an entry, and who may enter it. */
import { type App, actorId } from '../../../app.ts';
import { refuseClosedYear } from '../../../books/fiscal-years.ts';
import { closedMonths, refuseBeforeOpening, refuseClosedMonths } from '../../../books/periods.ts';
import { AppError, badField, inFuture } from '../../../errors.ts';
import { type CalendarDate, fiscalYearOf, monthOf, monthRange } from '../../../lib/date.ts';
import { refusal } from '../../../validate.ts';
import { getChurch, latestDate, today } from '../../church/profile/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { bookingOf, leavesRestricted, type StoredLine, touchesMoney } from './rules.ts';

/** The fields of an entry that determine the day on which monthly statements show it. */
export type Dated = { date: CalendarDate; yearEnd: boolean; lines: readonly StoredLine[] };

type Accounts = ReadonlyMap<number, Account>;

/**
 * Returns the day on which monthly statements show an entry: its date or, for a year-end entry whose month is
 * finalized, the first open date. Must run inside the transaction that saves the entry. Raises `validation_failed` for
 * a day too far ahead and for a year-end entry that is not dated the last day of a fiscal year, `before_the_books`,
 * `year_closed` and `period_finalized`.
 */
export async function dayToShow(app: App, entry: Dated, accounts: Accounts): Promise<CalendarDate> {
  const { date, yearEnd } = entry;
  const { fiscalYearStartMonth } = await getChurch(app);
  const year = fiscalYearOf(date, fiscalYearStartMonth);
  if (yearEnd && date !== year.to) {
    throw badField('date', 'not_year_end', `must be the last day of a fiscal year, such as ${year.to}`);
  }
  const latest = await latestDay(app, yearEnd, fiscalYearStartMonth);
  if (date > latest) throw refusal([inFuture('date', latest)]);
  await refuseBeforeOpening(app, date);
  if (!yearEnd) {
    await refuseClosedMonths(app, [bookingOf(date, entry.lines, accounts)]);
    return date;
  }
  await refuseClosedYear(app, date, fiscalYearStartMonth);
  const booking = bookingOf(date, entry.lines, accounts);
  const shownOn = (await closedMonths(app, date))(booking)?.firstOpenDate ?? date;
  await refuseClosedMonths(app, [{ ...booking, date: shownOn }]);
  return shownOn;
}

/**
 * Returns the latest day that an entry may have. For a year-end entry, this is the last day of the fiscal year. For any
 * other entry, it is the last day of this month or tomorrow, whichever is later.
 */
async function latestDay(app: App, yearEnd: boolean, fiscalYearStartMonth: number): Promise<CalendarDate> {
  const day = await today(app);
  if (yearEnd) return fiscalYearOf(day, fiscalYearStartMonth).to;
  const [tomorrow, end] = [await latestDate(app), monthRange(monthOf(day)).to];
  return tomorrow > end ? tomorrow : end;
}

/**
 * Raises `period_finalized` or `year_closed` if a posted entry can no longer be changed. A pending entry affects no
 * figures, so it can always be changed or deleted.
 */
export async function refuseSettled(
  app: App,
  entry: Dated & { status: string; shownOn: CalendarDate },
  accounts: Accounts,
): Promise<void> {
  if (entry.status !== 'Posted') return;
  const { fiscalYearStartMonth } = await getChurch(app);
  if (entry.yearEnd) await refuseClosedYear(app, entry.date, fiscalYearStartMonth);
  await refuseClosedMonths(app, [bookingOf(entry.shownOn, entry.lines, accounts)]);
}

/**
 * Returns the status of a new or changed entry. An entry that changes an account with money, or takes from a Restricted
 * or Endowment fund for another fund, waits for the approval of another person. Raises `forbidden` if Vestry does not
 * know who enters such an entry.
 */
export async function statusFor(
  app: App,
  lines: readonly StoredLine[],
  accounts: Accounts,
): Promise<'PendingApproval' | 'Posted'> {
  if (!touchesMoney(lines, accounts) && !leavesRestricted(lines, await fundsById(app))) return 'Posted';
  if (actorId(app) !== null) return 'PendingApproval';
  throw new AppError(
    'forbidden',
    'Another person must approve an entry that changes an account with money, or takes from a Restricted or Endowment fund for another fund, so Vestry must know who enters it. On the command line, name yourself with --as.',
  );
}
