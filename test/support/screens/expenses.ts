import { empty, press, type ScreenOfPage } from './screen.ts';

export const EXPENSES: readonly ScreenOfPage[] = [
  { name: 'expenses-mine', role: 'ministry_leader', path: '/expenses', shows: 'main table' },
  {
    name: 'expenses-mine-empty',
    role: 'member',
    path: '/expenses',
    reach: empty('**/api/expenses/mine?*'),
    shows: '.empty',
  },
  {
    name: 'expense-new',
    role: 'member',
    path: '/expenses/new',
    reach: press('.expense-payer:nth-of-type(2) input'),
    shows: '.expense-paid select',
  },
  {
    name: 'expense-rejected',
    role: 'ministry_leader',
    path: ({ expenses }) => `/expenses/${expenses.rejected}`,
    shows: '.notice-warn',
  },
  {
    name: 'expense-waiting',
    role: 'auditor',
    path: ({ expenses }) => `/expenses/${expenses.waiting}`,
    shows: '.receipt img',
  },
  { name: 'approvals', role: 'elder', path: '/approvals', shows: '.receipt img' },
  {
    name: 'approval-rejecting',
    role: 'expense_approver',
    path: ({ expenses }) => `/expenses/${expenses.waiting}`,
    reach: press('.decision .button:last-child'),
    shows: '.decision form',
  },
  {
    name: 'expenses-to-pay',
    role: 'treasurer',
    path: '/expenses/to-pay',
    reach: press('.due-box'),
    shows: '.planned input',
  },
  { name: 'expenses-all', role: 'finance', path: '/expenses/all', shows: 'main table' },
  {
    name: 'expense-reverse',
    role: 'finance',
    path: ({ expenses }) => `/expenses/${expenses.paid}`,
    reach: press('main > div > .screen-actions .button'),
    shows: '[role=dialog] h2',
  },
  { name: 'expense-import', role: 'finance', path: '/expenses/import', shows: 'main input[type=file]' },
  { name: 'vendors', role: 'finance', path: '/expenses/vendors', shows: 'main table' },
  {
    name: 'vendor',
    role: 'treasurer',
    path: ({ expenses }) => `/expenses/vendors/${expenses.vendor}`,
    reach: press('.screen-actions .button'),
    shows: '[role=dialog] h2',
  },
];
