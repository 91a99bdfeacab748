import type { Page } from 'playwright-core';
import { press, type ScreenOfPage } from './screen.ts';

const CODES = Array.from({ length: 10 }, (_, index) => `k7qm-x3vd-9fh${'23456789ab'.charAt(index)}`);
const SET_UP = {
  state: 'SetUp',
  authenticator: { confirmedAt: '2026-11-01T18:00:00.000Z', lastUsedAt: '2026-11-15T17:30:00.000Z' },
  recoveryCodesLeft: 9,
  passkeys: [
    { id: 1, name: 'Phone of Grace', host: 'localhost', createdAt: '2026-11-01T18:00:00.000Z', lastUsedAt: null },
    {
      id: 2,
      name: 'Laptop in the office of the church',
      host: 'church.example.org',
      createdAt: '2026-11-01T18:00:00.000Z',
      lastUsedAt: '2026-11-15T17:30:00.000Z',
    },
  ],
  rememberedDevices: [
    {
      id: 1,
      createdAt: '2026-11-01T18:00:00.000Z',
      lastUsedAt: '2026-11-15T17:30:00.000Z',
      expiresAt: '2026-12-01T18:00:00.000Z',
      userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142.0',
      ipAddress: '192.0.2.17',
      current: true,
    },
  ],
};

/** Lets the service answer as for an account with every kind of second factor. */
const withFactors = async (page: Page) => {
  await page.route('**/api/auth/second-factor', (route) => route.fulfill({ json: SET_UP }));
  await page.reload();
};

/** Gives the password, and lets the service answer with a secret for the app. */
const toQrCode = async (page: Page) => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const url = `otpauth://totp/Vestry%20Grace:grace@example.org?issuer=Vestry%20Grace&secret=${secret}`;
  await page.route('**/second-factor/authenticator', (route) => route.fulfill({ json: { secret, url } }));
  await page.reload();
  await press('#second-factor .button-primary')(page);
  await page.locator('#second-factor input[type=password]').fill('a long enough password');
  await press('#second-factor [type=submit]')(page);
};

export const ACCOUNT: readonly ScreenOfPage[] = [
  { name: 'account', role: 'pastor', path: '/account', shows: '#second-factor .button-primary' },
  {
    name: 'account-factors',
    role: 'pastor',
    path: '/account',
    reach: withFactors,
    shows: 'main td >> text=192.0.2.17',
  },
  { name: 'account-app', role: 'pastor', path: '/account', reach: toQrCode, shows: '.qr-code' },
  {
    name: 'account-codes',
    role: 'pastor',
    path: '/account',
    reach: async (page) => {
      await toQrCode(page);
      await page.route('**/authenticator/confirm', (route) => route.fulfill({ json: { recoveryCodes: CODES } }));
      await page.locator('#second-factor input[name=code]').fill('123456');
      await press('#second-factor [type=submit]')(page);
    },
    shows: '.recovery-codes li',
  },
  {
    name: 'account-key-new',
    role: 'treasurer',
    path: '/account',
    reach: press('#program-keys .screen-actions .button'),
    shows: '#program-keys .choices .checkbox',
  },
  {
    name: 'account-required',
    role: 'deacon',
    path: '/people',
    reach: async (page) => {
      await page.route('**/api/auth/me', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), secondFactor: 'Required', permissions: [] } });
      });
      await page.reload();
    },
    shows: '#second-factor .notice-warn',
  },
];
