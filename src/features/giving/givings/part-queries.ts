/** Queries for the parts of gifts that are split over several categories. */
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRows } from '../../../db/insert.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { Minor } from '../../../lib/money.ts';
import type { GivingPart } from './part-schema.ts';
import { type Line, partsByGiving } from '../../../books/giving-lines.ts';

/** The id of a giving, and its parts. `parts` is null for a giving to a single category. */
type WithParts = { id: number; parts: readonly Line[] | null };

/** Stores the parts of givings, in the order of each list of parts. Skips givings without parts. */
export function insertParts(db: Db, givings: readonly WithParts[]): Promise<void> {
  const rows = givings.flatMap(({ id, parts }) =>
    (parts ?? []).map(({ categoryId, amount }, position) => ({
      givingId: id,
      position,
      categoryId,
      amountMinor: amount,
    })),
  );
  return insertRows(db, 'givingParts', rows);
}

/** Replaces the parts of a giving. If `parts` is null, just removes the old ones. */
export async function replaceParts(db: Db, giving: WithParts): Promise<void> {
  await db.deleteFrom('givingParts').where('givingId', '=', giving.id).execute();
  await insertParts(db, [giving]);
}

/** Converts rows to givings in the form of the API, with the parts of gifts that are split over several categories. */
export async function toGivings<R extends { id: number; categoryId: number | null; isAnonymous: 0 | 1 }>(
  db: Db,
  rows: readonly R[],
): Promise<(Omit<R, 'isAnonymous'> & { isAnonymous: boolean; parts: GivingPart[] | null })[]> {
  const split = rows.filter(({ categoryId }) => categoryId === null).map(({ id }) => id);
  const parts = await listParts(db, split);
  return rows.map((row) => ({ ...row, isAnonymous: row.isAnonymous === 1, parts: parts.get(row.id) ?? null }));
}

/** Returns the parts of givings, by the id of the giving. */
export async function listParts(db: Db, givingIds: readonly number[]): Promise<ReadonlyMap<number, GivingPart[]>> {
  return partsByGiving(givingIds.length === 0 ? [] : await selectParts(db, JSON.stringify(givingIds)));
}

const selectParts = prepared((db, givingIds: string) =>
  db
    .selectFrom('givingParts')
    .innerJoin('givingCategories', 'givingCategories.id', 'givingParts.categoryId')
    .select([
      'givingParts.givingId',
      'givingParts.categoryId',
      'givingCategories.name as categoryName',
      'givingParts.amountMinor as amount',
    ])
    .where(isOneOf('givingParts.givingId', givingIds))
    .orderBy('givingParts.givingId')
    .orderBy('givingParts.position'),
);

/**
 * Returns how much of each part of these givings was reversed, as negative amounts, by the id of the giving and then by
 * the id of the category.
 */
export async function listReversedParts(
  db: Db,
  givingIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, Minor>>> {
  const found = new Map<number, Map<number, Minor>>(givingIds.map((id) => [id, new Map()]));
  if (givingIds.length === 0) return found;
  const rows = await db
    .selectFrom('givings')
    .innerJoin('givingParts', 'givingParts.givingId', 'givings.id')
    .select((eb) => [
      'givings.reversalOf',
      'givingParts.categoryId',
      eb.fn.sum<number>('givingParts.amountMinor').as('sum'),
    ])
    .where(isOneOf('givings.reversalOf', JSON.stringify(givingIds)))
    .where('givings.deletedAt', 'is', null)
    .groupBy(['givings.reversalOf', 'givingParts.categoryId'])
    .execute();
  for (const { reversalOf, categoryId, sum } of rows) found.get(reversalOf ?? 0)?.set(categoryId, sumOf(sum));
  return found;
}
