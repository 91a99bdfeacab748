/** Checks that the console works with the keyboard, on a phone, with large text and in print. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, churchOfFile, emailOf } from '../support/console-church.ts';
import { roomsOf } from '../support/console-controls.ts';
import { OFFICE, SUNDAY } from '../support/console-screens.ts';
import { focusOf, goInside, settled } from '../support/console.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

/** The way back and forward is the same for all screens, so one of so many is enough, except in `npm run nightly`. */
const SHARES = 6;

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  const church = churchOfFile();

  const links = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

  test('a new screen starts with the focus on its heading, and the document title names the screen', async () => {
    const { page } = await browserOf(church, { email: emailOf('secretary') });
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const room of ['People', 'Attendance']) {
      await links(page).getByText(room).click();
      await page.getByRole('heading', { level: 1, name: room }).waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1');
      await expect.poll(() => focusOf(page)).toBe(room);
      await expect.poll(() => page.title()).toBe(`${room} · Vestry`);
    }
  });

  const ALONE = [...SUNDAY, ...OFFICE]
    .filter(({ role, reach, refusal }) => role && !reach && refusal === undefined)
    .filter((_, index) => IS_NIGHTLY || index % SHARES === 0);
  test.each([...new Set(ALONE.map(({ role }) => role))])(
    'Back and Forward lead %s between home and each screen',
    async (role) => {
      const { page } = await browserOf(church, { email: emailOf(role ?? 'member') });
      await page.goto('/');
      const title = () => page.getByRole('heading', { level: 1 }).first().textContent();
      await page.getByRole('heading', { level: 1 }).waitFor();
      const home = await title();
      for (const { path, shows, name } of ALONE.filter((one) => one.role === role)) {
        const address = typeof path === 'string' ? path : await path(church);
        if (address === '/') continue;
        await goInside(page, address);
        await page.locator(shows).first().waitFor();
        const own = await title();
        await page.goBack();
        await expect.poll(title, { message: name }).toBe(home);
        await page.goForward();
        await page.locator(shows).first().waitFor();
        expect([name, await title()]).toEqual([name, own]);
        await goInside(page, '/');
        await expect.poll(title, { message: name }).toBe(home);
      }
    },
  );

  test('code, words and styles that cannot be loaded at first are loaded a moment later', async () => {
    const { page } = await browserOf(church, { email: emailOf('treasurer') });
    await page.goto('/');
    await links(page).first().waitFor();
    const failed = new Set<string>();
    await page.route('**/assets/**', (route) => {
      const url = route.request().url();
      if (failed.has(url)) return route.continue();
      failed.add(url);
      return route.abort();
    });
    for (const room of ['Reports', 'Bank']) {
      await links(page).getByText(room, { exact: true }).click();
      await page.getByRole('heading', { level: 1, name: room }).waitFor();
    }
    const kinds = [...failed].map((url) => /\/(words)\.|\.(js|css)$/.exec(url)?.find((kind, at) => at > 0 && kind));
    expect(new Set(kinds)).toEqual(new Set(['words', 'js', 'css']));
    const unstyled =
      "Array.from(document.querySelectorAll('link[rel=stylesheet]')).filter(({ sheet }) => !sheet).length";
    await expect.poll(() => page.evaluate(unstyled)).toBe(0);
  });

  test('on a phone, the bar has the first four rooms, and the others are behind More', async () => {
    const { page } = await browserOf(church, { email: emailOf('treasurer') });
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/');
    await links(page).first().waitFor();
    const shown = async () => (await links(page).filter({ visible: true }).allTextContents()).join(' ');
    await expect.poll(shown).toBe(roomsOf('treasurer').slice(0, 4).join(' '));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click();
    await expect.poll(shown).toBe(roomsOf('treasurer').join(' '));
    await page.keyboard.press('Escape');
    await expect.poll(shown).toBe(roomsOf('treasurer').slice(0, 4).join(' '));
    await expect.poll(() => focusOf(page)).toBe('More');
  });

  test.each(['offering_counter', 'elder', 'treasurer'] as const)(
    'on the narrowest phone, the whole bar of %s is in view',
    async (role) => {
      const { page } = await browserOf(church, { email: emailOf(role) });
      await page.setViewportSize({ width: 360, height: 800 });
      await page.goto('/');
      const more = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' });
      await more.waitFor();
      const box = await more.boundingBox();
      expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    },
  );

  test('the first Tab offers to skip the navigation, and the focus is visible', async () => {
    const { page } = await browserOf(church, { email: emailOf('secretary') });
    await page.goto('/people');
    await page.getByRole('table').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focusOf(page)).toBe('Skip to content');
    await expect.poll(() => page.getByText('Skip to content').isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    const seen: string[] = [];
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Tab');
      seen.push(await focusOf(page));
      const width = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineWidth');
      expect(Number.parseFloat(width)).toBeGreaterThan(0);
    }
    expect(seen.slice(0, 2)).toEqual(['Add person', 'Import']);
  });

  test('the key ? opens the help for the room, and Escape closes it', async () => {
    const { page } = await browserOf(church, { email: emailOf('secretary') });
    await page.goto('/people');
    await page.getByRole('table').waitFor();
    await page.getByLabel('Find', { exact: true }).press('?');
    await expect.poll(() => page.getByLabel('Find', { exact: true }).inputValue()).toBe('?');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Help' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'People' }).getByText('Press a name to open the card.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => focusOf(page)).toBe('Help');
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
      '/reports',
      '/month-end/2026-11',
      '/account',
      '/guide',
    ]) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, path).toBeLessThanOrEqual(1280);
    }
  });

  test('the screen of an offering prints the deposit slip in black on white, without names and what only a screen needs', async () => {
    const { page } = await browserOf(church, { email: emailOf('treasurer') });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(`/offerings/${church.offerings.submitted}`);
    const slip = page.getByRole('article', { name: 'Deposit slip' });
    await slip.waitFor();
    await expect.poll(() => page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await expect.poll(() => page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    const colours = await page.evaluate(`(({ color, backgroundColor }) => [color, backgroundColor])(
      getComputedStyle(document.documentElement))`);
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    for (const text of ['Total deposit', 'Ann Lee', 'Check 1001']) {
      await expect.poll(() => slip.getByText(text).first().isVisible()).toBe(true);
    }
  });
});
