/** The size of what the page loads, gzipped, in units of 1,024 bytes: until the sign-in, and until the first entry. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sizeOf, sizeOfAll, watchAssets } from '../bench/assets.js';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, openConsole, type Person } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let counter: Person;
  let offering: number;
  beforeAll(async () => {
    service = await openConsole();
    counter = await service.person('Cora', 'offering_counter', 'treasurer');
    offering = await service.offering();
  });
  afterAll(() => service.close());

  test('a counter loads at most 120 kB to sign in and 230 kB to enter the first gift, and the page is at most 450 kB', async () => {
    const page = await (await contextOf(service)).newPage();
    const asked = watchAssets(page);
    await page.goto('/');
    await page.getByLabel('E-mail', { exact: true }).fill(counter.email);
    await page.waitForLoadState('networkidle');
    expect(sizeOf(asked)).toBeLessThanOrEqual(120);
    await page.getByLabel('Password', { exact: true }).fill(counter.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.goto(`/offerings/${offering}`);
    await page.getByRole('group', { name: 'New gift' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.size).toBeGreaterThan(4);
    expect(sizeOf(asked)).toBeLessThanOrEqual(230);
    expect(sizeOfAll()).toBeLessThanOrEqual(450);
  });
});
