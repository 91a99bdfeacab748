/** Sums of expenses by what Form 990 asks for: the subcategory, and the functional class or the ministry that has one. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { prepared } from '../db/prepared.ts';
import type { DateRange } from '../lib/date.ts';
import { countedExpenses } from './counted.ts';

/** What was booked in a subcategory in one functional class; for those without a class of their own, for one ministry. */
export type ClassSum = {
  subCategoryId: number;
  /** The functional class, or the id of the ministry whose class it is. */
  classOrMinistry: string;
  /** As the database has added it up; `sumOf` checks it. */
  sum: number | null;
  count: number;
};

/** The expenses of a range by subcategory and class, added up from an index alone. */
export function sumByClassOrMinistry(db: Db, { from, to }: DateRange): Promise<ClassSum[]> {
  return selectSums(db, from, to);
}

const selectSums = prepared((db, from: string, to: string) =>
  countedExpenses(db)
    .select([
      'subCategoryId',
      sql<string>`coalesce("functionalClass", cast("ministryId" as text))`.as('classOrMinistry'),
      sql<number | null>`sum("amountMinor")`.as('sum'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('bookedOn', '>=', from)
    .where('bookedOn', '<=', to)
    .groupBy(['subCategoryId', 'classOrMinistry']),
);

/** The first and the last day of a range on which an expense is booked, or undefined. */
export async function findBookedSpan(db: Db, { from, to }: DateRange): Promise<DateRange | undefined> {
  const edge = (direction: 'asc' | 'desc') =>
    countedExpenses(db)
      .select('bookedOn')
      .where('bookedOn', '>=', from)
      .where('bookedOn', '<=', to)
      .orderBy('bookedOn', direction)
      .limit(1)
      .executeTakeFirst();
  const [first, last] = [await edge('asc'), await edge('desc')];
  if (first?.bookedOn == null || last?.bookedOn == null) return undefined;
  return { from: first.bookedOn, to: last.bookedOn };
}
