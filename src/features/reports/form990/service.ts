import { type App, inSnapshot } from '../../../app.ts';
import type { DateRange } from '../../../lib/date.ts';
import { storedOr } from '../fiscal-years/stored.ts';
import { rangeOf } from '../period-schema.ts';
import type { Page } from '../../../lib/page.ts';
import { notFound } from '../../../errors.ts';
import type { Expense } from '../../spending/expenses/schema.ts';
import { listBookedExpenses } from '../../spending/expenses/service.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import { listFunds } from '../../ledger/funds/service.ts';
import { getChurch } from '../../church/profile/service.ts';
import { listLines as readLines, TOTAL_LINE, type Form990Line } from '../../../books/form990-lines.ts';
import { subCategoriesById } from './subcategories.ts';
import { isOther, reportOf } from './rules.ts';
import type { Form990Query, Form990Report, LineExpensesQuery } from './schema.ts';
import { sumByClass } from './sums.ts';

/** Returns the lines of Part IX in the order of the form. */
export async function listLines(app: App): Promise<{ items: Form990Line[] }> {
  return { items: await readLines(app.db) };
}

/**
 * Returns the report of functional expenses for a fiscal year or a range of dates. A closed fiscal year is returned as it
 * was stored.
 */
export function functionalExpenses(app: App, query: Form990Query): Promise<Form990Report> {
  return inSnapshot(app, async (app) => {
    const range = await daysOf(app, query);
    return storedOr(app, query.year, FORM990, () => computeReport(app, range));
  });
}

/** The key under which a closed fiscal year stores the report. */
export const FORM990 = 'form990';

/** Computes the report of functional expenses for a range of dates from the current books. */
export async function computeReport(app: App, range: DateRange): Promise<Form990Report> {
  return { ...range, ...reportOf(await readLines(app.db), await sumByClass(app, range)) };
}

/**
 * Returns a page of the expenses behind a line of the report, by booking date. Line 25 has all expenses in the report.
 * Raises `not_found` for a line that is not in the report.
 */
export function lineExpenses(app: App, code: string, query: LineExpensesQuery): Promise<Page<Expense>> {
  return inSnapshot(app, async (app) => {
    const range = await daysOf(app, query);
    const subCategoryIds = await subCategoriesBehind(app, code, query);
    return listBookedExpenses(app, { ...range, subCategoryIds, fundIds: await ownFunds(app) }, query);
  });
}

/** Returns the ids of the church's own funds, or undefined if the church has no other funds. */
async function ownFunds(app: App): Promise<number[] | undefined> {
  const { items } = await listFunds(app);
  const own = items.filter((fund) => isOwned(fund.class));
  return own.length === items.length ? undefined : own.map(({ id }) => id);
}

/**
 * Returns the ids of the subcategories on a line. Line 25 has all of them. Which subcategories
 * are on lines 24a to 24e depends on the sums, so the whole report is computed for these lines.
 */
async function subCategoriesBehind(app: App, code: string, query: Form990Query): Promise<number[]> {
  if (code === TOTAL_LINE) return [...(await subCategoriesById(app)).keys()];
  if (isOther(code)) {
    const { lines } = await functionalExpenses(app, query);
    const line = lines.find((one) => one.code === code);
    if (line) return line.subCategories.map(({ id }) => id);
  } else if ((await readLines(app.db)).some((line) => line.code === code)) {
    const subCategories = [...(await subCategoriesById(app)).values()];
    return subCategories.filter(({ form990LineCode }) => form990LineCode === code).map(({ id }) => id);
  }
  throw notFound('line of the report');
}

async function daysOf(app: App, query: Form990Query): Promise<DateRange> {
  const { fiscalYearStartMonth } = await getChurch(app);
  return rangeOf(query, fiscalYearStartMonth);
}
