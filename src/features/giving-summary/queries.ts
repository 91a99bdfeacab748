import { sql } from 'kysely';
import { sumOf } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import type { CalendarDate, DateRange } from '../../lib/date.ts';
import type { Minor } from '../../lib/money.ts';
import type { GroupBy } from './schema.ts';

/** What one giver, or nobody known, gave to one group. */
export type GiverSum = { key: string; memberId: number | null; amount: Minor; count: number };

const KEYS = {
  month: sql<string>`substr(date, 1, 7)`,
  category: sql<string>`cast("categoryId" as text)`,
  method: sql<string>`method`,
} as const satisfies Record<GroupBy, unknown>;

const money = sql<number>`sum(case when "nonCashDescription" is null then "amountMinor" else 0 end)`;

/** The live givings of a range, summed by group and giver. */
export async function sumByGiver(db: Db, { from, to }: DateRange, groupBy: GroupBy): Promise<GiverSum[]> {
  const rows = await db
    .selectFrom('givings')
    .select([KEYS[groupBy].as('key'), 'memberId', money.as('amount'), sql<number>`count(*)`.as('count')])
    .where('deletedAt', 'is', null)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(['key', 'memberId'])
    .execute();
  return rows.map((row) => ({ ...row, amount: sumOf(row.amount) }));
}

/** The first and the last date of live givings in a range, or undefined when there are none. */
export async function findSpan(db: Db, { from, to }: DateRange): Promise<DateRange | undefined> {
  const edge = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('givings')
      .select('date')
      .where('deletedAt', 'is', null)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .orderBy('date', direction)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await edge('asc'), await edge('desc')];
  return first && last && { from: first.date, to: last.date };
}

/** The attendance of every session of a range that has one. */
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
