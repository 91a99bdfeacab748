import { type App, created, inTransaction, modified } from '../../../app.ts';
import { isReferenced } from '../../../db/references.ts';
import { AppError, notFound } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import {
  deleteIncomeCategory as removeCategory,
  findByName,
  insertIncomeCategory,
  listIncomeCategories as readCategories,
  nextPlace,
  updateIncomeCategoryColumns,
} from './queries.ts';
import { IncomeCategory, type NewIncomeCategory } from './schema.ts';

/** Returns all categories of other income, including those that are no longer active, in their display order. */
export async function listIncomeCategories(app: App): Promise<{ items: IncomeCategory[] }> {
  return { items: await readCategories(app.db) };
}

/** Returns all categories of other income, by id. */
export async function incomeCategoriesById(app: App): Promise<ReadonlyMap<number, IncomeCategory>> {
  return new Map((await readCategories(app.db)).map((category) => [category.id, category]));
}

/** Returns one category. Raises `not_found`. */
export async function getIncomeCategory(app: App, id: number): Promise<IncomeCategory> {
  const category = (await incomeCategoriesById(app)).get(id);
  if (!category) throw notFound('income category');
  return category;
}

/** Adds a category. Raises `name_taken`. */
export function createIncomeCategory(app: App, input: NewIncomeCategory): Promise<IncomeCategory> {
  return inTransaction(app, async (app) => {
    const nameKey = await freeNameKey(app, input.name);
    const sortOrder = input.sortOrder ?? (await nextPlace(app.db));
    const id = await insertIncomeCategory(app.db, { ...toColumns(input), sortOrder, nameKey, ...created(app) });
    const category = await getIncomeCategory(app, id);
    await record(app, categoryFact('IncomeCategoryCreated', null, category));
    return category;
  });
}

/** Replaces the fields of a category. Raises `not_found` and `name_taken`. */
export function updateIncomeCategory(app: App, id: number, input: NewIncomeCategory): Promise<IncomeCategory> {
  return inTransaction(app, async (app) => {
    const before = await getIncomeCategory(app, id);
    const nameKey = await freeNameKey(app, input.name, id);
    const sortOrder = input.sortOrder ?? before.sortOrder;
    await updateIncomeCategoryColumns(app.db, id, { ...toColumns(input), sortOrder, nameKey, ...modified(app) });
    const after = await getIncomeCategory(app, id);
    await record(app, categoryFact('IncomeCategoryUpdated', before, after));
    return after;
  });
}

/** Removes a category that was never used, not even by a deleted document. Raises `not_found` and `category_in_use`. */
export function deleteIncomeCategory(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getIncomeCategory(app, id);
    if (await isReferenced(app.db, 'incomeCategories', id)) {
      throw new AppError('category_in_use', `${before.name} is in use. Set isActive to false instead.`);
    }
    await removeCategory(app.db, id);
    await record(app, categoryFact('IncomeCategoryDeleted', before, null));
  });
}

/** Returns the error for an attempt to use a category that is no longer active. */
export function incomeCategoryDisabled({ name }: IncomeCategory): AppError {
  return new AppError('category_disabled', `${name} is no longer in use. Choose another category.`);
}

async function freeNameKey(app: App, name: string, own?: number): Promise<string> {
  const nameKey = fold(name);
  const holder = await findByName(app.db, nameKey);
  if (holder === undefined || holder === own) return nameKey;
  throw new AppError('name_taken', `There is already an income category named ${name}.`);
}

function toColumns({ name, nameZh, isActive }: NewIncomeCategory) {
  return { name, nameZh, isActive: isActive ? (1 as const) : (0 as const) };
}

function categoryFact(action: string, before: IncomeCategory | null, after: IncomeCategory | null): Fact {
  const changes = changesBetween(IncomeCategory, before, after);
  return { action, entityType: 'IncomeCategory', entityId: (after ?? before)?.id ?? '', changes };
}
