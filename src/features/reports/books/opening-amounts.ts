import type { App } from '../../../app.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { openingAmounts } from '../../../books/opening-amounts.ts';
import { type CalendarDate, formatMonth, monthOf } from '../../../lib/date.ts';
import { negateMoney } from '../../../lib/money.ts';

/**
 * Returns, as sums, the amounts that the church entered with the opening for the part of the fiscal year before the
 * books. The month of each sum is the month in which the books began.
 */
export async function listOpeningAmounts(app: App, begin: CalendarDate): Promise<FundSum[]> {
  const rows = await openingAmounts(app.db);
  return rows.map(({ categoryId, incomeCategoryId, subCategoryId, fundId, ministryId, amountMinor }) => ({
    month: formatMonth(monthOf(begin)),
    part: categoryId !== null ? 'giving' : incomeCategoryId !== null ? 'otherIncome' : 'expense',
    categoryId: categoryId ?? incomeCategoryId ?? subCategoryId,
    fundId: categoryId === null ? fundId : null,
    ministryId,
    functionalClass: null,
    amount: subCategoryId === null ? amountMinor : negateMoney(amountMinor),
    count: 0,
  }));
}
