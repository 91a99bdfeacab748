/** Reads and formats calendar dates. A date is a `YYYY-MM-DD` string. `today` comes from the service. */
import { addDays, isCalendarDate } from '../../lib/date.ts';
import type { Language } from '../i18n/i18n.ts';

const TYPED = /^(?:(?:(\d{4})[-/.年])?(\d{1,2})[-/.月])?(\d{1,2})日?$/;
const US = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/**
 * Reads a typed date, such as `2026-11-22`, `11/22/2026`, `11/22` or `22`, also in full-width digits. A missing year or
 * month is taken from `today`. With `isPast`, an incomplete date means the last matching day that is not after
 * `today`. Returns undefined for any other text.
 */
export function readDate(text: string, today: string, isPast = false): string | undefined {
  const bare = text.normalize('NFKC').trim();
  const [, usMonth, usDay, usYear] = US.exec(bare) ?? [];
  if (usYear !== undefined) return dayOf(usYear, usMonth, usDay);
  const match = TYPED.exec(bare);
  if (!match) return undefined;
  const [, year, month, day] = match;
  if (year !== undefined) return dayOf(year, month, day);
  const [thisYear, thisMonth] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (!isPast) return dayOf(String(thisYear), month ?? String(thisMonth), day);
  // This year and the eight years before it contain every day of the year, even February 29 around the year 2100. The
  // last twelve months contain every day number from 1 to 31.
  const days = Array.from({ length: month === undefined ? 12 : 9 }, (_, back) =>
    month === undefined ? dayInMonth(thisYear, thisMonth - back, day) : dayOf(String(thisYear - back), month, day),
  );
  return days.find((date) => date !== undefined && date <= today);
}

/** A date in the calendar of the Republic of China, such as `民國69年3月14日`, `69年3月14日` or `115/11/20`. */
const ROC = /^(?:(?:民國)?(\d{2,3})年(\d{1,2})月(\d{1,2})日?|(?:民國)?(1\d{2})[-/.](\d{1,2})[-/.](\d{1,2}))$/;
const FIRST_ROC_YEAR = 1912;

/**
 * Reads a whole date, of which no part may be missing: `1980-03-14`, `3/14/1980`, `1980年3月14日`, or a date of the
 * Republic of China. Returns undefined for any other text.
 */
export function readWholeDate(text: string): string | undefined {
  const bare = text.normalize('NFKC').replaceAll(/\s/g, '');
  const [, inWords, month, day, digits, monthDigits, dayDigits] = ROC.exec(bare) ?? [];
  const year = inWords ?? digits;
  if (year !== undefined)
    return dayOf(String(FIRST_ROC_YEAR - 1 + Number(year)), month ?? monthDigits, day ?? dayDigits);
  return /\d{4}/.test(bare) ? readDate(bare, '') : undefined;
}

/** Returns the date of a day in a month. Month 0 is December of the previous year, month -1 is November, and so on. */
function dayInMonth(year: number, month: number, day: string | undefined): string | undefined {
  return month > 0 ? dayOf(String(year), String(month), day) : dayOf(String(year - 1), String(month + 12), day);
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}

/** Returns `today` if it is a Sunday, otherwise the Sunday before it. */
export function lastSunday(today: string): string {
  return addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay());
}

const STYLES = {
  short: { year: 'numeric', month: 'short', day: 'numeric' },
  withWeekday: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  weekday: { weekday: 'long' },
  month: { year: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns a calendar date as text in a language. */
export function dateText(date: string, language: Language, style: keyof typeof STYLES = 'short'): string {
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  // In Chinese, the weekday follows the date in brackets.
  if (language === 'zh-TW' && style === 'withWeekday') return `${text(STYLES.short)}（${text({ weekday: 'short' })}）`;
  return text(STYLES[style]);
}

/** Returns a month, such as `2026-03`, as text in a language. */
export function monthText(month: string, language: Language, style: 'long' | 'short' = 'long'): string {
  const options = { year: 'numeric', month: style, timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language, options).format(new Date(`${month}-01T00:00:00Z`));
}

/** Returns a text of the service with its dates and months, such as `2026-04-12`, written as in a language. */
export function withDates(text: string, language: Language): string {
  return text
    .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (date) => (isCalendarDate(date) ? dateText(date, language) : date))
    .replaceAll(/\b\d{4}-(?:0[1-9]|1[0-2])\b(?!-)/g, (month) => monthText(month, language, 'short'));
}

/**
 * The hours of a day: `3:05 PM` in English, and `15:05` in Chinese, as in letters and commands. Browsers would choose
 * differently in Chinese.
 */
const CLOCKS = {
  en: { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' },
  'zh-TW': { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<Language, Intl.DateTimeFormatOptions>;

/** Returns the time of day of an instant as text, in the given time zone or in that of this computer. */
export function timeText(instant: string, language: Language, timeZone?: string): string {
  const text = new Intl.DateTimeFormat(language, { ...CLOCKS[language], timeZone }).format(new Date(instant));
  // Some browsers put a narrow space before AM and PM.
  return text.replace('\u202F', ' ');
}

/** Returns the date and time of an instant as text, in the time zone of this computer. */
export function instantText(instant: string, language: Language): string {
  const day = new Intl.DateTimeFormat(language, STYLES.short).format(new Date(instant));
  return `${day}${language === 'zh-TW' ? '' : ','} ${timeText(instant, language)}`;
}
