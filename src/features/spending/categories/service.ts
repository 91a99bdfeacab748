import { type App, inSnapshot } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { findSubCategory, listGroups } from './queries.ts';
import type { ExpenseCategoryGroup, ExpenseSubCategory } from './schema.ts';

/** Returns all groups with their subcategories. */
export async function listExpenseCategories(app: App): Promise<{ items: ExpenseCategoryGroup[] }> {
  return { items: await inSnapshot(app, ({ db }) => listGroups(db)) };
}

/** Returns a group with its subcategories. Raises `not_found`. */
export async function getGroup(app: App, id: number): Promise<ExpenseCategoryGroup> {
  const { items } = await listExpenseCategories(app);
  const group = items.find((one) => one.id === id);
  if (!group) throw notFound('expense category group');
  return group;
}

/** Returns a subcategory. Raises `not_found`. */
export async function getSubCategory(app: App, id: number): Promise<ExpenseSubCategory> {
  const subCategory = await findSubCategory(app.db, id);
  if (!subCategory) throw notFound('expense subcategory');
  return subCategory;
}

/** Returns all subcategories by id. The `isActive` of each is true only if its group is active, too. */
export async function usableSubCategories(app: App): Promise<ReadonlyMap<number, ExpenseSubCategory>> {
  const groups = await listGroups(app.db);
  const all = groups.flatMap(({ isActive, subCategories }) =>
    subCategories.map((one) => ({ ...one, isActive: one.isActive && isActive })),
  );
  return new Map(all.map((one) => [one.id, one]));
}
