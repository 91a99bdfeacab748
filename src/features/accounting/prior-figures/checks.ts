/** Checks the figures of a fiscal year before the books, with one query for each kind of record. */
import type { App } from '../../../app.ts';
import { findBeginning } from '../../../books/balances.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import { findFirstDay } from '../../../books/period-queries.ts';
import { AppError, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { type CalendarDate, type DateRange, fiscalYearOf } from '../../../lib/date.ts';
import { refusal } from '../../../validate.ts';
import { listCategories } from '../../giving/categories/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { type FigureRecords, faultsOf, linesOf, pathOf, targetOf } from './rules.ts';
import type { NewPriorFigures } from './schema.ts';

/** Returns all records that a line can be for, including those that are no longer in use. */
export async function readFigureRecords(app: App): Promise<FigureRecords> {
  const byId = <T extends { id: number }>(items: readonly T[]) => new Map(items.map((one) => [one.id, one]));
  const { items: groups } = await listExpenseCategories(app);
  return {
    categoryId: byId((await listCategories(app, true)).items),
    incomeCategoryId: await incomeCategoriesById(app),
    subCategoryId: byId(groups.flatMap(({ subCategories }) => subCategories)),
    groupId: byId(groups),
  };
}

/**
 * Checks figures as they were sent. Raises `validation_failed`, and `unknown_reference` with a list of all records that
 * do not exist.
 */
export async function refuseFaults(app: App, input: NewPriorFigures): Promise<void> {
  const records = await readFigureRecords(app);
  const faults = [...faultsOf(input, records), ...(await heldFaults(app, input, records))];
  if (faults.length > 0) throw refusal(faults);
  const missing = missingIn(input, records);
  if (missing.length > 0) throw unknownReferences(missing);
}

const NOUNS = {
  categoryId: 'giving category',
  incomeCategoryId: 'category of other income',
  subCategoryId: 'subcategory',
  groupId: 'expense category group',
} as const;

function missingIn(input: NewPriorFigures, records: FigureRecords): FieldError[] {
  const fields = Object.keys(NOUNS) as (keyof typeof NOUNS)[];
  return linesOf(input).flatMap((line, place) =>
    fields.flatMap((field) => {
      const id = line[field];
      if (id === null || records[field].has(id)) return [];
      return [missingReference(`${pathOf(input, place)}.${field}`, NOUNS[field])];
    }),
  );
}

/** Returns a fault for every line of giving whose money belongs to others. */
async function heldFaults(app: App, input: NewPriorFigures, records: FigureRecords): Promise<FieldError[]> {
  const funds = await fundsById(app);
  return linesOf(input).flatMap((line, place): FieldError[] => {
    const target = targetOf(line, records);
    const category = target?.field === 'categoryId' ? records.categoryId.get(target.id) : undefined;
    const fund = funds.get(category?.fundId ?? 0);
    if (!fund || isOwned(fund.class)) return [];
    const message = `belongs to the fund ${fund.name}, whose money the church holds for others; it is no income`;
    return [{ path: pathOf(input, place), code: 'no_income', message }];
  });
}

/**
 * Returns the day from which the books have figures: that of the opening or, without one, the first day of the fiscal
 * year of the first document. Returns undefined if there are no books yet.
 */
export async function firstDayOfBooks(app: App, startMonth: number): Promise<CalendarDate | undefined> {
  const begin = await findBeginning(app.db);
  if (begin !== undefined) return begin;
  const first = await findFirstDay(app.db);
  return first === undefined ? undefined : fiscalYearOf(first, startMonth).from;
}

/** Raises `conflict` if the books themselves have figures of the fiscal year, or of a part of it. */
export async function refuseCovered(app: App, { from, to }: DateRange, startMonth: number): Promise<void> {
  const begin = await firstDayOfBooks(app, startMonth);
  if (begin === undefined || to < begin) return;
  const why =
    from >= begin
      ? `The books began on ${begin}, so they have the figures from ${from} to ${to} themselves.`
      : `The books begin on ${begin}, within the year from ${from} to ${to}. Enter its amounts with the opening of the books, as yearToDate.`;
  throw new AppError('conflict', `${why} Nothing was changed.`);
}
