import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { findFundUse } from '../../../books/fund-use.ts';
import { givingLines } from '../../../books/giving-lines.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { GivingCategory } from './schema.ts';
import type { GivingCategoryTable } from './table.ts';

/** Returns all categories, or only the active ones, in their display order. */
export async function listCategories(db: Db, includeDisabled: boolean): Promise<GivingCategory[]> {
  let query = db.selectFrom('givingCategories').selectAll();
  if (!includeDisabled) query = query.where('isActive', '=', 1);
  const rows = await query.orderBy('sortOrder').orderBy('id').execute();
  return rows.map(toCategory);
}

/** Returns the categories with these ids, in any order. */
export async function findCategories(db: Db, ids: readonly number[]): Promise<GivingCategory[]> {
  if (ids.length === 0) return [];
  const rows = await selectCategories(db, JSON.stringify(ids));
  return rows.map(toCategory);
}

const selectCategories = prepared((db, ids: string) =>
  db.selectFrom('givingCategories').selectAll().where(isOneOf('id', ids)),
);

function toCategory(row: Selectable<GivingCategoryTable>): GivingCategory {
  return {
    ...row,
    isTaxDeductible: row.isTaxDeductible === 1,
    isRestricted: row.isRestricted === 1,
    isActive: row.isActive === 1,
  };
}

/** Returns the id of the category with this folded name, or undefined. */
export async function findByName(db: Db, nameKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('givingCategories').select('id').where('nameKey', '=', nameKey).executeTakeFirst();
  return row?.id;
}

/** Returns the `sortOrder` that places a new category after all others. */
export async function nextPlace(db: Db): Promise<number> {
  const row = await db
    .selectFrom('givingCategories')
    .select((eb) => eb.fn.max('sortOrder').as('last'))
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Adds a category and returns its id. */
export async function insertCategory(db: Db, category: Insertable<GivingCategoryTable>): Promise<number> {
  const { id } = await db.insertInto('givingCategories').values(category).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates columns of a category. */
export async function updateCategoryColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<GivingCategoryTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('givingCategories').set(columns).where('id', '=', id).execute();
}

/** Deletes a category. The caller must check first that nothing refers to it. */
export async function deleteCategory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('givingCategories').where('id', '=', id).execute();
}

export type CategoryUse = {
  /** Whether a giving or an expense, including a deleted one, refers to the category. */
  isUsed: boolean;
  /** Whether an expense, including a deleted one, is paid from the category. */
  isFund: boolean;
  /** The earliest date of a live giving to the category or of a live expense paid from it; null if there is none. */
  firstDate: string | null;
};

/** Returns how givings and expenses use a category. */
export async function findUse(db: Db, id: number): Promise<CategoryUse> {
  const giving = db.selectFrom('givings').where('categoryId', '=', id);
  const part = db.selectFrom('givingParts').where('categoryId', '=', id);
  const given = db.selectFrom(givingLines(db, 'date')).where('categoryId', '=', id);
  const { rows } = await sql<{ isGiven: 0 | 1; firstDate: string | null }>`
    select
      exists ${giving.select('id')} or exists ${part.select('givingId')} as "isGiven",
      ${given.select((eb) => eb.fn.min('date').as('date'))} as "firstDate"`.execute(db);
  const { isGiven = 0, firstDate = null } = rows[0] ?? {};
  const { isFund, firstDay } = await findFundUse(db, id);
  const days = [firstDate, firstDay].filter((day) => day !== null).toSorted();
  return { isUsed: isGiven === 1 || isFund, isFund, firstDate: days[0] ?? null };
}
