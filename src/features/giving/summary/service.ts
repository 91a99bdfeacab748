import { type App, inSnapshot } from '../../../app.ts';
import { breathe } from '../../../lib/chunks.ts';
import { type DateRange, weeksOf } from '../../../lib/date.ts';
import { categoriesById, heldForOthers } from '../categories/service.ts';
import { findSpan, listAttendance, sumByGiver } from './queries.ts';
import { attendanceOf, periodKey, type Tally, tally, tallyOfAll } from './rules.ts';
import type { GivingSummary, GroupBy, SummaryGroup, SummaryQuery } from './schema.ts';

/**
 * Returns the sums of giving in a range of dates, grouped by week, month, category or method, and the attendance. Leaves out
 * givings to the categories of Custodial funds, because such money is not income.
 */
export function summarizeGiving(app: App, { from, to, groupBy }: SummaryQuery): Promise<GivingSummary> {
  return inSnapshot(app, async (app) => {
    const range = { from, to };
    const groups = await tallyWeekly(app, range, groupBy);
    const counts = await listAttendance(app.db, range);
    const names = groupBy === 'category' ? await categoryNames(app, groups) : undefined;
    const period = groupBy === 'week' || groupBy === 'month' ? groupBy : undefined;
    const periods = period ? counts.map(({ date }) => periodKey(date, period)) : [];
    const keys = [...new Set([...groups.keys(), ...periods])].toSorted((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    );
    const items = keys.map((key): SummaryGroup => {
      const own = period && counts.filter(({ date }) => periodKey(date, period) === key);
      return {
        key,
        name: names?.get(Number(key))?.name ?? key,
        categoryId: groupBy === 'category' ? Number(key) : null,
        ...figuresOf(groups.get(key)),
        attendance: own ? attendanceOf(own) : null,
      };
    });
    const totals = { ...figuresOf(tallyOfAll(groups)), attendance: attendanceOf(counts) };
    return { from, to, groupBy, items, totals };
  });
}

/**
 * Sums up givings week by week, because a large church has a hundred thousand givings in a year and other requests must
 * run in between. Each week is summed by giver, so that a giver counts only once in the whole range.
 */
async function tallyWeekly(app: App, range: DateRange, groupBy: GroupBy): Promise<Map<string, Tally>> {
  const groups = new Map<string, Tally>();
  const span = await findSpan(app.db, range);
  const held = await heldForOthers(app);
  for (const week of span ? weeksOf(span) : []) {
    const sums = await sumByGiver(app.db, { range: week, groupBy, held });
    tally(groups, groupBy === 'week' ? sums.map((one) => ({ ...one, key: periodKey(one.key, 'week') })) : sums);
    await breathe();
  }
  return groups;
}

function categoryNames(app: App, groups: ReadonlyMap<string, Tally>) {
  return categoriesById(app, [...groups.keys()].map(Number));
}

function figuresOf(group: Tally | undefined) {
  const { amount, count, members } = group ?? tallyOfAll(new Map());
  return { amount, count, givers: members.size };
}
