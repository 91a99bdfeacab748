/** Describes the budget report with the names of the ministry and the fund that it is limited to. */
import { type App, inSnapshot } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readCatalogs } from '../books/catalogs.ts';
import { budgetReport } from '../budget/report.ts';
import type { BudgetReportQuery } from '../budget/schema.ts';
import type { Report } from '../formats/report.ts';
import { describeBudget, type LimitedTo } from './budget.ts';
import { completed } from './setting.ts';

/** Returns the description of a budget report. All of it is read from one snapshot of the database. */
export function describeBudgetOf(app: App, query: BudgetReportQuery, locale: Locale | undefined): Promise<Report> {
  return inSnapshot(app, async (app) => {
    const [report, limits] = [await budgetReport(app, query), await limitsOf(app, query)];
    return completed(app, locale, (setting) => describeBudget(report, setting, limits));
  });
}

async function limitsOf(app: App, { ministryId, fundId }: BudgetReportQuery): Promise<LimitedTo> {
  const { ministries, funds } = await readCatalogs(app);
  return {
    ministry: ministries.find(({ id }) => id === ministryId)?.name,
    fund: funds.find(({ id }) => id === fundId)?.name,
  };
}
