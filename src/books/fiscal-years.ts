/** Finds out which fiscal years are closed. Code in `reports/` closes them; other rooms only use these functions. */
import type { App } from '../app.ts';
import type { Db } from '../db/connect.ts';
import { AppError } from '../errors.ts';
import { type CalendarDate, fiscalYearOf, monthOf } from '../lib/date.ts';

/**
 * Throws `year_closed` if the fiscal year that contains a date is closed. `fiscalYearStartMonth` is the month, 1 to 12,
 * in which the fiscal years of the church begin.
 */
export async function refuseClosedYear(app: App, date: CalendarDate, fiscalYearStartMonth: number): Promise<void> {
  const { year } = monthOf(fiscalYearOf(date, fiscalYearStartMonth).from);
  const closed = await app.db
    .selectFrom('fiscalYears')
    .select('year')
    .where('year', '=', year)
    .where('status', '=', 'Closed')
    .executeTakeFirst();
  if (!closed) return;
  throw new AppError(
    'year_closed',
    `The fiscal year ${year} is closed. Nothing was changed. Have the year reopened: vestry year reopen ${year}`,
  );
}

/** Returns the latest closed fiscal year, or undefined if none is closed. */
export async function findClosedYear(db: Db): Promise<number | undefined> {
  const query = db
    .selectFrom('fiscalYears')
    .select('year')
    .where('status', '=', 'Closed')
    .orderBy('year', 'desc')
    .limit(1);
  return (await query.executeTakeFirst())?.year;
}
