/** Checks which links each role sees, and that the console works with the keyboard, with large text and in print. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../src/permissions.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, type ChurchPage, emailOf, openChurch } from '../support/console-church.ts';
import { focusOf } from '../support/console.ts';

/** The links that each role sees according to "Navigation" in console.md, limited to the screens that exist so far. */
const LINKS: Readonly<Record<Role, readonly string[]>> = {
  super_admin: ['Home', 'Offerings', 'People', 'Attendance'],
  treasurer: ['Home', 'Offerings', 'People', 'Attendance'],
  finance: ['Home', 'Offerings', 'People', 'Attendance'],
  offering_counter: ['Home', 'Offerings', 'Attendance', 'People'],
  elder: ['Home', 'People', 'Attendance'],
  secretary: ['Home', 'People', 'Attendance'],
  admin: ['Home', 'People', 'Attendance'],
  deacon: ['Home', 'People', 'Attendance'],
  pastor: ['Home', 'People', 'Attendance'],
  ministry_leader: ['Home', 'People', 'Attendance'],
  auditor: ['Home', 'Offerings'],
  expense_approver: ['Home'],
  member: ['Home'],
};

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let church: ChurchPage;
  beforeAll(async () => {
    church = await openChurch();
  });
  afterAll(() => church.close());
  afterEach(async () => {
    await Promise.all(church.browser.contexts().map((context) => context.close()));
  });

  const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

  test.each(ROLES)('%s sees the right links, and no request of the linked screens is refused', async (role) => {
    const { page } = await browserOf(church, { email: emailOf(role) });
    const refused: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.status() >= 400) refused.push(`${answer.status()} ${pathname}`);
    });
    await page.goto('/');
    await links(page).first().waitFor();
    expect(await links(page).allTextContents()).toEqual(LINKS[role]);
    for (const name of LINKS[role]) {
      await links(page).getByText(name, { exact: true }).click();
      await expect.poll(() => links(page).getByText(name, { exact: true }).getAttribute('aria-current')).toBe('page');
      await page.getByRole('heading', { level: 1, name: name === 'Home' ? `Welcome, Ann ${role}` : name }).waitFor();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    }
    await links(page).getByText('Home', { exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    const ways = page.getByRole('main').getByRole('link');
    for (const index of Array(await ways.count()).keys()) {
      await ways.nth(index).click();
      await page.getByRole('heading', { level: 1, name: /^(?!Welcome)/ }).waitFor();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    }
    expect(refused).toEqual([]);
  });

  test('a new screen starts with the focus on its heading, and the document title names the screen', async () => {
    const { page } = await browserOf(church, { email: emailOf('secretary') });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const room of ['People', 'Attendance']) {
      await links(page).getByText(room).click();
      await page.getByRole('heading', { level: 1, name: room }).waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
      expect(await focusOf(page)).toBe(room);
      expect(await page.title()).toBe(`${room} · Vestry`);
    }
  });

  test('the first Tab offers to skip the navigation, and the focus is visible', async () => {
    const { page } = await browserOf(church, { email: emailOf('secretary') });
    await page.goto('/people');
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Tab');
    expect(await focusOf(page)).toBe('Skip to content');
    expect(await page.getByText('Skip to content').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    const seen: string[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Tab');
      seen.push(await focusOf(page));
      const width = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineWidth');
      expect(Number.parseFloat(width)).toBeGreaterThan(0);
    }
    expect(seen.slice(0, 2)).toEqual(['Add person', 'Find']);
  });

  test('with text at 200 %, nothing is cut off, and the page does not scroll sideways', async () => {
    const { page } = await browserOf(church, { email: emailOf('treasurer') });
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of [
      '/',
      '/offerings',
      `/offerings/${church.offerings.submitted}`,
      '/people',
      '/attendance',
      '/account',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, path).toBeLessThanOrEqual(1280);
    }
  });

  test('the deposit slip is printed in black on white, without elements that only a screen needs', async () => {
    const { page } = await browserOf(church, { email: emailOf('treasurer') });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(`/offerings/${church.offerings.submitted}`);
    const slip = page.getByRole('article', { name: 'Offering slip' });
    await slip.waitFor();
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    const colours = await page.evaluate(`(({ color, backgroundColor }) => [color, backgroundColor])(
      getComputedStyle(document.documentElement))`);
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    for (const text of ['1,432.85', 'Ann Lee', '1001']) {
      expect(await slip.getByText(text).first().isVisible()).toBe(true);
    }
  });
});
