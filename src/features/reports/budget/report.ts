import { type App, inSnapshot } from '../../../app.ts';
import { badField, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import {
  type DateRange,
  fiscalYear,
  formatMonth,
  monthOf,
  monthRange,
  monthsOf,
  parseMonth,
} from '../../../lib/date.ts';
import { addMoney, ZERO } from '../../../lib/money.ts';
import { latestBudget } from '../../accounting/budgets/versions.ts';
import { today } from '../../church/profile/service.ts';
import { type Catalogs, readCatalogs } from '../books/catalogs.ts';
import { actualEntries } from './actual-entries.ts';
import { budgetEntries } from './budget-entries.ts';
import { rowsOf, totalsOf } from './rows.ts';
import type { BudgetReport, BudgetReportQuery } from './schema.ts';

/**
 * Compares the latest budget of a fiscal year with the actual amounts of a month and of the year to date. The actual
 * amounts are those of the income statement. What has no budget is compared with zero. Raises `validation_failed` for a
 * month of another year, and `unknown_reference`.
 */
export function budgetReport(app: App, query: BudgetReportQuery): Promise<BudgetReport> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    refuseUnknown(query, catalogs);
    const year = fiscalYear(query.year, catalogs.fiscalYearStartMonth);
    const months = monthsOf(year);
    const index = monthIndex(months, query, await today(app));
    const month = months[index] ?? year;
    const yearToDate = { from: year.from, to: month.to };
    const { lines, version } = await latestBudget(app, query.year);
    const budgeted = budgetEntries(lines, query, catalogs);
    const total = await actualEntries(app, yearToDate, { query, catalogs });
    const latest = index === 0 ? total : await actualEntries(app, month, { query, catalogs });
    const columns = {
      monthBudget: budgeted((amounts) => amounts[index] ?? ZERO),
      monthActual: latest.entries,
      yearBudget: budgeted((amounts) => addMoney(...amounts.slice(0, index + 1))),
      yearActual: total.entries,
      annual: budgeted((amounts) => addMoney(...amounts)),
    };
    const totals = totalsOf(columns);
    return {
      year: query.year,
      ...yearToDate,
      through: formatMonth(monthOf(month.from)),
      basis: query.basis,
      isUnaudited: true,
      ministryId: query.ministryId ?? null,
      fundId: query.fundId ?? null,
      budget: version,
      bottomLine: { operating: totals.operating.yearToDate, cash: totals.net.yearToDate },
      rows: rowsOf(columns, catalogs),
      totals,
      includesHistory: total.includesHistory,
    };
  });
}

function refuseUnknown({ ministryId, fundId }: BudgetReportQuery, { ministries, funds }: Catalogs): void {
  const isIn = (rows: readonly { id: number }[], id: number | undefined) =>
    id === undefined || rows.some((row) => row.id === id);
  const missing: FieldError[] = [
    ...(isIn(ministries, ministryId) ? [] : [missingReference('ministryId', 'ministry')]),
    ...(isIn(funds, fundId) ? [] : [missingReference('fundId', 'fund')]),
  ];
  if (missing.length > 0) throw unknownReferences(missing);
}

/** Returns the place of the month of the report within the fiscal year, from 0. */
function monthIndex(months: readonly DateRange[], { through }: BudgetReportQuery, day: string): number {
  if (through === undefined) return Math.max(0, months.filter(({ to }) => to < day).length - 1);
  const month = parseMonth(through);
  const found = months.findIndex(({ from }) => month !== undefined && monthRange(month).from === from);
  if (found >= 0) return found;
  const [first, last] = [months[0]?.from.slice(0, 7), months.at(-1)?.from.slice(0, 7)];
  throw badField('through', 'other_year', `must be a month of the fiscal year, from ${first} to ${last}`);
}
