import type { Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { GivingCategory } from './schema.ts';
import type { GivingCategoryTable } from './table.ts';

/** All categories in their order, or only those in use. */
export async function listCategories(db: Db, includeDisabled: boolean): Promise<GivingCategory[]> {
  let query = db.selectFrom('givingCategories').selectAll();
  if (!includeDisabled) query = query.where('isActive', '=', 1);
  const rows = await query.orderBy('sortOrder').orderBy('id').execute();
  return rows.map(toCategory);
}

/** The categories with the ids, in no order. */
export async function findCategories(db: Db, ids: readonly number[]): Promise<GivingCategory[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('givingCategories').selectAll().where('id', 'in', ids).execute();
  return rows.map(toCategory);
}

function toCategory(row: Selectable<GivingCategoryTable>): GivingCategory {
  return {
    ...row,
    isTaxDeductible: row.isTaxDeductible === 1,
    isRestricted: row.isRestricted === 1,
    isActive: row.isActive === 1,
  };
}
