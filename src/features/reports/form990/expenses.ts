/** The expenses behind the report, with the names of the records that they refer to. */
import type { App } from '../../../app.ts';
import { type BookedExpense, FIRST_PLACE, listBookedExpenses } from '../../../books/documents.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { subCategoriesById } from './subcategories.ts';
import { existing } from './rules.ts';

/** An expense in the report. */
export type ReportedExpense = BookedExpense & {
  subCategoryName: string;
  lineCode: string;
  ministryName: string;
  /** The functional class of the expense itself, or else the default of its ministry. */
  functionalClass: FunctionalClass;
};

/** Yields the expenses included in the report for a date range, page by page, ordered by booking date and then id. */
export async function* reportedExpenses(app: App, { from, to }: DateRange): AsyncGenerator<ReportedExpense[]> {
  const subCategories = await subCategoriesById(app);
  const { items } = await listMinistries(app);
  const ministries = new Map(items.map((one) => [one.id, one]));
  const pages = pagesByKey(
    FIRST_PLACE,
    ({ date, id }: BookedExpense) => ({ date, id }),
    (after, limit) => listBookedExpenses(app.db, { span: { from, to }, after, limit }),
  );
  const { fundIds } = await heldForOthers(app);
  for await (const page of pages) {
    const own = page.filter(({ fundId }) => !fundIds.includes(fundId));
    yield own.map((expense) => {
      const { name: subCategoryName, form990LineCode: lineCode } = existing(subCategories, expense.subCategoryId);
      const { name: ministryName, defaultFunctionalClass } = existing(ministries, expense.ministryId);
      const functionalClass = expense.functionalClass ?? defaultFunctionalClass;
      return { ...expense, subCategoryName, lineCode, ministryName, functionalClass };
    });
  }
}
