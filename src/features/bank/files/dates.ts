/** Reads dates as banks write them. A time of day and its time zone are ignored, because the date is the bank's own. */
import { type CalendarDate, isCalendarDate, LAST_DAY } from '../../../lib/date.ts';
import { DATE_ORDERS, dateOrderOf, parseDate } from '../../../lib/import-dates.ts';

/** The order of a date's parts. In `roc`, years are those of the Republic of China: 114 is 2025. */
export const DATE_FORMATS = [...DATE_ORDERS, 'roc'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

const TIME = /[ T]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[AP]M)?(?: ?(?:[A-Z]{1,4}|[+-]\d{2}:?\d{2}))?$/i;
const LONGEST_DATE = 100;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const ROC = /^(?:民國)?(\d{2,3})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/;
const ROC_COMPACT = /^(\d{3})(\d{2})(\d{2})$/;
const DAY_FIRST = /^(\d{1,2})[ .-]+([A-Za-z]{3,9})\.?[ ,-]+(\d{4}|\d{2})$/;
const MONTH_FIRST = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ROC_OFFSET = 1911;

/** Reads the date of an OFX file: its first eight digits, such as 20250305 in `20250305120000[-5:EST]`. */
export function readOfxDate(text: string | undefined): CalendarDate | undefined {
  const [, year, month, day] = /^\s*(\d{4})-?(\d{2})-?(\d{2})/.exec(text ?? '') ?? [];
  return existing(year, month, day);
}

/** Reads a date in the given order. A year of two digits is in this century. Returns undefined if it is no date. */
export function readBankDate(text: string, format: DateFormat): CalendarDate | undefined {
  const day = dayIn(text);
  const [, compactYear, compactMonth, compactDay] = COMPACT.exec(day) ?? [];
  if (compactYear !== undefined) return existing(compactYear, compactMonth, compactDay);
  const named = readNamed(day);
  if (named !== undefined || format !== 'roc') return named ?? parseDate(day, orderOf(format), LAST_DAY);
  const [, year, month, date] = ROC.exec(day) ?? ROC_COMPACT.exec(day) ?? [];
  return year === undefined ? undefined : existing(String(Number(year) + ROC_OFFSET), month, date);
}

/**
 * Returns the format that the dates of a file show. If none is shown, the format is undefined and `doubt` is a date that
 * can be read in two ways. The order of day and month is never guessed.
 */
export function formatShown(texts: readonly string[]): { format?: DateFormat; doubt?: string } {
  const days = texts.map(dayIn).filter(Boolean);
  if (days.some((day) => /^(?:民國)?1\d\d[-/.年]|^1\d{6}$/.test(day))) return { format: 'roc' };
  if (days.length === 0) return {};
  const unnamed = days.filter((day) => readNamed(day) === undefined && !/^\d{4}/.test(day));
  if (unnamed.length === 0) return { format: 'ymd' };
  const { order, doubt } = dateOrderOf(unnamed);
  if (order !== undefined) return { format: order };
  return { doubt: doubt ?? unnamed[0] ?? '' };
}

/** Returns the day of a text, without a time of day. A long text is none, and would be searched for a time very slowly. */
function dayIn(text: string): string {
  return text.length > LONGEST_DATE ? '' : text.trim().replace(TIME, '');
}

/** Returns whether a text is a date in some format. */
export function isLikeDate(text: string): boolean {
  return DATE_FORMATS.some((format) => readBankDate(text, format) !== undefined);
}

function orderOf(format: DateFormat) {
  return format === 'roc' ? undefined : format;
}

/** Reads a date with the English name of its month, such as `5 Mar 2025` or `March 5, 2025`. */
function readNamed(day: string): CalendarDate | undefined {
  const [, number, name, year] = DAY_FIRST.exec(day) ?? [];
  const [, otherName, otherNumber, otherYear] = MONTH_FIRST.exec(day) ?? [];
  const month = MONTHS.indexOf((name ?? otherName ?? '').slice(0, 3).toLowerCase()) + 1;
  if (month === 0) return undefined;
  return existing((year ?? otherYear)?.padStart(4, '20'), String(month), number ?? otherNumber);
}

function existing(year = '', month = '', day = ''): CalendarDate | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}
