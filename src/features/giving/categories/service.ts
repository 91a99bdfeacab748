import type { App } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { findCategories, listCategories as readCategories } from './queries.ts';
import type { GivingCategory } from './schema.ts';

/**
 * Returns the giving categories in their display order. Disabled ones are included only if `includeDisabled` is true.
 */
export async function listCategories(app: App, includeDisabled: boolean): Promise<{ items: GivingCategory[] }> {
  return { items: await readCategories(app.db, includeDisabled) };
}

/** Returns one category. Raises `not_found`. */
export async function getCategory(app: App, id: number): Promise<GivingCategory> {
  const [category] = await findCategories(app.db, [id]);
  if (!category) throw notFound('giving category');
  return category;
}

/** Returns the categories with these ids, by id. Unknown ids are left out. */
export async function categoriesById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, GivingCategory>> {
  const categories = await findCategories(app.db, [...new Set(ids)]);
  return new Map(categories.map((category) => [category.id, category]));
}
