/**
 * Visits the screens as each of the 13 roles, and compares the rooms, buttons and links that they offer with the
 * permissions of the role: nothing is offered that the service would refuse, and nothing is hidden that it allows.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { type Permission, permissionsOf, ROLES, type Role } from '../../src/permissions.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, churchOfFile, emailOf } from '../support/console-church.ts';
import { type Access, roomsOf, WALK } from '../support/console-controls.ts';
import { goInside, settled } from '../support/console.ts';

/** `npm run screens` walks every screen as every role. Otherwise each role walks a third, and each screen is walked. */
const IS_WHOLE = process.env['VESTRY_TEST_PICTURES'] !== undefined;
const SHARES = 3;
const REFUSED = 'Your account may not open this page.';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed, as a person with the role', () => {
  const church = churchOfFile();

  test.each(ROLES)('%s, each screen offers what the role may do, and nothing else', async (role) => {
    const { page } = await browserOf(church, { email: emailOf(role) });
    const differences: string[] = [];
    let address = '/';
    page.on('response', (answer) => {
      if (answer.status() >= 400) differences.push(`${address}: ${answer.status()} ${new URL(answer.url()).pathname}`);
    });
    await page.goto('/');
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await links.first().waitFor();
    await expect.poll(() => links.allTextContents()).toEqual(roomsOf(role));
    const part = ROLES.indexOf(role) % SHARES;
    for (const { path, needs, isSeenBy = 'everybody', controls } of WALK.filter(
      (_, index) => IS_WHOLE || index % SHARES === part,
    )) {
      if (!mayUse(role, isSeenBy)) continue;
      address = typeof path === 'string' ? path : path(church);
      await goInside(page, address);
      const allowed = Object.keys(controls).filter((name) => mayUse(role, controls[name] ?? []));
      const expected = mayUse(role, needs) ? allowed : [REFUSED, 'Go to Home'];
      differences.push(...(await differencesAt(page, expected)).map((text) => `${address}: ${text}`));
    }
    expect(differences).toEqual([]);
  });

  test.each(ROLES)('%s, the rooms and the ways from home lead to screens that the role may open', async (role) => {
    const { page } = await browserOf(church, { email: emailOf(role) });
    await page.goto('/');
    const ways = page.getByRole('link');
    await ways.first().waitFor();
    await settled(page);
    const addresses = await ways.evaluateAll((all) => all.map((one) => String(one.getAttribute('href'))));
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
    });
    for (const address of addresses.filter((address) => address.startsWith('/'))) {
      await goInside(page, address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      const title = page.getByRole('heading', { level: 1 });
      await expect.poll(() => title.textContent(), { message: address }).not.toMatch(/address\.$|may not/);
    }
    expect(refused).toEqual([]);
  });
});

function mayUse(role: Role, access: Access): boolean {
  if (access === 'everybody') return true;
  const permissions: readonly string[] = permissionsOf(role);
  const may = (one: Permission) => permissions.includes(one);
  return typeof access === 'function' ? access(may) : [access].flat().some(may);
}

/** Waits until a screen offers what is allowed, and returns what it still hides or offers too much after some seconds. */
async function differencesAt(page: Page, allowed: readonly string[]): Promise<string[]> {
  let shown: readonly string[] = [];
  const isRight = async () => {
    if ((await page.locator('[aria-busy=true]').count()) > 0) return false;
    shown = await offered(page);
    return shown.toSorted().join() === allowed.toSorted().join();
  };
  await vi.waitUntil(isRight, { timeout: 4000 }).catch(() => {});
  return [
    ...allowed.filter((name) => !shown.includes(name)).map((name) => `hides ${name}`),
    ...shown.filter((name) => !allowed.includes(name)).map((name) => `offers ${name}`),
  ];
}

/**
 * Returns the names of the buttons and links of a screen, and the heading if the screen is refused. Leaves out the rows
 * and pages of lists, and links to single records, except from home to the bank.
 */
async function offered(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const controls = main.locator('button:visible, a:visible, summary:visible');
  const names = await controls.evaluateAll((all) =>
    all
      .filter((one) => !one.closest('tbody, .pager'))
      .filter((one) => one.matches('.home-task [href^="/bank/"]') || !/\/\d+$/.test(one.getAttribute('href') ?? ''))
      .map((one) => {
        const name = one.getAttribute('aria-label') ?? one.textContent;
        return String(name || one.querySelector('img')?.getAttribute('alt'));
      }),
  );
  return [...new Set(names), ...(await main.getByRole('heading', { name: REFUSED }).allTextContents())];
}
