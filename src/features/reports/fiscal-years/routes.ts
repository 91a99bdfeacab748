import { route } from '../../../http/route.ts';
import { Reopening } from '../../../lib/wire.ts';
import { FiscalYear, FiscalYearList, FiscalYearPath } from './schema.ts';
import { closeFiscalYear, getFiscalYear, listFiscalYears, reopenFiscalYear } from './service.ts';

const readYear = route({
  method: 'GET',
  path: '/api/fiscal-years/:year',
  summary: 'Read a fiscal year, and what has changed since it was closed',
  tag: 'Reports',
  permission: 'reports.read',
  params: FiscalYearPath,
  isAlwaysThere: true,
  answer: FiscalYear,
  versioned: true,
  errors: ['sum_too_large'],
  handle: (app, { params }) => getFiscalYear(app, params.year),
});

export const fiscalYearRoutes = [
  route({
    method: 'GET',
    path: '/api/fiscal-years',
    summary: 'List the fiscal years since the books began, the latest first',
    tag: 'Reports',
    permission: 'reports.read',
    answer: FiscalYearList,
    handle: (app) => listFiscalYears(app),
  }),
  readYear,
  route({
    method: 'POST',
    path: '/api/fiscal-years/:year/close',
    summary: 'Close a fiscal year',
    description:
      'Stores Form 990, the income statement, the balance sheet and the fund balances of the year. From then on, `?year=` returns them as they were stored, and no month of the year can be reopened. While a year-end entry of the year waits for approval, the response is 409 `open_items`.',
    tag: 'Reports',
    permission: 'statements.manage',
    params: FiscalYearPath,
    isAlwaysThere: true,
    answer: FiscalYear,
    versionOf: readYear,
    errors: ['year_closed', 'open_periods', 'open_items', 'before_the_books', 'sum_too_large'],
    handle: (app, { params }) => closeFiscalYear(app, params.year),
  }),
  route({
    method: 'POST',
    path: '/api/fiscal-years/:year/reopen',
    summary: 'Reopen a closed fiscal year',
    description: 'Removes the stored reports of the year. The reason stays in the audit log.',
    tag: 'Reports',
    permission: 'statements.reopen',
    params: FiscalYearPath,
    isAlwaysThere: true,
    body: Reopening,
    answer: FiscalYear,
    versionOf: readYear,
    errors: ['invalid_transition', 'sum_too_large'],
    handle: (app, { params, body }) => reopenFiscalYear(app, params.year, body.reason),
  }),
];
