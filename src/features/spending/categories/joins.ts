/** What queries of other rooms may join of expense subcategories. */
import type { Db } from '../../../db/connect.ts';

/** Expense subcategories as a query joins them, under the name `subCategory`. */
export const subCategoryNames = (db: Db) =>
  db
    .selectFrom('expenseSubCategories')
    .select(['expenseSubCategories.id', 'expenseSubCategories.name'])
    .as('subCategory');
