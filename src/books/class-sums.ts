/**
 * Sums of expenses for Form 990: by subcategory and functional class. Expenses without a class of their own are summed
 * by ministry, because the default class of the ministry applies to them.
 */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isNoneOf, prepared } from '../db/prepared.ts';
import type { DateRange } from '../lib/date.ts';
import { countedExpenses, type HeldForOthers } from './counted.ts';
import { expenseLines } from './expense-lines.ts';

/**
 * The sum of the expenses of one subcategory in one functional class. For expenses without a class of their own, it is
 * the sum of one ministry instead.
 */
export type ClassSum = {
  subCategoryId: number;
  /** The functional class, or the id of the ministry as text. */
  classOrMinistry: string;
  /** The sum as SQLite returned it. Read it with `sumOf`, which checks that it is exact. */
  sum: number | null;
  count: number;
};

/** Returns the sums of the church's own expenses booked in a range. SQLite reads only an index, not the table. */
export function sumByClassOrMinistry(db: Db, { from, to }: DateRange, held: HeldForOthers): Promise<ClassSum[]> {
  return selectSums(db, from, to, JSON.stringify(held.fundIds));
}

const selectSums = prepared((db, from: string, to: string, custodial: string) =>
  db
    .selectFrom(expenseLines(db, 'bookedOn', 'subCategoryId', 'ministryId', 'functionalClass', 'fundId'))
    .select([
      'subCategoryId',
      sql<string>`coalesce("functionalClass", cast("ministryId" as text))`.as('classOrMinistry'),
      sql<number | null>`sum("amountMinor")`.as('sum'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('bookedOn', '>=', from)
    .where('bookedOn', '<=', to)
    .where(isNoneOf('fundId', custodial))
    .groupBy(['subCategoryId', 'classOrMinistry']),
);

/** Returns the first and the last day in a range on which an expense is booked, or undefined if there is none. */
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
