import type { App } from '../../../app.ts';
import type { FundOf } from '../../../books/balances.ts';
import type { HeldForOthers } from '../../../books/counted.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { notFound } from '../../../errors.ts';
import {
  findCategories,
  findFirstDay,
  findPostedCategories,
  listCategories as readCategories,
  type PostedCategory,
} from './queries.ts';
import type { CategoryWithFund } from './schema.ts';

/**
 * Returns the giving categories in their display order. Disabled ones are included only if `includeDisabled` is true.
 */
export async function listCategories(app: App, includeDisabled: boolean): Promise<{ items: CategoryWithFund[] }> {
  return { items: await readCategories(app.db, includeDisabled) };
}

/** Returns one category. Raises `not_found`. */
export async function getCategory(app: App, id: number): Promise<CategoryWithFund> {
  const [category] = await findCategories(app.db, [id]);
  if (!category) throw notFound('giving category');
  return category;
}

/** Returns the ids of the funds whose money the church holds for others, and of their giving categories. */
export async function heldForOthers(app: App): Promise<HeldForOthers> {
  const fundIds = [...(await fundsById(app)).values()].filter((fund) => !isOwned(fund.class)).map(({ id }) => id);
  if (fundIds.length === 0) return { categoryIds: [], fundIds };
  const categories = (await readCategories(app.db, true)).filter(({ fundId }) => fundIds.includes(fundId));
  return { categoryIds: categories.map(({ id }) => id), fundIds };
}

/** Returns the fund of each giving category, by id. */
export async function fundByCategory(app: Pick<App, 'db'>): Promise<FundOf> {
  return new Map((await readCategories(app.db, true)).map(({ id, fundId }) => [id, fundId]));
}

/** Returns the date of the earliest giving that belongs to a fund, or undefined if there is none. */
export function firstGivingTo(app: App, fundId: number): Promise<CalendarDate | undefined> {
  return findFirstDay(app.db, fundId);
}

/** Returns the categories with these ids, by id. Unknown ids are left out. */
export async function categoriesById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, CategoryWithFund>> {
  const categories = await findCategories(app.db, [...new Set(ids)]);
  return new Map(categories.map((category) => [category.id, category]));
}

/** Returns the fields of these categories that are needed to enter gifts, by id. Unknown ids are left out. */
export async function postedCategories(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, PostedCategory>> {
  const categories = await findPostedCategories(app.db, [...new Set(ids)]);
  return new Map(categories.map((category) => [category.id, category]));
}
