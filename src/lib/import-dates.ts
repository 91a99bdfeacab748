/**
 * Reads dates as people write them. Whether the day or the month comes first is never guessed: `dateOrderOf` finds it
 * in the dates of the file.
 */
import { type CalendarDate, isCalendarDate } from './date.ts';

export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];
/** The order of a date. In `roc`, the year comes first, and a year of two digits is one of the Republic of China, too. */
export type ReadOrder = DateOrder | 'roc';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const SHORT = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{1,2}|\d{4})$/;
/** Matches the time 0:00 that a database adds when it exports a date. */
const MIDNIGHT = /[ T]0?0:00(:00(\.0+)?)?(?:Z| ?[+-]00:?00)?$/;
/**
 * Matches a time in the time zone of whoever wrote the date, such as `10:45 AM`, `上午10:45`, `10:45 CST` or `19:40:01 -0600`.
 * A time in UTC is not matched, whether written `Z` or `+0000`, because its day may be another one where the church is.
 */
const LOCAL_TIME =
  /(?:[ T]|, | at )(?:[上下]午 ?)?\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[AP]\.?M\.?)?(?: [ECMP][SD]T| ?(?![+-]00:?00$)[+-]\d\d:?\d\d)?$/i;
const WEEKDAY =
  /^(?:(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\.?,? )|\s*[(（]?(?:星期|週|周|禮拜)?[日天一二三四五六][)）]$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Matches `March 15, 2026` and `Mar. 15 2026`. */
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d\d)$/i;
/** Matches `15 March 2026` and `15-Mar-26`. */
const MONTH_SECOND = /^(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3,9})\.?,?[- ](\d{4}|\d\d)$/i;

/**
 * Finds the order of day, month and year in the dates of a file. A number over twelve cannot be a month. If no date
 * shows the order, `doubt` is an unclear date. If dates contradict each other, `doubt` names one date of each order.
 */
export function dateOrderOf(texts: Iterable<string>): { order: DateOrder | undefined; doubt: string | undefined } {
  const shown = new Map<DateOrder, string>();
  let unclear: string | undefined;
  for (const text of new Set(texts)) {
    const [, first = 0, second = 0] = (SHORT.exec(dayOf(text)) ?? []).map(Number);
    const order = orderShown(first, second);
    if (order) shown.set(order, shown.get(order) ?? text);
    else if (unclear === undefined && first !== second && first <= 12 && second <= 12 && !isNoBirthDate(text))
      unclear = text;
  }
  const [order] = shown.keys();
  if (shown.size > 1) return { order: undefined, doubt: [...shown.values()].join(' and ') };
  return { order, doubt: order === undefined ? unclear : undefined };
}

function orderShown(first: number, second: number): DateOrder | undefined {
  if (first > 31) return 'ymd';
  if (first > 12 && second <= 12) return 'dmy';
  return second > 12 && first <= 12 ? 'mdy' : undefined;
}

/**
 * Reads a date that begins with a four-digit year, or that is in the given order. No order is given if `dateOrderOf`
 * found that the order makes no difference in the file. A two-digit year means 20xx, or 19xx if the date would otherwise
 * be in the future. Returns undefined if the text is not a date that exists.
 */
export function parseDate(text: string, order: ReadOrder | undefined, today: CalendarDate): CalendarDate | undefined {
  const day = dayOf(text);
  const [, year, month, date] = YEAR_FIRST.exec(day) ?? inWords(day) ?? inOrder(day, order ?? 'mdy');
  if (year === undefined || month === undefined || date === undefined || year.length % 2 === 1) return undefined;
  const rest = `-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const full = year.length === 4 ? year : `20${year}${rest}` > today ? `19${year}` : `20${year}`;
  return isCalendarDate(full + rest) ? full + rest : undefined;
}

/** Returns whether a date has a two-digit year. */
export function hasShortYear(text: string, order: ReadOrder | undefined): boolean {
  const day = dayOf(text);
  const [, year] = inWords(day) ?? inOrder(day, order ?? 'mdy');
  return year?.length === 2;
}

/** Matches a day without a year, such as `7/2`, `--07-02` or `7月2日`. */
const YEARLESS = /^(?:(\d{1,2})[-/.](\d{1,2})|--?(\d\d)-?(\d\d)|(\d{1,2})月(\d{1,2})日)$/;
/** Matches `July 2`, `2 July` and `2-Jul`. */
const YEARLESS_IN_WORDS =
  /^(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)?[- ]([a-z]{3,9})\.?)$/i;
/** Matches the empty date of a program, such as `00/00/00`. */
const ZEROS = /^[0\s/.-]+$/;
/** The zero of the calendars of spreadsheets and databases: nobody who is alive was born before it. */
const FIRST_YEAR = 1900;

/**
 * Returns whether a text stands for a birth date of which the year or the day is not known. Some programs write such a date
 * without a year, others with a year in which nobody was born (1604 on Apple's devices, 1885 in Planning Center), and others write
 * the first day of their calendar, such as 1900-01-01, 1/0/1900 or 0000-00-00.
 */
export function isNoBirthDate(text: string): boolean {
  const day = dayOf(text);
  if (ZEROS.test(day)) return true;
  const numbers = (YEARLESS.exec(day) ?? []).slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]));
  if (numbers.length > 0) return Math.min(...numbers) <= 12 && numbers.every((part) => part >= 1 && part <= 31);
  const [whole, word, date, otherDate, otherWord] = YEARLESS_IN_WORDS.exec(day) ?? [];
  if (whole !== undefined) return FULL_MONTH.test(word ?? otherWord ?? '') && Number(date ?? otherDate) <= 31;
  const [, year, ...rest] = YEAR_FIRST.exec(day) ?? inWords(day) ?? inOrder(day, 'mdy');
  if (year?.length !== 4) return false;
  return Number(year) < FIRST_YEAR || (Number(year) === FIRST_YEAR && rest.every((part) => Number(part) <= 1));
}

/** A date with a year of the Republic of China, such as `115/11/20` or `民國115年11月20日`. Its first year is 1912. */
const REPUBLIC = /^(?:(?:中華)?民國\s*(\d{1,3})|(\d{3}))\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/;
const BEFORE_REPUBLIC = 1911;
const CHINESE = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?$/;

/**
 * Returns the order in which to read dates: in a file with a year of the Republic such as `115/3/15`, `50/3/2` is a date of the
 * year 50 of the Republic, which is 1961.
 */
export function readOrderOf(order: DateOrder | undefined, texts: Iterable<string>): ReadOrder | undefined {
  if (order !== 'ymd') return order;
  for (const text of texts) if (LONG_REPUBLIC.test(text.trim())) return 'roc';
  return order;
}

const LONG_REPUBLIC = /^1\d\d[-/.年]/;

/** Returns a date without a time, and with the year of the common era. */
function dayOf(text: string): string {
  const clean = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const bare = clean.replace(MIDNIGHT, '').replace(LOCAL_TIME, '').replace(WEEKDAY, '');
  const day = bare.replace(CHINESE, '$1-$2-$3');
  const [whole, named, short, month, date] = REPUBLIC.exec(day) ?? [];
  return whole === undefined ? day : `${Number(named ?? short) + BEFORE_REPUBLIC}-${month}-${date}`;
}

/** Splits a date whose month is a word into the whole text, year, month and day. Returns undefined for any other text. */
function inWords(text: string): readonly string[] | undefined {
  const [whole, first = '', second = '', year = ''] = MONTH_FIRST.exec(text) ?? MONTH_SECOND.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [word, date] = /^\d/.test(first) ? [second, first] : [first, second];
  const month = MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
  return FULL_MONTH.test(word) && month > 0 ? [whole, year, String(month), date] : undefined;
}

const FULL_MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;

/**
 * Splits a short date in this order into the whole text, year, month and day. All are undefined if the text is not a
 * short date, or if the year must come first and is at the end.
 */
function inOrder(text: string, order: ReadOrder): readonly (string | undefined)[] {
  const [whole, first, second, third] = SHORT.exec(text) ?? [];
  if (order === 'mdy') return [whole, third, first, second];
  if (order === 'dmy') return [whole, third, second, first];
  if (third?.length === 4) return [];
  return [whole, order === 'roc' ? String(Number(first) + BEFORE_REPUBLIC) : first, second, third];
}
