import { route } from '../../../http/route.ts';
import { budgetReport } from './report.ts';
import { BudgetReport, BudgetReportQuery } from './schema.ts';

export const budgetReportRoutes = [
  route({
    method: 'GET',
    path: '/api/reports/budget',
    summary: 'Compare the budget with the actual amounts',
    description:
      'Compares the latest version of the budget with a month and with the year to date. The actual amounts are those of the income statement; what has no budget is compared with 0. `bottomLine` has the operating and the cash bottom line of the year to date.',
    tag: 'Reports',
    permission: 'reports.read',
    query: BudgetReportQuery,
    answer: BudgetReport,
    errors: ['sum_too_large', 'unknown_reference'],
    handle: (app, { query }) => budgetReport(app, query),
  }),
];
