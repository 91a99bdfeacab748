import type { Insertable, Selectable } from 'kysely';
import { AUDITED } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRow } from '../../../db/insert.ts';
import type { IncomeCategory } from './schema.ts';
import type { IncomeCategoryTable } from './table.ts';

/** Returns all categories of other income in their display order. */
export async function listIncomeCategories(db: Db): Promise<IncomeCategory[]> {
  const rows = await db
    .selectFrom('incomeCategories')
    .select(['id', 'name', 'nameZh', 'isActive', 'sortOrder'])
    .select(AUDITED)
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1 }));
}

/** Returns the id of the category with the folded name, or undefined. */
export async function findByName(db: Db, nameKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('incomeCategories').select('id').where('nameKey', '=', nameKey).executeTakeFirst();
  return row?.id;
}

/** Returns the `sortOrder` that places a new category after all others. */
export async function nextPlace(db: Db): Promise<number> {
  const row = await db
    .selectFrom('incomeCategories')
    .select((eb) => eb.fn.max('sortOrder').as('last'))
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Adds a category and returns its id. */
export function insertIncomeCategory(db: Db, category: Insertable<IncomeCategoryTable>): Promise<number> {
  return insertRow(db, 'incomeCategories', category);
}

/** Changes columns of a category. */
export async function updateIncomeCategoryColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<IncomeCategoryTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('incomeCategories').set(columns).where('id', '=', id).execute();
}

/** Removes a category that nothing refers to. */
export async function deleteIncomeCategory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('incomeCategories').where('id', '=', id).execute();
}
