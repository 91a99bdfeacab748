import { type ScreenOfPage } from './screen.ts';

const shows = '.figure-table tbody tr';

export const REPORTS: readonly ScreenOfPage[] = [
  { name: 'reports', role: 'elder', path: '/reports', shows: '.chart canvas' },
  { name: 'report-events', role: 'elder', path: '/reports/events/2026-11', shows: 'main table tbody tr' },
  {
    name: 'report-income',
    role: 'elder',
    path: '/reports/income-statement?from=2026-11-01&to=2026-11-30&compare=prior&columns=fund',
    shows,
  },
  { name: 'report-balance', role: 'treasurer', path: '/reports/balance-sheet', shows },
  { name: 'report-budget', role: 'treasurer', path: '/reports/budget', shows },
  { name: 'budget-lines', role: 'treasurer', path: '/reports/budgets?year=2026', shows: '.budget tbody td' },
  {
    name: 'budget-import',
    role: 'treasurer',
    path: '/reports/budgets/import?year=2026',
    shows: 'main input[type=file]',
  },
  { name: 'budget-read', role: 'elder', path: '/reports/budgets?year=2026', shows: '.budget tbody td' },
  { name: 'report-ledger', role: 'auditor', path: '/reports/general-ledger?accountId=1', shows: 'main table tbody tr' },
  { name: 'report-gift', role: 'auditor', path: '/reports/documents/Giving/1', shows: '.report-facts' },
  { name: 'fiscal-year', role: 'treasurer', path: '/reports/fiscal-years/2026', shows: 'main table tbody tr' },
];
