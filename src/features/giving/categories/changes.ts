import { type App, created, inTransaction, modified } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import {
  deleteCategory as removeCategory,
  findByName,
  findUse,
  insertCategory,
  nextPlace,
  updateCategoryColumns,
} from './queries.ts';
import { GivingCategory, type NewGivingCategory } from './schema.ts';
import { getCategory } from './service.ts';

/** Adds a giving category. Raises `name_taken`. */
export function createCategory(app: App, input: NewGivingCategory): Promise<GivingCategory> {
  return inTransaction(app, async (app) => {
    const nameKey = await freeNameKey(app, input.name);
    const sortOrder = input.sortOrder ?? (await nextPlace(app.db));
    const id = await insertCategory(app.db, { ...toColumns(input), nameKey, sortOrder, ...created(app) });
    const category = await getCategory(app, id);
    await recordChange(app, 'GivingCategoryCreated', null, category);
    return category;
  });
}

/**
 * Replaces the fields of a category. Raises `not_found` and `name_taken`. A change of `isRestricted` also raises
 * `category_in_use` if expenses are paid from the category, and `period_finalized` if it would change the funds of a
 * finalized month.
 */
export function updateCategory(app: App, id: number, input: NewGivingCategory): Promise<GivingCategory> {
  return inTransaction(app, async (app) => {
    const before = await getCategory(app, id);
    const nameKey = await freeNameKey(app, input.name, id);
    if (input.isRestricted !== before.isRestricted) await refuseMovedFund(app, before);
    const sortOrder = input.sortOrder ?? before.sortOrder;
    await updateCategoryColumns(app.db, id, { ...toColumns(input), nameKey, sortOrder, ...modified(app) });
    return changed(app, 'GivingCategoryUpdated', before);
  });
}

/** Disables a category: new givings cannot use it, and existing givings keep it. Raises `not_found`. */
export function disableCategory(app: App, id: number): Promise<GivingCategory> {
  return setActive(app, id, false);
}

/** Enables a disabled category. Raises `not_found`. */
export function enableCategory(app: App, id: number): Promise<GivingCategory> {
  return setActive(app, id, true);
}

/** Deletes a category that no giving or expense has ever used. Raises `not_found` and `category_in_use`. */
export function deleteCategory(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getCategory(app, id);
    const { isUsed } = await findUse(app.db, id);
    if (isUsed) throw new AppError('category_in_use', `${before.name} is in use. Disable it instead.`);
    await removeCategory(app.db, id);
    await recordChange(app, 'GivingCategoryDeleted', before, null);
  });
}

function setActive(app: App, id: number, isActive: boolean): Promise<GivingCategory> {
  return inTransaction(app, async (app) => {
    const before = await getCategory(app, id);
    if (before.isActive === isActive) return before;
    await updateCategoryColumns(app.db, id, { isActive: isActive ? 1 : 0, ...modified(app) });
    return changed(app, isActive ? 'GivingCategoryEnabled' : 'GivingCategoryDisabled', before);
  });
}

async function freeNameKey(app: App, name: string, own?: number): Promise<string> {
  const nameKey = fold(name);
  const holder = await findByName(app.db, nameKey);
  if (holder !== undefined && holder !== own) {
    throw new AppError('name_taken', `There is already a giving category named ${name}.`);
  }
  return nameKey;
}

async function refuseMovedFund(app: App, { id, name, isRestricted }: GivingCategory): Promise<void> {
  const { isFund, firstDate } = await findUse(app.db, id);
  if (isRestricted && isFund) {
    throw new AppError('category_in_use', `Expenses are paid from ${name}, so it must stay a restricted fund.`);
  }
  if (firstDate !== null) await refuseClosedMonths(app, [{ date: firstDate, moves: 'fund' }]);
}

function toColumns({ name, nameZh, description, isTaxDeductible, isRestricted }: NewGivingCategory) {
  return {
    name,
    nameZh,
    description,
    isTaxDeductible: isTaxDeductible ? (1 as const) : (0 as const),
    isRestricted: isRestricted ? (1 as const) : (0 as const),
  };
}

async function changed(app: App, action: string, before: GivingCategory): Promise<GivingCategory> {
  const after = await getCategory(app, before.id);
  await recordChange(app, action, before, after);
  return after;
}

async function recordChange(
  app: App,
  action: string,
  before: GivingCategory | null,
  after: GivingCategory | null,
): Promise<void> {
  const changes = changesBetween(GivingCategory, before, after);
  await record(app, { action, entityType: 'GivingCategory', entityId: (after ?? before)?.id ?? '', changes });
}
