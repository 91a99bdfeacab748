import type { Db } from '../db/connect.ts';

/** Returns the giving, income and expenses of the first fiscal year from before the books, in the order of entry. */
export function openingAmounts(db: Db) {
  return db
    .selectFrom('openingAmounts')
    .select(['categoryId', 'incomeCategoryId', 'subCategoryId', 'fundId', 'ministryId', 'amountMinor'])
    .orderBy('position')
    .execute();
}
