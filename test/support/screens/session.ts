import type { Page } from 'playwright-core';
import { press, type ScreenOfPage } from './screen.ts';

/** Lets the service answer as if nobody had set up the church yet, and opens the link again. */
const firstRun = () => async (page: Page) => {
  const church = { name: null, timeZone: 'America/Chicago', locale: 'en-US', fiscalYearStartMonth: 1 };
  await page.route('**/api/setup', (route) =>
    route.fulfill({ json: { expiresAt: '2026-11-18T19:00:00.000Z', church } }),
  );
  await page.goto('/set-up');
  await page.goto('/set-up#token');
};

export const SESSION: readonly ScreenOfPage[] = [
  { name: 'sign-in', path: '/sign-in', shows: 'input[name=password]' },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    reach: async (page) => {
      await page.locator('input[name=email]').fill('nobody@example.org');
      await page.locator('input[name=password]').fill('not this one');
      await press('button[type=submit]')(page);
    },
    shows: '[role=alert]',
    refusal: 401,
  },
  {
    name: 'sign-in-second-step',
    path: '/sign-in',
    reach: async (page) => {
      const asked = {
        type: 'about:blank',
        status: 401,
        code: 'second_factor_required',
        title: 'Second factor required',
        detail: 'Now show your second factor.',
        ticket: 'ticket',
        methods: ['Code', 'RecoveryCode', 'Passkey'],
      };
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(asked) }),
      );
      await page.locator('input[name=email]').fill('ann@example.org');
      await page.locator('input[name=password]').fill('a long enough password');
      await press('button[type=submit]')(page);
    },
    shows: 'input[name=code]',
    refusal: 401,
  },
  {
    name: 'invitation',
    path: ({ invite }) => invite(),
    shows: 'input[name=newPassword]',
  },
  { name: 'invitation-gone', path: '/accept-invitation?token=gone', shows: '[role=alert]', refusal: 404 },
  { name: 'set-up-gone', path: '/set-up#gone', shows: '[role=alert]', refusal: 404 },
  { name: 'set-up', path: '/set-up#token', reach: firstRun(), shows: 'form select' },
  {
    name: 'set-up-account',
    path: '/set-up#token',
    reach: async (page) => {
      await firstRun()(page);
      await page.locator('form input').first().fill('Grace');
      await press('form [type=submit]')(page);
      await press('form [type=submit]')(page);
    },
    shows: 'form input[type=password]',
  },
  {
    name: 'sign-in-over',
    role: 'finance',
    path: '/offerings',
    reach: async (page) => {
      await page.locator('main table').waitFor();
      await page.context().clearCookies();
      // Refuses the access token. Without its cookie, the session cannot be refreshed.
      const refused = {
        type: 'about:blank',
        status: 401,
        code: 'unauthenticated',
        title: 'Refused',
        detail: 'Refused.',
      };
      await page.route('**/api/offering-sessions/**', (route) =>
        route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(refused) }),
      );
      await page.locator('main table a').first().click();
    },
    shows: 'dialog[open] input[name=password]',
    refusal: 401,
    endsSession: true,
  },
];
