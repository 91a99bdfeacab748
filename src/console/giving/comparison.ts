/** Compares the sums of giving of two ranges of dates, such as this year and last year, group by group. */
import { addDays, addYears } from '../../lib/date.ts';
import type { GroupBy, Summary } from './types.ts';

export type Compared = { key: string; name: string; amount: number; count: number; before: number | null };

/**
 * Returns the groups of `now` and `before` in one list. A week or month is compared with the same one a year before. A
 * group that only one of them has is listed, too.
 */
export function compare(now: Summary, before: Summary): Compared[] {
  const earlier = new Map(before.items.map((one) => [keyNow(one.key, now.groupBy), one]));
  const own = new Set(now.items.map(({ key }) => key));
  const rows = now.items.map(({ key, name, amount, count }) => ({
    key,
    name,
    amount,
    count,
    before: earlier.get(key)?.amount ?? null,
  }));
  const gone = [...earlier].filter(([key]) => !own.has(key));
  const all = [...rows, ...gone.map(([key, { name, amount }]) => ({ key, name, amount: 0, count: 0, before: amount }))];
  return now.groupBy === 'week' || now.groupBy === 'month' ? all.toSorted((a, b) => a.key.localeCompare(b.key)) : all;
}

/** Returns the key that a group of the year before has this year. The week 52 weeks later begins on a Sunday, too. */
function keyNow(key: string, groupBy: GroupBy): string {
  if (groupBy === 'week') return addDays(key, 364);
  return groupBy === 'month' ? addYears(`${key}-01`, 1).slice(0, 7) : key;
}
