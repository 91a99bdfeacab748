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

/** An expense in the report, or one part of it. */
export type ReportedExpense = Omit<BookedExpense, 'splits'> & {
  subCategoryId: number;
  subCategoryName: string;
  lineCode: string;
  ministryName: string;
  /** The functional class of the expense itself, or else the default of its ministry. */
  functionalClass: FunctionalClass;
};

/**
 * Yields the expenses included in the report for a date range, page by page, ordered by booking date and then id. An
 * expense with parts appears once for each part that is in the report.
 */
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
    yield page.flatMap(({ splits, ...expense }) =>
      splits.flatMap(({ subCategoryId, ministryId, fundId, ...split }) => {
        // A part that names an account is no expense.
        if (subCategoryId === null || ministryId === null || fundIds.includes(fundId)) return [];
        const { name: subCategoryName, form990LineCode: lineCode } = existing(subCategories, subCategoryId);
        const { name: ministryName, defaultFunctionalClass } = existing(ministries, ministryId);
        const functionalClass = split.functionalClass ?? defaultFunctionalClass;
        const { amount } = split;
        return [{ ...expense, amount, subCategoryId, subCategoryName, lineCode, ministryName, functionalClass }];
      }),
    );
  }
}
