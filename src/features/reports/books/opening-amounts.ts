import type { App } from '../../../app.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { openingAmounts } from '../../../books/opening-amounts.ts';
import { negateMoney } from '../../../lib/money.ts';

/**
 * Returns, as sums, the amounts that the church entered with the opening for the part of the fiscal year before the
 * books. They belong to no month of the books, so the month of each sum is empty.
 */
export async function listOpeningAmounts(app: App): Promise<FundSum[]> {
  const rows = await openingAmounts(app.db);
  return rows.map(({ categoryId, incomeCategoryId, subCategoryId, fundId, ministryId, amountMinor }) => ({
    month: '',
    part: categoryId !== null ? 'giving' : incomeCategoryId !== null ? 'otherIncome' : 'expense',
    categoryId: categoryId ?? incomeCategoryId ?? subCategoryId,
    fundId: categoryId === null ? fundId : null,
    ministryId,
    functionalClass: null,
    amount: subCategoryId === null ? amountMinor : negateMoney(amountMinor),
    count: 0,
  }));
}
