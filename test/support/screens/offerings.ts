import { empty, press, type ScreenOfPage } from './screen.ts';

export const OFFERINGS: readonly ScreenOfPage[] = [
  { name: 'offerings', role: 'treasurer', path: '/offerings', shows: 'main table' },
  {
    name: 'offerings-empty',
    role: 'treasurer',
    path: '/offerings',
    reach: empty('**/api/offering-days?*'),
    shows: '.empty',
  },
  { name: 'offerings-counter', role: 'offering_counter', path: '/offerings', shows: 'main table' },
  {
    name: 'offering-new-taken',
    role: 'offering_counter',
    path: '/offerings?new',
    reach: (page) => page.locator('main form input').fill('2026-11-08'),
    shows: 'main form .notice',
  },
  {
    name: 'offering-new-future',
    role: 'offering_counter',
    path: '/offerings?new',
    reach: async (page) => {
      await page.locator('main form input').fill('2026-12-06');
      await page.keyboard.press('Enter');
    },
    shows: 'main form .field-fault',
  },
  {
    name: 'offering-gone',
    role: 'offering_counter',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    shows: '.notice',
    refusal: 404,
  },
  { name: 'offering-new', role: 'treasurer', path: '/offerings?new', shows: 'main form input' },
  {
    name: 'offering-open',
    role: 'offering_counter',
    path: ({ offerings }) => `/offerings/${offerings.draft}`,
    shows: '.gifts tbody tr',
  },
  {
    name: 'offering-submit',
    role: 'offering_counter',
    path: ({ offerings }) => `/offerings/${offerings.draft}`,
    reach: press('.draft .screen-actions .button-primary'),
    shows: '[role=dialog] h2',
  },
  {
    name: 'offering-submitted',
    role: 'treasurer',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    shows: '.gifts tbody tr',
  },
  {
    name: 'offering-reconcile',
    role: 'treasurer',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    reach: press('.deposit .button-primary'),
    shows: '[role=dialog] h2',
  },
  {
    name: 'offering-reopen',
    role: 'treasurer',
    path: ({ offerings }) => `/offerings/${offerings.submitted}`,
    reach: press('.draft > .screen-actions .button:last-child'),
    shows: '[role=dialog] h2',
  },
  {
    name: 'offering-reconciled',
    role: 'auditor',
    path: ({ offerings }) => `/offerings/${offerings.reconciled}`,
    shows: '.gifts tbody tr',
  },
];
