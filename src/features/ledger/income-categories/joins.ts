/** What queries of other parts may join of income categories. */
import type { Db } from '../../../db/connect.ts';

/** Income categories as a query joins them, under the name `incomeCategory`. */
export const incomeCategoryNames = (db: Db) =>
  db.selectFrom('incomeCategories').select(['incomeCategories.id', 'incomeCategories.name']).as('incomeCategory');
