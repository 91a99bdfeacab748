import { ofx } from '../../contract/bank-support.ts';
import { fillFunds } from '../console-church-funds.ts';
import { press, type ScreenOfPage } from './screen.ts';

const lines = ({ bank }: { bank: { checking: number } }) => `/bank/${bank.checking}`;

/** Adds what the screen shows, reads the screen again, and presses the button that a selector matches. */
const withFunds =
  (selector?: string): NonNullable<ScreenOfPage['reach']> =>
  async (page, { app }) => {
    await fillFunds(app);
    await page.reload();
    if (selector !== undefined) await press(selector)(page);
  };

export const BANK: readonly ScreenOfPage[] = [
  { name: 'bank', role: 'treasurer', path: '/bank', shows: 'main table' },
  {
    name: 'bank-value',
    role: 'treasurer',
    path: '/bank',
    reach: withFunds('main section [data-opens]'),
    shows: 'main form',
  },
  { name: 'bank-transfers', role: 'elder', path: '/bank/transfers', reach: withFunds(), shows: 'main table' },
  {
    name: 'bank-transfer',
    role: 'treasurer',
    path: '/bank/transfers?form=new',
    reach: async (page, church) => {
      await withFunds('main form select')(page, church);
      await page.locator('main form select').first().selectOption('funds');
      await page.locator('main form select').nth(1).selectOption({ index: 2 });
    },
    shows: 'main form .checkbox',
  },
  {
    name: 'bank-repayment',
    role: 'treasurer',
    path: '/bank/transfers',
    reach: withFunds('main td [data-opens]'),
    shows: 'main form',
  },
  {
    name: 'bank-reverse',
    role: 'treasurer',
    path: '/bank/transfers',
    reach: withFunds('main td [data-opens] + .button-plain'),
    shows: '[role=dialog] .amount-field',
  },
  { name: 'bank-lines', role: 'treasurer', path: lines, shows: '.bank-line' },
  {
    name: 'bank-match-all',
    role: 'treasurer',
    path: lines,
    reach: press('.bank-left > .screen-actions .button'),
    shows: '[role=dialog] .bank-document',
  },
  {
    name: 'bank-match',
    role: 'treasurer',
    path: lines,
    reach: press('.bank-panel > .screen-actions .button'),
    shows: '.bank-task',
  },
  {
    name: 'bank-expense',
    role: 'treasurer',
    path: lines,
    reach: async (page) => {
      await page.locator('.bank-line').nth(1).click();
      await page.locator('.bank-panel > .screen-actions .button').nth(1).click();
    },
    shows: '.bank-task .combo',
  },
  {
    name: 'bank-matched',
    role: 'treasurer',
    path: (church) => `${lines(church)}?status=Matched`,
    shows: '.bank-document',
  },
  { name: 'bank-lines-read', role: 'auditor', path: lines, shows: '.bank-suggestions' },
  { name: 'bank-lines-none', role: 'treasurer', path: (church) => `${lines(church)}?q=qqqq`, shows: '.empty' },
  {
    name: 'bank-imports',
    role: 'treasurer',
    path: (church) => `${lines(church)}/imports`,
    reach: async (page) => {
      const buffer = Buffer.from('Posted,Details,Money\n03/05/2026,手續費 SERVICE FEE,-15.00\n');
      await page.locator('input[type=file]').setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer });
      await page.locator('main form [type=submit]').click();
      await page.locator('main form select').first().waitFor();
    },
    shows: 'main form table',
    refusal: 422,
  },
  {
    name: 'bank-imports-ofx',
    role: 'treasurer',
    path: (church) => `${lines(church)}/imports`,
    reach: async (page) => {
      const buffer = Buffer.from(ofx([{ date: '2026-11-12', amount: -31.2, text: '印刷 PRINTER' }]));
      await page.locator('input[type=file]').setInputFiles({ name: 'november.ofx', mimeType: 'text/plain', buffer });
    },
    shows: 'main form .notice',
  },
  { name: 'bank-imports-read', role: 'elder', path: (church) => `${lines(church)}/imports`, shows: 'main table' },
  {
    name: 'bank-rules',
    role: 'treasurer',
    path: (church) => `${lines(church)}/rules?edit=new`,
    reach: async (page) => {
      await page.locator('main section .button').last().click();
      await page.locator('main section table').waitFor();
    },
    shows: 'main form .combo',
  },
  { name: 'bank-rules-read', role: 'elder', path: (church) => `${lines(church)}/rules`, shows: 'main table' },
  {
    name: 'bank-reconciliations',
    role: 'treasurer',
    path: (church) => `${lines(church)}/reconciliations`,
    shows: 'main table',
  },
  {
    name: 'bank-reconciling',
    role: 'treasurer',
    path: (church) => `${lines(church)}/reconciliations/${church.bank.draft}`,
    reach: press('main summary'),
    shows: '.bank-tick',
  },
  {
    name: 'bank-reconciled',
    role: 'elder',
    path: (church) => `${lines(church)}/reconciliations/${church.bank.finished}`,
    shows: 'main table',
  },
];
