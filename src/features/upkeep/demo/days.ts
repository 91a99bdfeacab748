/** The days of a demo church: random ones, and the seasons of its year. */
import { addDays, type CalendarDate, daysBetween, monthOf } from '../../../lib/date.ts';
import type { Random } from '../../../lib/random.ts';

/** Returns a day between two, both included; the first if there is none. */
export function dayBetween(random: Random, first: CalendarDate, last: CalendarDate): CalendarDate {
  const days = daysBetween(first, last);
  return days <= 0 ? first : addDays(first, random.below(days + 1));
}

/** The earlier of two days. */
export const earlier = (a: CalendarDate, b: CalendarDate): CalendarDate => (a < b ? a : b);

/** The later of two days. */
export const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

/** The share of the usual attendance and giving on a Sunday. */
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
 * Returns the season of a Sunday: lower in summer, higher at Easter and Christmas, and with the gifts of the last days
 * of a year.
 */
export function seasonOf(sunday: CalendarDate): Season {
  const { year, month } = monthOf(sunday);
  const day = Number(sunday.slice(8));
  if (sunday === easterOf(year)) return EASTER;
  if (month === 12) return day > 25 ? YEAR_END : day >= 19 ? CHRISTMAS : ADVENT;
  return QUIET_MONTHS[month] ?? { attendance: 1, giving: 1 };
}

/** Whether it is the Sunday before Thanksgiving Day, the fourth Thursday of November. */
export function isThanksgiving(sunday: CalendarDate): boolean {
  const day = Number(sunday.slice(8));
  return monthOf(sunday).month === 11 && day >= 18 && day <= 24;
}

/** Easter Sunday in the Gregorian calendar (the anonymous algorithm of Nature, 20 April 1876). */
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
