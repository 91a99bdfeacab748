import { type App, created, inTransaction, modified } from '../../../app.ts';
import { AppError, badField, missingReference, unknownReferences } from '../../../errors.ts';
import { hasIrs } from '../../../lib/country.ts';
import { fold } from '../../../lib/fold.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { type FundClass, GENERAL_FUND, isDonorRestricted, isOwned } from '../../../books/fund-classes.ts';
import {
  deleteCategory as removeCategory,
  findByName,
  insertCategory,
  isUsed,
  nextPlace,
  updateCategoryColumns,
} from './queries.ts';
import { type CategoryWarning, GivingCategory, type NewGivingCategory, type SavedGivingCategory } from './schema.ts';
import { getCategory } from './service.ts';
import { fundDisabled, fundsById, restrictedFundNamed } from '../../ledger/funds/service.ts';

/**
 * Adds a giving category, and adds a warning if the church is in the United States and gifts that are held for others would be
 * tax-deductible. Raises
 * `name_taken`, `unknown_reference` and `fund_disabled`.
 */
export function createCategory(app: App, input: NewGivingCategory): Promise<SavedGivingCategory> {
  return inTransaction(app, async (app) => {
    const nameKey = await freeNameKey(app, input.name);
    const sortOrder = input.sortOrder ?? (await nextPlace(app.db));
    const fundId = await chooseFund(app, input, null);
    const id = await insertCategory(app.db, { ...toColumns(input), fundId, nameKey, sortOrder, ...created(app) });
    const category = await getCategory(app, id);
    await recordChange(app, 'GivingCategoryCreated', null, category);
    return withWarnings(app, category);
  });
}

/**
 * Replaces the fields of a category, and adds a warning like `createCategory`. Raises `not_found`, `name_taken`, `unknown_reference` and `fund_disabled`. Also
 * raises `category_in_use` if givings use the category and the input would give it another fund.
 */
export function updateCategory(app: App, id: number, input: NewGivingCategory): Promise<SavedGivingCategory> {
  return inTransaction(app, async (app) => {
    const before = await getCategory(app, id);
    const nameKey = await freeNameKey(app, input.name, id);
    const fundId = await chooseFund(app, input, before);
    const sortOrder = input.sortOrder ?? before.sortOrder;
    await updateCategoryColumns(app.db, id, { ...toColumns(input), fundId, nameKey, sortOrder, ...modified(app) });
    return withWarnings(app, await changed(app, 'GivingCategoryUpdated', before));
  });
}

async function withWarnings(app: App, category: GivingCategory): Promise<SavedGivingCategory> {
  const fund = (await fundsById(app)).get(category.fundId);
  if (!fund || isOwned(fund.class) || !category.isTaxDeductible) return category;
  // Elsewhere, no statement says what is tax-deductible.
  if (!hasIrs((await getChurch(app)).country)) return category;
  const message =
    `The money of the fund ${fund.name} is held for others, so gifts to ${category.name} may be no gifts to the church, ` +
    'but statements certify them as tax-deductible. Make the category not tax-deductible, unless you have checked this.';
  const warning: CategoryWarning = { code: 'custodial_deductible', message };
  return { ...category, warnings: [warning] };
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
    if (await isUsed(app.db, id))
      throw new AppError('category_in_use', `${before.name} is in use. Disable it instead.`);
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

/** Returns the id of the fund for a category. A category that givings use keeps its fund. */
async function chooseFund(app: App, input: NewGivingCategory, before: GivingCategory | null): Promise<number> {
  const isFixed = before !== null && (await isUsed(app.db, before.id));
  const wanted = input.fundId ?? (isFixed ? before.fundId : await fundByFlag(app, input, before));
  const fund = (await fundsById(app)).get(wanted);
  if (!fund) throw unknownReferences([missingReference('fundId', 'fund')]);
  if (isFixed && (wanted !== before.fundId || contradicts(input, fund))) {
    throw new AppError(
      'category_in_use',
      `${before.name} already has givings, so it must stay in its fund. Nothing was changed. To use another fund, add another category.`,
    );
  }
  if (contradicts(input, fund)) {
    throw badField(
      'isRestricted',
      'not_as_the_fund',
      `must agree with the class of the fund ${fund.name}, or be left out`,
    );
  }
  if (wanted !== before?.fundId && !fund.isActive) throw fundDisabled(fund);
  return wanted;
}

/**
 * Returns the fund for a category if the request names no fund: the General fund, or a Restricted fund with the
 * category's name.
 */
async function fundByFlag(app: App, input: NewGivingCategory, before: GivingCategory | null): Promise<number> {
  if (input.isRestricted !== true) return GENERAL_FUND;
  if (before?.isRestricted) return before.fundId;
  return (await restrictedFundNamed(app, input)).id;
}

function contradicts({ isRestricted }: NewGivingCategory, fund: { class: FundClass }): boolean {
  return isRestricted !== null && isRestricted !== isDonorRestricted(fund.class);
}

function toColumns({ name, nameZh, description, isTaxDeductible }: NewGivingCategory) {
  return {
    name,
    nameZh,
    description,
    isTaxDeductible: isTaxDeductible ? (1 as const) : (0 as const),
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
