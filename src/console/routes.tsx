/**
 * The addresses that need a sign-in, and their screens. The code of a screen is loaded when the screen is first opened.
 * `needs` lists permissions, one of which a person needs to open the screen; other screens need those of their room.
 */
import { type AnyComponent, later } from './kit/later.ts';
import type { Permission } from './session/session.ts';

const screen = (load: () => Promise<{ Page: AnyComponent }>) => later(load, 'Page');

const Import = screen(() => import('./imports/page.tsx'));

export const SIGNED_IN: readonly { path: string; needs?: readonly Permission[]; Screen: AnyComponent }[] = [
  { path: '/', Screen: screen(() => import('./home/page.tsx')) },
  { path: '/offerings', Screen: screen(() => import('./offerings/page.tsx')) },
  { path: '/offerings/:id', Screen: screen(() => import('./offerings/offering.tsx')) },
  { path: '/attendance', Screen: screen(() => import('./attendance/page.tsx')) },
  { path: '/giving', Screen: screen(() => import('./giving/page.tsx')) },
  { path: '/giving/gifts/:id', Screen: screen(() => import('./giving/gift.tsx')) },
  { path: '/giving/import', needs: ['giving.manage'], Screen: Import },
  { path: '/giving/givers', Screen: screen(() => import('./giving/givers.tsx')) },
  { path: '/giving/givers/:id', Screen: screen(() => import('./giving/giver.tsx')) },
  { path: '/giving/statements', Screen: screen(() => import('./giving/statements.tsx')) },
  { path: '/giving/summary', Screen: screen(() => import('./giving/summary.tsx')) },
  { path: '/messages', Screen: screen(() => import('./messages/page.tsx')) },
  { path: '/messages/history', Screen: screen(() => import('./messages/history.tsx')) },
  { path: '/messages/line', Screen: screen(() => import('./messages/line.tsx')) },
  { path: '/messages/batches/:id', Screen: screen(() => import('./messages/batch.tsx')) },
  { path: '/people', Screen: screen(() => import('./people/page.tsx')) },
  { path: '/people/import', needs: ['members.write'], Screen: Import },
  { path: '/people/:id', Screen: screen(() => import('./people/person.tsx')) },
  { path: '/approvals', Screen: screen(() => import('./approvals/page.tsx')) },
  { path: '/expenses', Screen: screen(() => import('./expenses/page.tsx')) },
  { path: '/expenses/import', needs: ['finance.manage'], Screen: Import },
  { path: '/expenses/new', needs: ['expenses.submit'], Screen: screen(() => import('./expenses/new-expense.tsx')) },
  { path: '/expenses/to-pay', needs: ['finance.manage'], Screen: screen(() => import('./expenses/to-pay/page.tsx')) },
  { path: '/expenses/vendors', needs: ['finance.manage'], Screen: screen(() => import('./expenses/vendors/page.tsx')) },
  {
    path: '/expenses/vendors/:id',
    needs: ['finance.manage'],
    Screen: screen(() => import('./expenses/vendors/vendor.tsx')),
  },
  { path: '/expenses/all', needs: ['expenses.readAll'], Screen: screen(() => import('./expenses/all.tsx')) },
  { path: '/expenses/:id', Screen: screen(() => import('./expenses/expense.tsx')) },
  { path: '/month-end', Screen: screen(() => import('./month-end/page.tsx')) },
  { path: '/month-end/:month', Screen: screen(() => import('./month-end/month.tsx')) },
  { path: '/bank', Screen: screen(() => import('./bank/page.tsx')) },
  { path: '/bank/transfers', Screen: screen(() => import('./bank/transfers/page.tsx')) },
  { path: '/bank/:id', Screen: screen(() => import('./bank/lines/page.tsx')) },
  { path: '/bank/:id/imports', Screen: screen(() => import('./bank/imports/page.tsx')) },
  { path: '/bank/:id/rules', Screen: screen(() => import('./bank/rules/page.tsx')) },
  { path: '/bank/:id/reconciliations', Screen: screen(() => import('./bank/reconciliations/page.tsx')) },
  {
    path: '/bank/:id/reconciliations/:rid',
    Screen: screen(() => import('./bank/reconciliations/reconciliation.tsx')),
  },
  { path: '/reports', Screen: screen(() => import('./reports/page.tsx')) },
  { path: '/reports/general-ledger', Screen: screen(() => import('./reports/ledger.tsx')) },
  { path: '/reports/documents/:type/:id', Screen: screen(() => import('./reports/document.tsx')) },
  { path: '/reports/fiscal-years', Screen: screen(() => import('./reports/fiscal-years.tsx')) },
  { path: '/reports/fiscal-years/:year', Screen: screen(() => import('./reports/fiscal-year.tsx')) },
  { path: '/reports/events/:month?', Screen: screen(() => import('./reports/events.tsx')) },
  { path: '/reports/budgets/import', needs: ['statements.manage'], Screen: Import },
  { path: '/reports/:report', Screen: screen(() => import('./reports/report.tsx')) },
  // Each part of the settings says itself who may open it.
  { path: '/settings/:part?', needs: [], Screen: screen(() => import('./settings/page.tsx')) },
  { path: '/settings/users/:id', needs: [], Screen: screen(() => import('./settings/user.tsx')) },
  { path: '/guide', Screen: screen(() => import('./guide/page.tsx')) },
  { path: '/account', Screen: screen(() => import('./account/page.tsx')) },
];
