import type { Db } from '../../db/connect.ts';
import type { ExpenseCategoryGroup, ExpenseSubCategory } from './schema.ts';

/** All groups with their subcategories, each in their order. */
export async function listGroups(db: Db): Promise<ExpenseCategoryGroup[]> {
  const groups = await db
    .selectFrom('expenseCategoryGroups')
    .select(['id', 'name', 'isActive'])
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();
  const rows = await selectSubCategories(db).orderBy('sortOrder').orderBy('id').execute();
  const subCategories = rows.map(toSubCategory);
  return groups.map((group) => ({
    ...group,
    isActive: group.isActive === 1,
    subCategories: subCategories.filter(({ groupId }) => groupId === group.id),
  }));
}

/** One subcategory, or undefined. */
export async function findSubCategory(db: Db, id: number): Promise<ExpenseSubCategory | undefined> {
  const row = await selectSubCategories(db).where('id', '=', id).executeTakeFirst();
  return row && toSubCategory(row);
}

const selectSubCategories = (db: Db) =>
  db.selectFrom('expenseSubCategories').select(['id', 'groupId', 'name', 'form990LineCode', 'isActive']);

type Row = Omit<ExpenseSubCategory, 'isActive'> & { isActive: 0 | 1 };

const toSubCategory = (row: Row): ExpenseSubCategory => ({ ...row, isActive: row.isActive === 1 });
