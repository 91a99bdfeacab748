/** The expenses behind the report, with the names of the records that they refer to. */
import type { App } from '../../../app.ts';
import { FIRST_PLACE } from '../../../books/document-pages.ts';
import { type BookedExpense, listBookedExpenses } from '../../../books/documents.ts';
import { type EntryExpense, listEntryExpenses } from '../../../books/entry-lines.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateRange } from '../../../lib/date.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import type { HeldForOthers } from '../../../books/counted.ts';
import type { Ministry } from '../../church/ministries/schema.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { subCategoriesById } from './subcategories.ts';
import { existing } from './rules.ts';

/** An expense in the report, one part of it, or an expense in an adjusting entry. */
export type ReportedExpense = Pick<BookedExpense, 'id' | 'date' | 'amount' | 'vendor' | 'description'> & {
  /** True if the `id` is that of an adjusting entry. */
  isEntry: boolean;
  subCategoryId: number;
  subCategoryName: string;
  lineCode: string;
  /** Empty if an adjusting entry names no ministry. */
  ministryName: string;
  /** The functional class of the expense itself, or else the default of its ministry. */
  functionalClass: FunctionalClass;
};

/**
 * Yields the expenses included in the report for a date range, page by page, ordered by booking date and then id. An
 * expense with parts appears once for each part that is in the report. The expenses in adjusting entries come last.
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
  const held = await heldForOthers(app);
  const { fundIds } = held;
  for await (const page of pages) {
    yield page.flatMap(({ splits, ...expense }) =>
      splits.flatMap(({ subCategoryId, ministryId, fundId, ...split }) => {
        // A part that names an account is not an expense.
        if (subCategoryId === null || ministryId === null || fundIds.includes(fundId)) return [];
        const { name: subCategoryName, form990LineCode: lineCode } = existing(subCategories, subCategoryId);
        const { name: ministryName, defaultFunctionalClass } = existing(ministries, ministryId);
        const functionalClass = split.functionalClass ?? defaultFunctionalClass;
        const { amount } = split;
        const names = { subCategoryName, lineCode, ministryName, functionalClass };
        return [{ ...expense, isEntry: false, amount, subCategoryId, ...names }];
      }),
    );
  }
  yield* entryExpenses(app, { from, to }, { subCategories, ministries, held });
}

type Context = {
  subCategories: Awaited<ReturnType<typeof subCategoriesById>>;
  ministries: ReadonlyMap<number, Ministry>;
  held: HeldForOthers;
};

async function* entryExpenses(
  app: App,
  range: DateRange,
  { subCategories, ministries, held }: Context,
): AsyncGenerator<ReportedExpense[]> {
  const pages = pagesByKey(
    { date: '', id: 0, position: -1 },
    ({ date, id, position }: EntryExpense) => ({ date, id, position }),
    (after, limit) => listEntryExpenses(app.db, range, held, { after, limit }),
  );
  for await (const page of pages) {
    yield page.map(({ subCategoryId, ministryId, memo, ...line }) => {
      const { name: subCategoryName, form990LineCode: lineCode } = existing(subCategories, subCategoryId);
      const ministry = ministryId === null ? undefined : existing(ministries, ministryId);
      const functionalClass = line.functionalClass ?? ministry?.defaultFunctionalClass ?? 'ManagementAndGeneral';
      const names = { subCategoryName, lineCode, ministryName: ministry?.name ?? '', functionalClass };
      return { ...line, isEntry: true, vendor: null, description: memo, subCategoryId, ...names };
    });
  }
}
