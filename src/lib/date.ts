/**
 * A calendar date without a time zone, as `YYYY-MM-DD`. Dates compare correctly as strings. Only this file calculates
 * with dates.
 */
export type CalendarDate = string;

export type DateRange = { from: CalendarDate; to: CalendarDate };
export type Month = { year: number; month: number };

/** The last date that can be entered. */
export const LAST_DAY: CalendarDate = '2999-12-31';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns whether the text is a date that exists, from 1900-01-01 to 2999-12-31. */
export function isCalendarDate(text: string): boolean {
  const match = FORM.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2999 || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth({ year, month });
}

/** Returns the number of days in a month of the Gregorian calendar. */
export function daysInMonth({ year, month }: Month): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns the date `days` days later, or earlier if `days` is negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** Returns the number of days from `from` to `to`. It is negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/**
 * Returns the same day `years` years later, or earlier if `years` is negative. 29 February becomes 28 February unless
 * the new year is a leap year.
 */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const { year, month } = monthOf(date);
  const later = monthRange({ year: year + years, month });
  const day = `${later.from.slice(0, 8)}${date.slice(8)}`;
  return day < later.to ? day : later.to;
}

/** Splits a range into periods of seven days, beginning with its first day. The last one may be shorter. */
export function weeksOf({ from, to }: DateRange): DateRange[] {
  const weeks: DateRange[] = [];
  for (let start = from; start <= to; start = addDays(start, 7)) {
    const end = addDays(start, 6);
    weeks.push({ from: start, to: end < to ? end : to });
  }
  return weeks;
}

/** Splits a range into calendar months. The first and the last one may be incomplete. */
export function monthsOf({ from, to }: DateRange): DateRange[] {
  const parts: DateRange[] = [];
  for (let start = from; start <= to; start = addDays(parts.at(-1)?.to ?? to, 1)) {
    const { to: end } = monthRange(monthOf(start));
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}

/** Returns the first and the last day of a month. */
export function monthRange(month: Month): DateRange {
  const prefix = formatMonth(month);
  return { from: `${prefix}-01`, to: `${prefix}-${String(daysInMonth(month)).padStart(2, '0')}` };
}

/** Returns the day of the week, from 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Returns the Sundays of a range, in order. */
export function sundaysOf({ from, to }: DateRange): CalendarDate[] {
  const sundays: CalendarDate[] = [];
  const untilSunday = (7 - weekdayOf(from)) % 7;
  for (let day = addDays(from, untilSunday); day <= to; day = addDays(day, 7)) sundays.push(day);
  return sundays;
}

/** Returns the month of a date. */
export function monthOf(date: CalendarDate): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}

/** Returns the month `count` months later, or earlier if `count` is negative. */
export function addMonths({ year, month }: Month, count: number): Month {
  const index = year * 12 + (month - 1) + count;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** Returns a month as `YYYY-MM`. */
export function formatMonth({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** Reads a month written as `YYYY-MM`. Returns undefined if the text is not a month from 1900-01 to 2999-12. */
export function parseMonth(text: string): Month | undefined {
  return isCalendarDate(`${text}-01`) ? monthOf(text) : undefined;
}

/** Returns the fiscal year that begins in the calendar year `year` with the month `startMonth` (1 to 12). */
export function fiscalYear(year: number, startMonth: number): DateRange {
  const start: Month = { year, month: startMonth };
  return { from: monthRange(start).from, to: monthRange(addMonths(start, 11)).to };
}

/** Returns the fiscal year that contains the date. Fiscal years begin with the month `startMonth` (1 to 12). */
export function fiscalYearOf(date: CalendarDate, startMonth: number): DateRange {
  const { year, month } = monthOf(date);
  return fiscalYear(month < startMonth ? year - 1 : year, startMonth);
}

/** Returns the calendar date at an instant in an IANA time zone. */
export function dateInZone(instant: Date, timeZone: string): CalendarDate {
  let zone = zones.get(timeZone);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    zones.set(timeZone, (zone = { format, minute: NaN, date: '' }));
  }
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  // A day begins with a whole minute, so the date is the same within a minute.
  if (zone.minute !== minute) Object.assign(zone, { minute, date: zone.format.format(instant) });
  return zone.date;
}

/**
 * Returns the instant at which the clocks in an IANA time zone show a date and a time such as `13:30`. If they skip that
 * time, it counts by the clock before the change, as ECMAScript Temporal does by default.
 */
export function instantInZone(date: CalendarDate, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // `wanted` treats the local time as UTC, so it is some hours away from the real instant. If the clocks change between
  // the two, only the offset at `near` is right.
  const near = wanted - offsetAt(wanted, timeZone);
  const instant = wanted - offsetAt(near, timeZone);
  const isShown = instant + offsetAt(instant, timeZone) === wanted;
  return new Date(isShown ? instant : Math.max(near, instant));
}

/** Returns the date and time that the clocks in an IANA time zone show at an instant, such as `2026-03-01 13:30`. */
export function timeInZone(instant: string, timeZone: string): string {
  return clockIn(timeZone).format(new Date(instant)).slice(0, 16);
}

/** Returns how far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  return Date.parse(`${clockIn(timeZone).format(instant).replace(' ', 'T')}Z`) - instant;
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  let format = clocks.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(timeZone, format);
  }
  return format;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns whether the text is the name of an IANA time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[A-Za-z]/.test(text) && dateInZone(new Date(0), text) !== '';
  } catch {
    return false;
  }
}

/** The date format of a time zone, and the last date that it returned with its minute. */
type Zone = { format: Intl.DateTimeFormat; minute: number; date: CalendarDate };

/** Date formats by time zone. They are reused, because creating one is slow. */
const zones = new Map<string, Zone>();
