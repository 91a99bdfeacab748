import type { Db } from '../db/connect.ts';

/**
 * Returns the giving, income and expenses that the church entered with the opening, in the order of entry. These
 * amounts cover the first fiscal year up to the opening.
 */
export function openingAmounts(db: Db) {
  return db
    .selectFrom('openingAmounts')
    .select(['categoryId', 'incomeCategoryId', 'subCategoryId', 'fundId', 'ministryId', 'amountMinor'])
    .orderBy('position')
    .execute();
}
