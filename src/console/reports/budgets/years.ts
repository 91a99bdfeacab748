/** The fiscal years that can have a budget, and the months of a year. */
import { addDays, addYears, monthsOf } from '../../../lib/date.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import type { FiscalYear } from '../queries.ts';

/** Returns the fiscal years and the one after them, whose budget is made before it begins. */
export function withNextYear(years: readonly FiscalYear[], today: string): FiscalYear[] {
  const open = { status: 'Open', closedAt: null, closedBy: null } as const;
  const year = Number(today.slice(0, 4));
  const [last] = years;
  if (!last) {
    return [year + 1, year].map((one) => ({ ...open, year: one, from: `${one}-01-01`, to: `${one}-12-31` }));
  }
  const next = { ...open, year: last.year + 1, from: addDays(last.to, 1), to: addYears(last.to, 1) };
  return [next, ...years];
}

/** Returns the headings of the columns of a budget: the year, then its months. */
export function columnsOf({ from, to }: { from: string; to: string }, year: string): string[] {
  const name = new Intl.DateTimeFormat(currentLanguage(), { month: 'short', timeZone: 'UTC' });
  return [year, ...monthsOf({ from, to }).map((month) => name.format(new Date(`${month.from}T00:00:00Z`)))];
}
