import { sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { countedGivings, givenMoney, type HeldForOthers } from '../../../books/counted.ts';
import { givingLines } from '../../../books/giving-lines.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { GroupBy } from './schema.ts';

/**
 * What one giver gave in one group, such as a month. The gifts of all unknown givers share one entry, whose `memberId`
 * is null. If the groups are categories, a gift that is split over several categories adds 1 to the `count` of each of
 * these categories, but only to the `gifts` of the first of them. The sum of all `gifts` therefore counts each gift
 * once.
 */
export type GiverSum = { key: string; memberId: number | null; amount: Minor; count: number; gifts: number };

/**
 * What to sum up: the range of dates and the kind of group. Givings to the categories in `held`, which are money held
 * for others, are left out.
 */
type Wanted = { range: DateRange; groupBy: GroupBy; held: HeldForOthers };

const KEYS = {
  // `tallyWeekly` turns the dates into weeks.
  week: sql<string>`date`,
  month: sql<string>`substr(date, 1, 7)`,
  method: sql<string>`method`,
  category: sql<string>`cast("categoryId" as text)`,
} as const satisfies Record<GroupBy, unknown>;

const count = sql<number>`count(*)`;
/** Counts the first line of each gift, so that a gift that is split over several categories counts once. */
const firstLines = sql<number>`count(case position when 0 then 1 end)`;

/**
 * Returns the sums of the givings in a range that are not deleted, by group and giver. If the groups are categories, a
 * gift that is split over several categories counts in each of these categories.
 */
export async function sumByGiver(db: Db, { range, groupBy, held }: Wanted): Promise<GiverSum[]> {
  const rows = await sumsOf(db, { range, groupBy, held });
  return rows.map((row) => ({ ...row, amount: sumOf(row.amount) }));
}

function sumsOf(db: Db, wanted: Wanted) {
  if (wanted.held.categoryIds.length > 0) return ownSums(db, wanted);
  return wanted.groupBy === 'category' ? categorySums(db, wanted.range) : givingSums(db, wanted.range, wanted.groupBy);
}

const categorySums = (db: Db, { from, to }: DateRange) =>
  db
    .selectFrom(givingLines(db, 'date', 'memberId', 'nonCashDescription'))
    .select([KEYS.category.as('key'), 'memberId'])
    .select([givenMoney.as('amount'), count.as('count'), firstLines.as('gifts')])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(['key', 'memberId'])
    .execute();

const givingSums = (db: Db, { from, to }: DateRange, groupBy: GroupBy) =>
  countedGivings(db)
    .select([KEYS[groupBy].as('key'), 'memberId', givenMoney.as('amount'), count.as('count'), count.as('gifts')])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(['key', 'memberId'])
    .execute();

/**
 * Returns the sums without the lines of money held for others. A gift that is split over several categories counts if
 * at least one of its lines is the church's own money.
 */
const ownSums = (db: Db, { range: { from, to }, groupBy, held: { categoryIds } }: Wanted) => {
  const own = db
    .selectFrom(givingLines(db, 'date', 'memberId', 'method', 'nonCashDescription'))
    .selectAll()
    .select(sql<number>`row_number() over (partition by "givingId" order by "position")`.as('nth'))
    .where('categoryId', 'not in', categoryIds)
    .where('date', '>=', from)
    .where('date', '<=', to);
  const firsts = sql<number>`count(case nth when 1 then 1 end)`;
  return db
    .selectFrom(own.as('own'))
    .select([KEYS[groupBy].as('key'), 'memberId', givenMoney.as('amount'), firsts.as('gifts')])
    .select((groupBy === 'category' ? count : firsts).as('count'))
    .groupBy(['key', 'memberId'])
    .execute();
};

/**
 * Returns the first and the last date of the givings in a range that are not deleted, or undefined if there are none.
 */
export async function findSpan(db: Db, { from, to }: DateRange): Promise<DateRange | undefined> {
  const edge = (direction: 'asc' | 'desc') =>
    countedGivings(db)
      .select('date')
      .where('date', '>=', from)
      .where('date', '<=', to)
      .orderBy('date', direction)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await edge('asc'), await edge('desc')];
  return first && last && { from: first.date, to: last.date };
}

/** Returns the date and attendance of each session in a range whose attendance was recorded. */
export async function listAttendance(
  db: Db,
  { from, to }: DateRange,
): Promise<{ date: CalendarDate; count: number }[]> {
  const rows = await db
    .selectFrom('offeringSessions')
    .select(['date', 'sundayAttendanceCount as count'])
    .where('deletedAt', 'is', null)
    .where('sundayAttendanceCount', 'is not', null)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute();
  return rows.map(({ date, count }) => ({ date, count: count ?? 0 }));
}
