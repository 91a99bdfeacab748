import { addDays, formatMonth, monthOf } from '../../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import type { GiverSum } from './queries.ts';
import type { GivingSummary } from './schema.ts';

type Attendance = GivingSummary['totals']['attendance'];

/** The sums of one group, and the members who gave. For `count` and `gifts`, see `GiverSum`. */
export type Tally = { amount: Minor; count: number; gifts: number; members: Set<number> };

/** Adds sums to the tallies of their groups. */
export function tally(groups: Map<string, Tally>, sums: readonly GiverSum[]): void {
  for (const { key, memberId, amount, count, gifts } of sums) {
    const group = groups.get(key) ?? emptyTally();
    group.amount = addMoney(group.amount, amount);
    group.count += count;
    group.gifts += gifts;
    if (memberId !== null) group.members.add(memberId);
    groups.set(key, group);
  }
}

const emptyTally = (): Tally => ({ amount: ZERO, count: 0, gifts: 0, members: new Set() });

/** Returns the sums of all groups together. A gift that is split over several categories counts once. */
export function tallyOfAll(groups: ReadonlyMap<string, Tally>): Tally {
  const all = emptyTally();
  for (const { amount, gifts, members } of groups.values()) {
    all.amount = addMoney(all.amount, amount);
    all.count += gifts;
    all.gifts += gifts;
    for (const id of members) all.members.add(id);
  }
  return all;
}

/** Returns the number of recorded attendances, their sum, and their average, rounded half up. */
export function attendanceOf(counts: readonly { count: number }[]): Attendance {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return { sundays: counts.length, total, average: counts.length === 0 ? 0 : Math.round(total / counts.length) };
}

/** Returns the key of the group of a date: the Sunday on or before the date, or the month as YYYY-MM. */
export function periodKey(date: string, groupBy: 'week' | 'month'): string {
  return groupBy === 'month' ? formatMonth(monthOf(date)) : addDays(date, -new Date(`${date}T00:00:00Z`).getUTCDay());
}
