import { type App, created, inTransaction, modified } from '../../../app.ts';
import { AppError, badField, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { TOTAL_LINE, lineExists } from '../../../books/form990-lines.ts';
import {
  findGroup,
  findGroupByName,
  findSubCategoryByName,
  hasSubCategories,
  insertGroup,
  insertSubCategory,
  isSubCategoryUsed,
  nextGroupPlace,
  nextSubCategoryPlace,
  removeGroup,
  removeSubCategory,
  updateGroupColumns,
  updateSubCategoryColumns,
} from './queries.ts';
import {
  ExpenseCategoryGroup,
  type ExpenseCategoryGroupUpdate,
  ExpenseSubCategory,
  type ExpenseSubCategoryUpdate,
  type NewExpenseCategoryGroup,
  type NewExpenseSubCategory,
} from './schema.ts';
import { getGroup, getSubCategory } from './service.ts';

/** Adds a group after the existing groups. Raises `name_taken`. */
export function createGroup(app: App, { name, nameZh }: NewExpenseCategoryGroup): Promise<ExpenseCategoryGroup> {
  return inTransaction(app, async (app) => {
    const nameKey = await freeGroupName(app, name);
    const sortOrder = await nextGroupPlace(app.db);
    const id = await insertGroup(app.db, { name, nameZh, nameKey, sortOrder, ...created(app) });
    const group = await getGroup(app, id);
    await record(app, groupFact('ExpenseCategoryGroupCreated', null, group));
    return group;
  });
}

/**
 * Renames, disables or enables a group. New expenses cannot use the subcategories of a disabled group. Raises
 * `not_found` and `name_taken`.
 */
export function updateGroup(app: App, id: number, input: ExpenseCategoryGroupUpdate): Promise<ExpenseCategoryGroup> {
  return inTransaction(app, async (app) => {
    const before = await getGroup(app, id);
    const nameKey = await freeGroupName(app, input.name, id);
    const isActive = flagOf(input.isActive ?? before.isActive);
    const { name, nameZh } = input;
    await updateGroupColumns(app.db, id, { name, nameZh, nameKey, isActive, ...modified(app) });
    const after = await getGroup(app, id);
    await record(app, groupFact('ExpenseCategoryGroupUpdated', before, after));
    return after;
  });
}

/** Removes a group without subcategories. Raises `not_found` and `category_in_use`. */
export function deleteGroup(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getGroup(app, id);
    if (await hasSubCategories(app.db, id)) {
      throw new AppError('category_in_use', `${before.name} has subcategories. Delete or move them first.`);
    }
    await removeGroup(app.db, id);
    await record(app, groupFact('ExpenseCategoryGroupDeleted', before, null));
  });
}

/**
 * Adds a subcategory after the existing subcategories of its group. Raises `unknown_reference`, `name_taken`, and
 * `validation_failed` for line 25.
 */
export function createSubCategory(app: App, input: NewExpenseSubCategory): Promise<ExpenseSubCategory> {
  return inTransaction(app, async (app) => {
    const nameKey = await checked(app, input);
    const sortOrder = await nextSubCategoryPlace(app.db, input.groupId);
    const id = await insertSubCategory(app.db, { ...input, nameKey, sortOrder, ...created(app) });
    const subCategory = await getSubCategory(app, id);
    await record(app, subCategoryFact('ExpenseSubCategoryCreated', null, subCategory));
    return subCategory;
  });
}

/**
 * Renames, disables or enables a subcategory, or changes its group or its line of Form 990. Its expenses move with it,
 * so a new line also changes earlier months of the Form 990 report. Raises `not_found`, and the errors of
 * `createSubCategory`.
 */
export function updateSubCategory(app: App, id: number, input: ExpenseSubCategoryUpdate): Promise<ExpenseSubCategory> {
  return inTransaction(app, async (app) => {
    const before = await getSubCategory(app, id);
    const nameKey = await checked(app, input, id);
    const { isActive, ...columns } = input;
    await updateSubCategoryColumns(app.db, id, {
      ...columns,
      nameKey,
      isActive: flagOf(isActive ?? before.isActive),
      ...modified(app),
    });
    const after = await getSubCategory(app, id);
    await record(app, subCategoryFact('ExpenseSubCategoryUpdated', before, after));
    return after;
  });
}

/** Removes a subcategory that was never used by an expense. Raises `not_found` and `category_in_use`. */
export function deleteSubCategory(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getSubCategory(app, id);
    if (await isSubCategoryUsed(app.db, id)) {
      throw new AppError('category_in_use', `${before.name} is in use. Disable it instead.`);
    }
    await removeSubCategory(app.db, id);
    await record(app, subCategoryFact('ExpenseSubCategoryDeleted', before, null));
  });
}

/**
 * Checks the group, line and name of a subcategory, and returns its folded name. `own` is the id of the subcategory if
 * it already exists. Such a subcategory may keep its name.
 */
async function checked(app: App, input: NewExpenseSubCategory, own?: number): Promise<string> {
  const { groupId, name, form990LineCode } = input;
  if (form990LineCode === TOTAL_LINE) {
    throw badField('form990LineCode', 'computed_line', 'must not be line 25, which is the computed total');
  }
  const missing: FieldError[] = [];
  const group = await findGroup(app.db, groupId);
  if (!group) missing.push(missingReference('groupId', 'group of expense categories'));
  if (!(await lineExists(app.db, form990LineCode))) {
    missing.push(missingReference('form990LineCode', 'line of Form 990, Part IX'));
  }
  if (missing.length > 0) throw unknownReferences(missing);
  const nameKey = fold(name);
  const holder = await findSubCategoryByName(app.db, groupId, nameKey);
  if (holder !== undefined && holder !== own) {
    throw new AppError('name_taken', `${group?.name} already has a subcategory named ${name}.`);
  }
  return nameKey;
}

async function freeGroupName(app: App, name: string, own?: number): Promise<string> {
  const nameKey = fold(name);
  const holder = await findGroupByName(app.db, nameKey);
  if (holder === undefined || holder === own) return nameKey;
  throw new AppError('name_taken', `There is already a group of expense categories named ${name}.`);
}

const flagOf = (value: boolean) => (value ? (1 as const) : (0 as const));

function groupFact(action: string, before: ExpenseCategoryGroup | null, after: ExpenseCategoryGroup | null): Fact {
  const { subCategories: _own, ...changes } = changesBetween(ExpenseCategoryGroup, before, after);
  return { action, entityType: 'ExpenseCategoryGroup', entityId: (after ?? before)?.id ?? '', changes };
}

function subCategoryFact(action: string, before: ExpenseSubCategory | null, after: ExpenseSubCategory | null): Fact {
  const changes = changesBetween(ExpenseSubCategory, before, after);
  return { action, entityType: 'ExpenseSubCategory', entityId: (after ?? before)?.id ?? '', changes };
}
