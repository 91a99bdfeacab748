/**
 * Calendar dates are `YYYY-MM-DD` strings without a zone; this is the only file that calculates with them.
 * They compare correctly as strings.
 */
export type CalendarDate = string;

export type DateRange = { from: CalendarDate; to: CalendarDate };
export type Month = { year: number; month: number };

const DAY_MS = 86_400_000;
const FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is a day that exists, from 1900-01-01 to 2999-12-31. */
export function isCalendarDate(text: string): boolean {
  const match = FORM.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2999 || month < 1 || month > 12) return false;
  return day >= 1 && day <= daysInMonth({ year, month });
}

/** The number of days in a month of the Gregorian calendar. */
export function daysInMonth({ year, month }: Month): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The date a number of days later, or earlier when negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

/** How many days later the second date is; negative when it is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The same day a number of years later, or earlier when negative; 29 February becomes the 28th in other years. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const { year, month } = monthOf(date);
  const later = monthRange({ year: year + years, month });
  const day = `${later.from.slice(0, 8)}${date.slice(8)}`;
  return day < later.to ? day : later.to;
}

/** The weeks of a range, the last one cut off at its end. */
export function weeksOf({ from, to }: DateRange): DateRange[] {
  const weeks: DateRange[] = [];
  for (let start = from; start <= to; start = addDays(start, 7)) {
    const end = addDays(start, 6);
    weeks.push({ from: start, to: end < to ? end : to });
  }
  return weeks;
}

/** The months of a range, the first and the last one cut off at its ends. */
export function monthsOf({ from, to }: DateRange): DateRange[] {
  const parts: DateRange[] = [];
  for (let start = from; start <= to; start = addDays(parts.at(-1)?.to ?? to, 1)) {
    const { to: end } = monthRange(monthOf(start));
    parts.push({ from: start, to: end < to ? end : to });
  }
  return parts;
}

/** The first and the last day of a month. */
export function monthRange(month: Month): DateRange {
  const prefix = formatMonth(month);
  return { from: `${prefix}-01`, to: `${prefix}-${String(daysInMonth(month)).padStart(2, '0')}` };
}

/** The Sundays of a range, in order. */
export function sundaysOf({ from, to }: DateRange): CalendarDate[] {
  const sundays: CalendarDate[] = [];
  const untilSunday = (7 - new Date(`${from}T00:00:00Z`).getUTCDay()) % 7;
  for (let day = addDays(from, untilSunday); day <= to; day = addDays(day, 7)) sundays.push(day);
  return sundays;
}

/** The month a date lies in. */
export function monthOf(date: CalendarDate): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
}

/** The month a number of months later, or earlier when negative. */
export function addMonths({ year, month }: Month, count: number): Month {
  const index = year * 12 + (month - 1) + count;
  return { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
}

/** A month as `YYYY-MM`. */
export function formatMonth({ year, month }: Month): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** Reads `YYYY-MM`; undefined when it is not a month from 1900-01 to 2999-12. */
export function parseMonth(text: string): Month | undefined {
  return isCalendarDate(`${text}-01`) ? monthOf(text) : undefined;
}

/** The twelve months that start in the given calendar year with the given month (1 to 12). */
export function fiscalYear(year: number, startMonth: number): DateRange {
  const start: Month = { year, month: startMonth };
  return { from: monthRange(start).from, to: monthRange(addMonths(start, 11)).to };
}

/** The fiscal year in which a date lies, where it starts with the given month (1 to 12). */
export function fiscalYearOf(date: CalendarDate, startMonth: number): DateRange {
  const { year, month } = monthOf(date);
  return fiscalYear(month < startMonth ? year - 1 : year, startMonth);
}

/** The calendar date at an instant in an IANA time zone. */
export function dateInZone(instant: Date, timeZone: string): CalendarDate {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}

/** The instant at which the clocks of an IANA time zone show a time of a day, such as `13:30`. */
export function instantInZone(date: CalendarDate, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  // The second step is needed when the clocks changed within the hours of the first.
  const near = wanted - offsetAt(wanted, timeZone);
  return new Date(wanted - offsetAt(near, timeZone));
}

/** The time that the clocks of an IANA time zone show at an instant: `2026-03-01 13:30`. */
export function timeInZone(instant: string, timeZone: string): string {
  return clockIn(timeZone).format(new Date(instant)).slice(0, 16);
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
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

/** Whether the text names an IANA time zone. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[A-Za-z]/.test(text) && dateInZone(new Date(0), text) !== '';
  } catch {
    return false;
  }
}

/** Creating a format is slow, and a church uses one time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();
