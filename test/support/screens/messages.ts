import type { ScreenOfPage } from './screen.ts';

export const MESSAGES: readonly ScreenOfPage[] = [
  { name: 'messages', role: 'admin', path: '/messages', shows: '.message-form' },
  {
    name: 'messages-check',
    role: 'admin',
    path: '/messages',
    reach: async (page) => {
      await page.locator('select').nth(1).selectOption('Active');
      await page.locator('.message-form input[maxlength]').fill('Sunday');
      await page.locator('textarea').fill('10:30');
      await page.locator('.message-form button[type=submit]').click();
    },
    shows: '.message-preview',
  },
  { name: 'messages-history', role: 'admin', path: '/messages/history', shows: '.empty' },
  { name: 'messages-line', role: 'admin', path: '/messages/line', shows: '.empty' },
];
