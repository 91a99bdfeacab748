import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { AUDITED } from '../../../db/columns.ts';
import { insertRow } from '../../../db/insert.ts';
import { isReferenced } from '../../../db/references.ts';
import type { ExpenseCategoryGroup, ExpenseSubCategory } from './schema.ts';
import type { ExpenseCategoryGroupTable, ExpenseSubCategoryTable } from './table.ts';

/** Returns all groups with their subcategories, both in display order. */
export async function listGroups(db: Db): Promise<ExpenseCategoryGroup[]> {
  const groups = await db
    .selectFrom('expenseCategoryGroups')
    .select(['id', 'name', 'nameZh', 'isActive'])
    .select(AUDITED)
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

/** Returns a group without its subcategories, or undefined. */
export async function findGroup(db: Db, id: number): Promise<Omit<ExpenseCategoryGroup, 'subCategories'> | undefined> {
  const row = await db
    .selectFrom('expenseCategoryGroups')
    .select(['id', 'name', 'nameZh', 'isActive'])
    .select(AUDITED)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, isActive: row.isActive === 1 };
}

/** Returns a subcategory, or undefined. */
export async function findSubCategory(db: Db, id: number): Promise<ExpenseSubCategory | undefined> {
  const row = await selectSubCategories(db).where('id', '=', id).executeTakeFirst();
  return row && toSubCategory(row);
}

const selectSubCategories = (db: Db) =>
  db
    .selectFrom('expenseSubCategories')
    .select(['id', 'groupId', 'name', 'nameZh', 'form990LineCode', 'form1099', 'isActive'])
    .select(AUDITED);

type Row = Omit<ExpenseSubCategory, 'isActive'> & { isActive: 0 | 1 };

const toSubCategory = (row: Row): ExpenseSubCategory => ({ ...row, isActive: row.isActive === 1 });

/** Returns the id of the group with this folded name, or undefined. */
export async function findGroupByName(db: Db, nameKey: string): Promise<number | undefined> {
  const query = db.selectFrom('expenseCategoryGroups').select('id').where('nameKey', '=', nameKey);
  return (await query.executeTakeFirst())?.id;
}

/** Returns the id of the subcategory with this folded name in the group, or undefined. */
export async function findSubCategoryByName(db: Db, groupId: number, nameKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('expenseSubCategories')
    .select('id')
    .where('groupId', '=', groupId)
    .where('nameKey', '=', nameKey)
    .executeTakeFirst();
  return row?.id;
}

/** True if the group has a subcategory. */
export async function hasSubCategories(db: Db, groupId: number): Promise<boolean> {
  const query = db.selectFrom('expenseSubCategories').select('id').where('groupId', '=', groupId);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * True if an expense, a part of an expense or another document names the subcategory. Deleted documents are included.
 */
export async function isSubCategoryUsed(db: Db, id: number): Promise<boolean> {
  return isReferenced(db, 'expenseSubCategories', id);
}

const last = sql<number>`coalesce(max("sortOrder"), -1)`;

/** Returns the sort order of a new group, which comes after the last one. */
export async function nextGroupPlace(db: Db): Promise<number> {
  const row = await db.selectFrom('expenseCategoryGroups').select(last.as('last')).executeTakeFirstOrThrow();
  return row.last + 1;
}

/** Returns the sort order of a new subcategory, which comes after the last one of its group. */
export async function nextSubCategoryPlace(db: Db, groupId: number): Promise<number> {
  const query = db.selectFrom('expenseSubCategories').select(last.as('last')).where('groupId', '=', groupId);
  return (await query.executeTakeFirstOrThrow()).last + 1;
}

/** Adds a group and returns its id. */
export function insertGroup(db: Db, group: Insertable<ExpenseCategoryGroupTable>): Promise<number> {
  return insertRow(db, 'expenseCategoryGroups', group);
}

/** Adds a subcategory and returns its id. */
export function insertSubCategory(db: Db, subCategory: Insertable<ExpenseSubCategoryTable>): Promise<number> {
  return insertRow(db, 'expenseSubCategories', subCategory);
}

/** Changes columns of a group. */
export async function updateGroupColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<ExpenseCategoryGroupTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('expenseCategoryGroups').set(columns).where('id', '=', id).execute();
}

/** Changes columns of a subcategory. */
export async function updateSubCategoryColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<ExpenseSubCategoryTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('expenseSubCategories').set(columns).where('id', '=', id).execute();
}

/** Deletes a group that has no subcategories. */
export async function removeGroup(db: Db, id: number): Promise<void> {
  await db.deleteFrom('expenseCategoryGroups').where('id', '=', id).execute();
}

/** Deletes a subcategory that no document names. */
export async function removeSubCategory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('expenseSubCategories').where('id', '=', id).execute();
}
