/** Setting up a church in a browser with the one-time link. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSetup } from '../../src/features/access/setup/service.ts';
import { getProfile, isFounded } from '../../src/features/church/profile/service.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, openConsole } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  beforeAll(async () => {
    service = await openConsole();
    page = await (await contextOf(service)).newPage();
  });
  afterAll(() => service.close());

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string) => page.getByRole('button', { name }).click();

  test('without a link, or with a link that no longer works, the page says how to get one', async () => {
    await page.goto('/set-up');
    await page.getByText(/This link works once/).waitFor();
    await openSetup(service.app);
    await page.goto('/set-up#guessed');
    // The page takes the token out of the address. Reloaded before that, it would read the token again.
    await page.waitForURL((url) => url.hash === '');
    await page.reload();
    await page.getByText(/Open the link that Vestry printed/).waitFor();
    await page.goto('/set-up#guessed');
    await field('Name of the church').fill('Grace');
    await press('Next');
    await press('Next');
    await field('Your name').fill('Ann Lee');
    await field('E-mail').fill('ann@example.org');
    await field('New password').fill('seven sparrows on the roof');
    await press('Finish and sign in');
    await page.getByText(/This link works once/).waitFor();
    await expect.poll(() => field('Your name').inputValue()).toBe('Ann Lee');
    await expect.poll(() => isFounded(service.app)).toBe(false);
  });

  test('the link leads through the church and the account by keyboard, and leaves no token in the address', async () => {
    await page.goto('about:blank');
    await page.goto((await openSetup(service.app)) ?? '');
    await field('Name of the church').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await field('Name of the church').fill('Grace Church 恩典堂');
    await field('First month of the fiscal year').selectOption('July');
    await field('First month of the fiscal year').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Step 2 of 3').waitFor();
    await field('EIN').fill('12345');
    await page.keyboard.press('Enter');
    await field('Your name').fill('Ann Lee');
    await field('E-mail').fill('ann@example.org');
    await field('New password').fill('seven sparrows on the roof');
    await page.keyboard.press('Enter');
    await page.getByText('This is not an EIN. Type nine digits, such as 12-3456789.').waitFor();
    await page.getByText('Step 2 of 3').waitFor();
    await field('EIN').fill('12-3456789');
    await press('Next');
    await press('Finish and sign in');
    await page.getByRole('heading', { name: 'Welcome, Ann Lee' }).waitFor();
    await page.getByText('Invite the team').waitFor();
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'Enter the balances' }).getByRole('link').count())
      .toBe(1);
    await press('Hide this list');
    await expect.poll(() => page.getByText('Invite the team').count()).toBe(0);
    await expect
      .poll(() => getProfile(service.app))
      .toMatchObject({
        name: 'Grace Church 恩典堂',
        ein: '12-3456789',
        fiscalYearStartMonth: 7,
      });
  });

  test('after the set-up, the link is gone', async () => {
    await page.goto('/set-up#again');
    await page.getByText(/This link works once/).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });
});
