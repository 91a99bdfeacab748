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

/** `npm run screens` walks every screen as every role. Otherwise each role walks a fifth, and each screen is walked. */
const IS_WHOLE = process.env['TEST_PICTURES'] !== undefined;
const SHARES = 5;
const REFUSED = 'Your account may not open this page.';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed, as a person with the role', () => {
  const church = churchOfFile();

  test.each(ROLES)('%s, each screen offers what the role may do, and its links lead nowhere else', async (role) => {
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
    await followWays(page);
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
});

/** Follows the links to the rooms and those at home. Each must lead to a screen that the role may open. */
async function followWays(page: Page): Promise<void> {
  await settled(page);
  const ways = await page.getByRole('link').evaluateAll((all) => all.map((one) => String(one.getAttribute('href'))));
  const title = page.getByRole('heading', { level: 1 });
  for (const address of new Set(ways.filter((way) => way.startsWith('/')))) {
    await goInside(page, address);
    await title.waitFor();
    await settled(page);
    await expect.poll(() => title.textContent(), { message: address }).not.toMatch(/address\.$|may not/);
  }
}

function mayUse(role: Role, access: Access): boolean {
  if (access === 'everybody') return true;
  const permissions: readonly string[] = permissionsOf(role);
  const may = (one: Permission) => permissions.includes(one);
  return typeof access === 'function' ? access(may) : [access].flat().some(may);
}

/** Waits until a screen offers what is allowed, and returns what it still hides or offers too much after a while. */
async function differencesAt(page: Page, allowed: readonly string[]): Promise<string[]> {
  let shown: readonly string[] = [];
  const isRight = async () => {
    if ((await page.locator('[aria-busy=true]').count()) > 0) return false;
    shown = await offered(page);
    return shown.toSorted().join() === allowed.toSorted().join();
  };
  await vi.waitUntil(isRight, { timeout: 20_000 }).catch(() => {});
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
