import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { type FundClass, isDonorRestricted } from '../../../books/fund-classes.ts';
import { givingLines } from '../../../books/giving-lines.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { isReferenced } from '../../../db/references.ts';
import { fundNames } from '../../ledger/funds/joins.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { CategoryWithFund } from './schema.ts';
import type { GivingCategoryTable } from './table.ts';

/** Returns all categories, or only the active ones, in their display order. */
export async function listCategories(db: Db, includeDisabled: boolean): Promise<CategoryWithFund[]> {
  let query = withFund(db);
  if (!includeDisabled) query = query.where('givingCategories.isActive', '=', 1);
  const rows = await query.orderBy('sortOrder').orderBy('givingCategories.id').execute();
  return rows.map(toCategory);
}

/** Returns the categories with these ids, in any order. */
export async function findCategories(db: Db, ids: readonly number[]): Promise<CategoryWithFund[]> {
  if (ids.length === 0) return [];
  const rows = await selectCategories(db, JSON.stringify(ids));
  return rows.map(toCategory);
}

const selectCategories = prepared((db, ids: string) => withFund(db).where(isOneOf('givingCategories.id', ids)));

/** The fields of a category that are needed to enter a gift. */
export type PostedCategory = { id: number; name: string; fundId: number; isActive: boolean };

/**
 * Returns the categories with these ids, with the fields that are needed to enter a gift. Unknown ids are left out.
 */
export async function findPostedCategories(db: Db, ids: readonly number[]): Promise<PostedCategory[]> {
  const [only] = ids;
  if (only === undefined) return [];
  const rows = ids.length === 1 ? await selectPostedOne(db, only) : await selectPosted(db, JSON.stringify(ids));
  return rows.map(({ id, name, fundId, isActive }) => ({ id, name, fundId, isActive: isActive === 1 }));
}

const posted = (db: Db) => db.selectFrom('givingCategories').select(['id', 'name', 'fundId', 'isActive']);
const selectPosted = prepared((db, ids: string) => posted(db).where(isOneOf('id', ids)));
const selectPostedOne = prepared((db, id: number) => posted(db).where('id', '=', id));

const withFund = (db: Db) =>
  db
    .selectFrom('givingCategories')
    .innerJoin(fundNames(db), 'fund.id', 'givingCategories.fundId')
    .selectAll('givingCategories')
    .select('fund.class as fundClass');

type CategoryRow = Selectable<GivingCategoryTable> & { fundClass: FundClass };

function toCategory({ fundClass, ...row }: CategoryRow): CategoryWithFund {
  return {
    ...row,
    isTaxDeductible: row.isTaxDeductible === 1,
    isRestricted: isDonorRestricted(fundClass),
    isActive: row.isActive === 1,
    fundClass,
  };
}

/** Returns the id of the category with this folded name, or undefined. */
export async function findByName(db: Db, nameKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('givingCategories').select('id').where('nameKey', '=', nameKey).executeTakeFirst();
  return row?.id;
}

/** Returns the `sortOrder` that places a new category after all others. */
export async function nextPlace(db: Db): Promise<number> {
  const row = await db
    .selectFrom('givingCategories')
    .select((eb) => eb.fn.max('sortOrder').as('last'))
    .executeTakeFirst();
  return (row?.last ?? -1) + 1;
}

/** Adds a category and returns its id. */
export async function insertCategory(db: Db, category: Insertable<GivingCategoryTable>): Promise<number> {
  const { id } = await db.insertInto('givingCategories').values(category).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Updates columns of a category. */
export async function updateCategoryColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<GivingCategoryTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('givingCategories').set(columns).where('id', '=', id).execute();
}

/** Deletes a category. The caller must check first that nothing refers to it. */
export async function deleteCategory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('givingCategories').where('id', '=', id).execute();
}

/** Returns the date of the earliest giving to a category of the fund, or undefined if there is none. */
export async function findFirstDay(db: Db, fundId: number): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom(givingLines(db, 'date'))
    .select((eb) => eb.fn.min('lines.date').as('day'))
    .where('lines.categoryId', 'in', db.selectFrom('givingCategories').select('id').where('fundId', '=', fundId))
    .executeTakeFirst();
  return row?.day ?? undefined;
}

/** True if a giving, even a deleted one, uses the category. */
export function isUsed(db: Db, id: number): Promise<boolean> {
  return isReferenced(db, 'givingCategories', id, ['funds']);
}
