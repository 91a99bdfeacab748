/** Writes calendar dates the way that people of a language write them in letters and on forms. */
import { type CalendarDate, isCalendarDate } from './date.ts';
import type { Locale } from './wire.ts';

/** Returns a date in words, such as `March 9, 2025` or `2025年3月9日`. */
export function dateInWords(date: CalendarDate, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
}

/** Returns a date for a column of dates, such as `03/09/2025` in the United States and `2025-03-09` elsewhere. */
export function dateInDigits(date: CalendarDate, locale: Locale): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return locale === 'en-US' ? `${month}/${day}/${year}` : date;
}

/**
 * Returns a printed text with its dates as people in the United States write them, such as `March 9, 2025`. The texts of
 * other places keep their dates.
 */
export function withDatesInWords(text: string, locale: Locale): string {
  if (locale !== 'en-US') return text;
  return text.replace(/\b\d{4}-\d\d-\d\d\b/g, (date) => (isCalendarDate(date) ? dateInWords(date, locale) : date));
}
