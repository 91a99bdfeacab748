/** Parts of queries with which other rooms join expense subcategories. */
import type { Db } from '../../../db/connect.ts';

/** Returns a subquery of all expense subcategories with the alias `subCategory`. */
export const subCategoryNames = (db: Db) =>
  db
    .selectFrom('expenseSubCategories')
    .select(['expenseSubCategories.id', 'expenseSubCategories.name'])
    .as('subCategory');
