/** Names fiscal years for people, and says how far a year has got. */
import { addMonths, type DateRange, monthOf, monthRange } from '../../lib/date.ts';
import type { FiscalYear } from './queries.ts';

/** Returns `2026` for a fiscal year that is a calendar year, and `2025–2026` for any other. */
export function yearName({ year, from }: Pick<FiscalYear, 'year' | 'from'>): string {
  return from.endsWith('-01-01') ? String(year) : `${year}–${year + 1}`;
}

/** True if some days of a fiscal year are still to come. */
export const isRunning = ({ from, to }: DateRange, today: string): boolean => from <= today && today < to;

/**
 * Returns the days of a running year that a report covers: up to today. A budget is for whole months, so beside a budget
 * it is up to the last month that is over, if there is one.
 */
export function daysSoFar({ from }: DateRange, today: string, { isBudgeted }: { isBudgeted: boolean }): DateRange {
  const thisMonth = monthRange(monthOf(today)).to;
  const lastMonth = monthRange(addMonths(monthOf(today), -1)).to;
  return { from, to: isBudgeted && today < thisMonth && from < lastMonth ? lastMonth : today };
}
