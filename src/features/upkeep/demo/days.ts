/** Days of a demo church: random days, feasts, and seasons of attendance and giving. */
import { addDays, type CalendarDate, daysBetween, monthOf } from '../../../lib/date.ts';
import type { Random } from '../../../lib/random.ts';

/** Returns a random day from `first` to `last`. If `last` is before `first`, returns `first`. */
export function dayBetween(random: Random, first: CalendarDate, last: CalendarDate): CalendarDate {
  const days = daysBetween(first, last);
  return days <= 0 ? first : addDays(first, random.below(days + 1));
}

/** Returns the earlier of two days. */
export const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);

/** Returns the later of two days. */
export const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

/** Factors for the attendance and the giving of a Sunday; 1 is usual. */
type Season = { attendance: number; giving: number };

const QUIET_MONTHS: Partial<Record<number, Season>> = {
  6: { attendance: 0.92, giving: 0.95 },
  7: { attendance: 0.78, giving: 0.83 },
  8: { attendance: 0.82, giving: 0.85 },
};
const EASTER: Season = { attendance: 1.28, giving: 1.22 };
const CHRISTMAS: Season = { attendance: 1.24, giving: 1.6 };
const YEAR_END: Season = { attendance: 0.8, giving: 1.45 };
const ADVENT: Season = { attendance: 1.05, giving: 1.2 };

/**
 * Returns the factors for a Sunday: lower in summer, and higher at Easter and Christmas. Giving is also higher in the
 * last days of a year.
 */
export function seasonOf(sunday: CalendarDate): Season {
  const { year, month } = monthOf(sunday);
  const day = Number(sunday.slice(8));
  if (sunday === easterOf(year)) return EASTER;
  if (month === 12) return day > 25 ? YEAR_END : day >= 19 ? CHRISTMAS : ADVENT;
  return QUIET_MONTHS[month] ?? { attendance: 1, giving: 1 };
}

/** True for the Sunday before Thanksgiving Day, which is the fourth Thursday of November. */
export function isThanksgiving(sunday: CalendarDate): boolean {
  const day = Number(sunday.slice(8));
  return monthOf(sunday).month === 11 && day >= 18 && day <= 24;
}

/** Returns Easter Sunday in the Gregorian calendar (the algorithm published anonymously in Nature, 20 April 1876). */
export function easterOf(year: number): CalendarDate {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const moon = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + moon + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return `${year}-${String(Math.floor(days / 31)).padStart(2, '0')}-${String((days % 31) + 1).padStart(2, '0')}`;
}
