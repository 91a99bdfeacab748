import type { App } from '../../../app.ts';
import { ownSums } from '../../../books/activity.ts';
import { findBeginning } from '../../../books/balances.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { type FundSum, sumFundPostings } from '../../../books/posted-sums.ts';
import { type DateRange, fiscalYearOf } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import { listOpeningAmounts } from '../books/opening-amounts.ts';
import { existing, type ExpenseSum } from './rules.ts';
import { subCategoriesById } from './subcategories.ts';

/**
 * Returns the sums of the church's own expenses that are booked in the range: one for each subcategory and effective
 * functional class, ordered by both. In the fiscal year in which the books began, the amounts that the church entered
 * with the opening replace the documents from before the books.
 */
export async function sumByClass(app: App, range: DateRange): Promise<ExpenseSum[]> {
  const classOf = await effectiveClasses(app);
  const totals = new Map<string, { amount: Minor; count: number }>();
  for (const sum of await expenseSums(app, range)) {
    const key = JSON.stringify([classOf(sum), sum.categoryId]);
    const { amount, count } = totals.get(key) ?? { amount: ZERO, count: 0 };
    totals.set(key, { amount: addMoney(amount, negateMoney(sum.amount)), count: count + sum.count });
  }
  const subCategories = await subCategoriesById(app);
  return [...totals]
    .map(([key, total]) => {
      const [functionalClass, subCategoryId] = JSON.parse(key) as [FunctionalClass, number];
      const { name, form990LineCode: lineCode } = existing(subCategories, subCategoryId);
      return { subCategoryId, name, lineCode, functionalClass, ...total };
    })
    .toSorted((a, b) => a.subCategoryId - b.subCategoryId || (a.functionalClass < b.functionalClass ? -1 : 1));
}

async function expenseSums(app: App, range: DateRange): Promise<FundSum[]> {
  const begin = await findBeginning(app.db);
  const { fiscalYearStartMonth } = await getChurch(app);
  const isFirstYear =
    begin !== undefined &&
    range.from < begin &&
    begin <= range.to &&
    range.from === fiscalYearOf(begin, fiscalYearStartMonth).from;
  const entered = isFirstYear ? await listOpeningAmounts(app) : [];
  const days = entered.length > 0 && begin !== undefined ? { from: begin, to: range.to } : range;
  const posted = await sumFundPostings(app.db, { ...days, only: 'expense' });
  return ownSums([...entered, ...posted], await heldForOthers(app)).filter(({ part }) => part === 'expense');
}

/**
 * Returns a function that finds the effective functional class of a sum: its own, or else the default of its ministry.
 * An amount that has neither counts as management and general.
 */
async function effectiveClasses(app: App): Promise<(sum: FundSum) => FunctionalClass> {
  const { items } = await listMinistries(app);
  const defaults = new Map(items.map(({ id, defaultFunctionalClass }) => [id, defaultFunctionalClass]));
  return ({ functionalClass, ministryId }) =>
    functionalClass ?? (ministryId === null ? 'ManagementAndGeneral' : existing(defaults, ministryId));
}
