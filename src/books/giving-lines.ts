/**
 * Defines how much was given to which category. Every sum by category uses this definition. If the `categoryId` of a
 * giving is null, its categories and amounts are in `givingParts`. Nothing else marks a giving with parts.
 */
import type { Db } from '../db/connect.ts';
import { isOneOf, prepared } from '../db/prepared.ts';
import type { Minor } from '../lib/money.ts';

/** The amount of a gift that is for one category. */
export type Line = { categoryId: number; amount: Minor };

/** Returns the lines of a gift: its parts, or one line with the whole amount. */
export function linesOf(gift: {
  categoryId: number | null;
  amount: Minor;
  parts: readonly Line[] | null;
}): readonly Line[] {
  const { categoryId, amount, parts } = gift;
  return parts ?? (categoryId === null ? [] : [{ categoryId, amount }]);
}

/** Returns the parts of each giving, in their order, by the id of the giving. */
export async function listGivingParts(db: Db, givingIds: readonly number[]): Promise<ReadonlyMap<number, Line[]>> {
  return partsByGiving(givingIds.length === 0 ? [] : await selectParts(db, JSON.stringify(givingIds)));
}

/** Groups rows of parts by the id of their giving. The parts of a giving keep the order of the rows. */
export function partsByGiving<Row extends { givingId: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, Omit<Row, 'givingId'>[]> {
  const found = new Map<number, Omit<Row, 'givingId'>[]>();
  for (const { givingId, ...part } of rows) {
    const known = found.get(givingId);
    if (known) known.push(part);
    else found.set(givingId, [part]);
  }
  return found;
}

const selectParts = prepared((db, givingIds: string) =>
  db
    .selectFrom('givingParts')
    .select(['givingId', 'categoryId', 'amountMinor as amount'])
    .where(isOneOf('givingId', givingIds))
    .orderBy('givingId')
    .orderBy('position'),
);

/**
 * SQL for the parts of a giving as JSON, in their order: `[[categoryId, amountMinor], ...]`. Null if the giving has no
 * parts.
 */
export const PARTS_AS_JSON = `(
  select json_group_array(json_array("categoryId", "amountMinor") order by "position") from "givingParts"
  where "givingId" = "givings"."id" having count(*) > 0
)`;

type LineColumn = 'date' | 'giftDate' | 'memberId' | 'method' | 'nonCashDescription' | 'source';

/**
 * Selects the lines of all givings that are not deleted. A giving with one category is one line, at `position` 0. A
 * giving that is split over several categories has one line for each part.
 *
 * SQLite applies a condition on a column to both halves of the union, so it can read each half by an index. If an index
 * contains all the requested columns, SQLite does not read the table.
 */
export const givingLines = <C extends LineColumn>(db: Db, ...columns: readonly C[]) => {
  const own = columns.map((column) => `givings.${column}` as const);
  const ordinary = db
    .selectFrom('givings')
    .select(own)
    .select(['givings.id as givingId', 'givings.amountMinor'])
    .select((eb) => [
      eb.ref('givings.categoryId').$notNull().as('categoryId'),
      eb.lit(0).$castTo<number>().as('position'),
    ])
    .where('givings.deletedAt', 'is', null)
    .where('givings.categoryId', 'is not', null);
  const split = db
    .selectFrom('givings')
    .innerJoin('givingParts', 'givingParts.givingId', 'givings.id')
    .select(own)
    .select(['givings.id as givingId', 'givingParts.amountMinor'])
    .select(['givingParts.categoryId', 'givingParts.position'])
    .where('givings.deletedAt', 'is', null)
    .where('givings.categoryId', 'is', null);
  return ordinary.unionAll(split as never).as('lines');
};
