import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { prepared } from '../../../db/prepared.ts';
import type { DateRange } from '../../../lib/date.ts';
import { FUNCTIONAL_CLASSES, type FunctionalClass } from '../../../books/functional-classes.ts';

/** The subcategories that stand on a line of the form. */
export async function listSubCategoryIds(db: Db, lineCode: string): Promise<number[]> {
  const rows = await db
    .selectFrom('expenseSubCategories')
    .select('id')
    .where('form990LineCode', '=', lineCode)
    .execute();
  return rows.map(({ id }) => id);
}

/** What was booked in a subcategory in one functional class; for those without a class of their own, for one ministry. */
export type BookedSum = {
  subCategoryId: number;
  /** The functional class, or the id of the ministry whose class it is. */
  classOrMinistry: string;
  sum: number | null;
  count: number;
};

/**
 * Approved and Paid expenses booked in the range, summed from an index alone: names and the classes of ministries are looked
 * up for the sums, not for each expense.
 */
export function sumBooked(db: Db, { from, to }: DateRange): Promise<BookedSum[]> {
  return selectSums(db, from, to);
}

const booked = (db: Db) =>
  db
    .selectFrom('expenses')
    .where('bookedOn', 'is not', null)
    .where('status', 'in', ['Approved', 'Paid'])
    .where('deletedAt', 'is', null);

const selectSums = prepared((db, from: string, to: string) =>
  booked(db)
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

/** The first and the last day of the range on which something was booked, or undefined. */
export async function findSpan(db: Db, { from, to }: DateRange): Promise<DateRange | undefined> {
  const edge = (direction: 'asc' | 'desc') =>
    booked(db)
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

/** The name and the line of every subcategory, by its id. */
export async function listSubCategories(db: Db) {
  const rows = await db.selectFrom('expenseSubCategories').select(['id', 'name', 'form990LineCode']).execute();
  return new Map(rows.map(({ id, name, form990LineCode }) => [id, { name, lineCode: form990LineCode }]));
}

/** The functional class behind a `classOrMinistry`: its own, or that of the ministry with this id. */
export async function listClasses(db: Db): Promise<ReadonlyMap<string, FunctionalClass>> {
  const rows = await db.selectFrom('ministries').select(['id', 'defaultFunctionalClass']).execute();
  return new Map([
    ...FUNCTIONAL_CLASSES.map((one) => [one, one] as const),
    ...rows.map(({ id, defaultFunctionalClass }) => [String(id), defaultFunctionalClass] as const),
  ]);
}
