import { type App, inSnapshot } from '../../app.ts';
import { type DateRange, fiscalYear } from '../../lib/date.ts';
import { getChurch } from '../profile/service.ts';
import { listLines as readLines, sumByClass } from './queries.ts';
import { reportOf } from './rules.ts';
import type { Form990Line, Form990Query, Form990Report } from './schema.ts';

/** The catalog of lines in the order of the form. */
export async function listLines(app: App): Promise<{ items: Form990Line[] }> {
  return { items: await readLines(app.db) };
}

/** The functional-expense report of a fiscal year, or of a range of dates. */
export function functionalExpenses(app: App, query: Form990Query): Promise<Form990Report> {
  return inSnapshot(app, async (app) => {
    const range = await rangeOf(app, query);
    return { ...range, ...reportOf(await readLines(app.db), await sumByClass(app.db, range)) };
  });
}

async function rangeOf(app: App, { year, from, to }: Form990Query): Promise<DateRange> {
  if (from !== undefined && to !== undefined) return { from, to };
  const { fiscalYearStartMonth } = await getChurch(app);
  return fiscalYear(year ?? 0, fiscalYearStartMonth);
}
