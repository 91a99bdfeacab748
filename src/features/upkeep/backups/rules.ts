/** Rules for backups: their names, which of them are kept, when the next is due, and what an archive may contain. */
import { addDays, type CalendarDate, dateInZone } from '../../../lib/date.ts';
import { isOwnPath } from '../../../storage.ts';

const NAME = /^vestry-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(-\d+)?\.tar\.gz(\.age)?$/;

/**
 * Returns the name of an archive. It contains the time at which the archive was made, in UTC. `again` distinguishes
 * archives of the same second.
 */
export function archiveName(at: Date, { isEncrypted, again = 0 }: { isEncrypted: boolean; again?: number }): string {
  return `vestry-${stampOf(at, again)}.tar.gz${isEncrypted ? '.age' : ''}`;
}

/** Returns an instant as the names of archives and copies have it, such as `20261118-090000`, or `20261118-090000-2`. */
export function stampOf(at: Date, again = 0): string {
  const stamp = at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return again === 0 ? stamp : `${stamp}-${again + 1}`;
}

/** Returns the instant in the name of an archive, or undefined for any other name. */
export function instantOfName(name: string): Date | undefined {
  return instantOfParts(NAME.exec(name)?.slice(1, 7));
}

/** Returns the instant of a year, month, day, hour, minute and second in UTC, or undefined if there is none. */
export function instantOfParts(parts: readonly string[] | undefined): Date | undefined {
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The quiet hour in the church's time zone: the hour at which probably nobody is working. */
const QUIET_HOUR = 3;
export const HOUR_MS = 3_600_000;

/**
 * True if no backup was made since the last quiet hour began. A backup from the future, made while the clock was wrong,
 * does not count.
 */
export function isDue(made: readonly Date[], now: Date, timeZone: string): boolean {
  const quiet = lastQuietHour(now, timeZone);
  return !made.some((at) => at.getTime() >= quiet.getTime() && at.getTime() <= now.getTime());
}

/**
 * Returns the instant at which the latest quiet hour in the time zone began. If the clock skips that hour, returns the
 * next instant that exists.
 */
export function lastQuietHour(now: Date, timeZone: string): Date {
  const hourOf = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  const today = dateInZone(now, timeZone);
  const wanted = Number(hourOf.format(now)) >= QUIET_HOUR ? today : addDays(today, -1);
  // Go back by quarters of an hour, to the first one at or after the beginning of the quiet hour of that day.
  const quarter = HOUR_MS / 4;
  let instant = Math.floor(now.getTime() / quarter) * quarter;
  const isPast = (time: number) => {
    const date = new Date(time);
    const day = dateInZone(date, timeZone);
    return day > wanted || (day === wanted && Number(hourOf.format(date)) >= QUIET_HOUR);
  };
  while (isPast(instant - quarter)) instant -= quarter;
  return new Date(instant);
}

/** The numbers of days, weeks and months whose last backup is kept. */
export type Kept = { days: number; weeks: number; months: number };

export const KEPT: Kept = { days: 7, weeks: 4, months: 12 };

/**
 * Returns the backups that may be removed. The last backup of each of the latest days, weeks and months is kept, 7, 4
 * and 12 unless something else is said. Only days, weeks and months with a backup are counted, so that a clock set far ahead removes nothing. Backups from
 * the future are always kept.
 */
export function expired<T extends { at: Date }>(
  made: readonly T[],
  now: Date,
  timeZone: string,
  { days, weeks, months } = KEPT,
): T[] {
  const past = made
    .filter(({ at }) => at.getTime() <= now.getTime())
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set<T>();
  const keepLastOf = (count: number, periodOf: (day: CalendarDate) => string) => {
    const periods = new Set<string>();
    for (const one of past) {
      const period = periodOf(dateInZone(one.at, timeZone));
      if (periods.has(period)) continue;
      if (periods.size >= count) return;
      periods.add(period);
      kept.add(one);
    }
  };
  keepLastOf(days, (day) => day);
  keepLastOf(weeks, mondayOf);
  keepLastOf(months, (day) => day.slice(0, 7));
  return past.filter((one) => !kept.has(one));
}

function mondayOf(day: CalendarDate): CalendarDate {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The age at which a backup is stale: two missed quiet hours. */
const STALE_MS = 48 * HOUR_MS;

/** Returns whether the newest backup is missing, fresh or stale. */
export function ageOf(last: Date | undefined, now: Date): 'ok' | 'stale' | 'none' {
  if (!last) return 'none';
  return now.getTime() - last.getTime() <= STALE_MS ? 'ok' : 'stale';
}

/** The names of the entries of an archive, in order. The receipts come before the manifest. Archives of format 1 have no seal. */
export const ENTRIES = {
  about: 'about.json',
  database: 'vestry.db',
  config: 'config.json',
  secrets: 'secrets.json',
  manifest: 'manifest.json',
  seal: 'seal.txt',
} as const;

export const RECEIPTS = 'receipts/';
const SINGLE = new Set<string>(Object.values(ENTRIES));

/** True if a Vestry archive may have an entry with this name. All other names are refused. */
export function isEntryName(name: string): boolean {
  return SINGLE.has(name) || (name.startsWith(RECEIPTS) && isReceiptPath(name.slice(RECEIPTS.length)));
}

/**
 * True if a stored receipt may have this path. Receipts are in folders by year. Files outside these folders are
 * unfinished uploads.
 */
export function isReceiptPath(path: string): boolean {
  return isOwnPath(path) && path.includes('/');
}
