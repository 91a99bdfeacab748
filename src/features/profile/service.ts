import type { App } from '../../app.ts';
import { addDays, type CalendarDate, dateInZone } from '../../lib/date.ts';
import { findChurch } from './queries.ts';

/** What other rooms need to know of the church. */
export type Church = { name: string; currency: string; timeZone: string; fiscalYearStartMonth: number };

/** A function, because the first look at a time zone takes 15 ms, which most commands need not spend. */
const defaults = (): Church => ({
  name: 'Our church',
  currency: 'USD',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  fiscalYearStartMonth: 1,
});

/** The church as its profile describes it; the defaults as long as there is no profile. */
export async function getChurch(app: App): Promise<Church> {
  return (await findChurch(app.db)) ?? defaults();
}

/** The last date that may be entered for what has happened: tomorrow where the church is, for those who travel. */
export async function latestDate(app: App): Promise<CalendarDate> {
  return addDays(await today(app), 1);
}

/** The calendar date it is now where the church is. */
export async function today(app: App): Promise<CalendarDate> {
  return dateInZone(app.clock.now(), (await getChurch(app)).timeZone);
}
