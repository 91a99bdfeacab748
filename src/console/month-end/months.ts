/** Which month to close, and which months to choose from. */
import { addMonths, formatMonth, monthOf, parseMonth } from '../../lib/date.ts';
import type { SavedMonth } from './queries.ts';

/**
 * Returns the month to close as `YYYY-MM`: the month after the latest finalized one, but at most the current month.
 * If no month is finalized, returns the earliest saved month, or else the last month that is over.
 */
export function monthToClose(saved: readonly SavedMonth[], today: string): string {
  const current = today.slice(0, 7);
  const finalized = saved.filter(({ status }) => status === 'Finalized').map(formatMonth);
  const latest = parseMonth(finalized.toSorted().at(-1) ?? '');
  const next = latest ? formatMonth(addMonths(latest, 1)) : saved.map(formatMonth).toSorted()[0];
  const chosen = next ?? formatMonth(addMonths(monthOf(today), -1));
  return chosen < current ? chosen : current;
}

/**
 * Returns the months to choose from, the newest first: from the earliest saved month, or at least a year, to the current
 * month. The month that is shown is always one of them.
 */
export function monthChoices(saved: readonly SavedMonth[], today: string, shown: string): string[] {
  const current = monthOf(today);
  const known = [...saved.map(formatMonth), formatMonth(addMonths(current, -12)), shown].toSorted();
  const last = [formatMonth(current), known.at(-1) ?? ''].toSorted().at(-1) ?? '';
  const months: string[] = [];
  for (let month = last; month >= (known[0] ?? ''); month = before(month)) months.push(month);
  return months;
}

const before = (month: string) => formatMonth(addMonths(monthOf(`${month}-01`), -1));
