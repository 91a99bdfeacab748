import { press, type ScreenOfPage } from './screen.ts';

export const SETTINGS: readonly ScreenOfPage[] = [
  { name: 'settings-church', role: 'admin', path: '/settings', shows: '.record-form' },
  { name: 'settings-church-read', role: 'pastor', path: '/settings', shows: '.settings-facts' },
  { name: 'settings-users', role: 'super_admin', path: '/settings/users', shows: 'main table' },
  { name: 'settings-user-new', role: 'super_admin', path: '/settings/users/new', shows: '.record-choices .checkbox' },
  { name: 'settings-roles', role: 'super_admin', path: '/settings/roles', shows: '.role-list li' },
  {
    name: 'settings-second-factor',
    role: 'super_admin',
    path: '/settings/secondFactor',
    shows: '.record-choices .checkbox',
  },
  { name: 'settings-fund', role: 'treasurer', path: '/settings/funds?fund=2', shows: '.record-form' },
  { name: 'settings-accounts', role: 'treasurer', path: '/settings/accounts', shows: '.record-form' },
  { name: 'settings-opening', role: 'treasurer', path: '/settings/opening', shows: '.record-form' },
  {
    name: 'settings-opening-rows',
    role: 'treasurer',
    path: '/settings/opening',
    reach: async (page) => {
      await page.locator('.record-form').waitFor();
      for (const button of await page.locator('.opening-all .button').all()) await button.click();
    },
    shows: '.opening-row select',
  },
  { name: 'settings-kinds', role: 'treasurer', path: '/settings/expenseKinds', shows: 'main table' },
  {
    name: 'settings-audit',
    role: 'auditor',
    path: '/settings/audit',
    reach: press('main summary'),
    shows: '.changes',
  },
];
