import type { App } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { findCategories, listCategories as readCategories } from './queries.ts';
import type { GivingCategory } from './schema.ts';

/** The giving categories in their order; those disabled only when asked for. */
export async function listCategories(app: App, includeDisabled: boolean): Promise<{ items: GivingCategory[] }> {
  return { items: await readCategories(app.db, includeDisabled) };
}

/** One category. Raises `not_found`. */
export async function getCategory(app: App, id: number): Promise<GivingCategory> {
  const [category] = await findCategories(app.db, [id]);
  if (!category) throw notFound('giving category');
  return category;
}

/** Returns the categories with the ids. An unknown id is missing from the map. */
export async function categoriesById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, GivingCategory>> {
  const categories = await findCategories(app.db, [...new Set(ids)]);
  return new Map(categories.map((category) => [category.id, category]));
}
