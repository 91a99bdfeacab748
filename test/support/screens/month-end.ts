import { press, type ScreenOfPage } from './screen.ts';

const shows = '.figure-table tbody tr';

export const MONTH_END: readonly ScreenOfPage[] = [
  { name: 'month-end', role: 'treasurer', path: '/month-end/2026-11', shows },
  { name: 'month-end-read', role: 'elder', path: '/month-end/2026-11', shows },
  {
    name: 'month-end-finalize',
    role: 'treasurer',
    path: '/month-end/2026-10',
    reach: async (page) => {
      await page.locator('.month-checks').first().waitFor();
      await press('.screen-head .button-primary')(page);
    },
    shows: '[role=dialog] h2',
  },
  {
    name: 'month-end-notes',
    role: 'treasurer',
    path: '/month-end/2026-11',
    reach: press('.screen-part > .screen-actions .button'),
    shows: '.record-form textarea',
  },
  {
    name: 'month-end-finalized',
    role: 'treasurer',
    path: ({ closedMonth }) => `/month-end/${closedMonth}`,
    shows: '.notice',
  },
];
