import type { App } from '../../../app.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import type { ExpenseSubCategory } from '../../spending/categories/schema.ts';

/** Returns all expense subcategories by id. */
export async function subCategoriesById(app: App): Promise<ReadonlyMap<number, ExpenseSubCategory>> {
  const { items: groups } = await listExpenseCategories(app);
  return new Map(groups.flatMap(({ subCategories }) => subCategories.map((one) => [one.id, one])));
}
