/** Joins with income categories, for the queries of other folders. */
import type { Db } from '../../../db/connect.ts';

/** Selects the income categories, for a query that joins them as `incomeCategory`. */
export const incomeCategoryNames = (db: Db) =>
  db.selectFrom('incomeCategories').select(['incomeCategories.id', 'incomeCategories.name']).as('incomeCategory');
