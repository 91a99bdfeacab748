/** Checks screens of the console in Chromium: axe findings, three widths, errors in the browser. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/permissions.ts';
import { CHROMIUM } from './chromium.ts';
import { browserOf, type ChurchPage, emailOf, type Language, openChurch } from './console-church.ts';
import { goInside, settled } from './console.ts';
import type { ScreenOfPage } from './screens/screen.ts';

const WIDTHS = [360, 768, 1280] as const;
const LANGUAGES = ['en', 'zh-TW'] as const;
const HEIGHT = 800;
/** The folder in which `npm run screens` stores a picture of each screen. */
const PICTURES = process.env['TEST_PICTURES'];
/** True for `npm run screens`, which looks at all screens in both languages, and at their contrast in light and dark. */
const IS_WHOLE = PICTURES !== undefined;

/** The properties of a DOM element that the test uses. */
type Element = { getBoundingClientRect: () => { right: number }; outerHTML: string };
type Complaints = { of: string[]; hosts: Set<string> };

/** Declares a test of each of these screens. Test files with different screens run in parallel. */
export function lookAt(screens: readonly ScreenOfPage[]): void {
  describe.skipIf(CHROMIUM === undefined)('in Chromium, the screen', () => {
    let church: ChurchPage;
    const opened = new Map<Role | undefined, Page>();
    beforeAll(async () => {
      church = await openChurch();
      if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
    });
    afterAll(() => church.close());

    /**
     * Returns the page of the role, which stays signed in between screens. The test gives it back at its end; a page on
     * which a test failed is not used again.
     */
    async function pageFor({ role }: ScreenOfPage): Promise<Page> {
      const before = opened.get(role);
      opened.delete(role);
      if (before) return before;
      const { page } = await browserOf(church, role && { email: emailOf(role) });
      await page.addInitScript({ content: axe.source });
      return page;
    }

    async function show(screen: ScreenOfPage, page: Page): Promise<void> {
      await page.setViewportSize({ width: WIDTHS[2], height: HEIGHT });
      await open(page, typeof screen.path === 'string' ? screen.path : await screen.path(church), screen);
      await screen.reach?.(page, church);
      await page.locator(screen.shows).first().waitFor();
      await settled(page);
    }

    test.each(IS_WHOLE ? screens.map((screen) => ({ ...screen, languages: LANGUAGES })) : some(screens))(
      '$name has no axe findings, fits each width, and causes no errors in the browser, in $languages',
      async ({ languages, ...screen }) => {
        const page = await pageFor(screen);
        const heard = listen(page);
        await show(screen, page);
        for (const language of languages) {
          await speak(page, language);
          await page.locator(screen.shows).first().waitFor();
          expect(await inspect(page, language)).toEqual([]);
          if (PICTURES !== undefined) await photograph(page, `${screen.name}-${language}`);
          expect(await keysShown(page)).toEqual([]);
        }
        expect(heard.of.filter((text) => !text.includes(`status of ${screen.refusal}`))).toEqual([]);
        expect([...heard.hosts].filter((host) => host !== church.url)).toEqual([]);
        await page.evaluate('localStorage.clear(); sessionStorage.clear()');
        page.removeAllListeners();
        await page.unrouteAll();
        if (!screen.endsSession) opened.set(screen.role, page);
      },
    );
  });
}

/**
 * Returns every fourth screen, for the short form: half of them in English and, after these, the others in Chinese.
 */
function some(screens: readonly ScreenOfPage[]): (ScreenOfPage & { languages: readonly Language[] })[] {
  return [0, 4].flatMap((from, language) =>
    screens
      .filter((_, index) => index % 8 === from)
      .map((screen) => ({ ...screen, languages: LANGUAGES.slice(language, language + 1) })),
  );
}

/**
 * Goes to an address. If the page is loaded, it goes there by way of home and without loading the page again, which takes
 * a fraction of the time, and first closes what the screen before left open.
 */
async function open(page: Page, path: string, { role }: ScreenOfPage): Promise<void> {
  if (role === undefined || page.url() === 'about:blank') {
    await page.goto(path);
    return;
  }
  await goInside(page, '/');
  const layers = page.locator('[role=dialog], [role=menu]');
  if ((await layers.count()) > 0) await page.keyboard.press('Escape');
  await layers.first().waitFor({ state: 'detached' });
  await goInside(page, path);
}

/** Chooses the language as if in another tab, because an open dialog hides the menu. */
async function speak(page: Page, language: Language): Promise<void> {
  const lang = language === 'en' ? 'en' : 'zh-Hant';
  if ((await page.locator('html').getAttribute('lang')) === lang) return;
  const change = { key: 'vestry-language', newValue: language };
  await page.evaluate(`dispatchEvent(new StorageEvent('storage', ${JSON.stringify(change)}))`);
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(lang);
  await settled(page);
}

/** Records the errors and warnings in the browser's console, and the hosts that the page contacts. */
function listen(page: Page): Complaints {
  const heard: Complaints = { of: [], hosts: new Set() };
  page.on('pageerror', (error) => heard.of.push(error.message));
  page.on('console', (message) => {
    // At the start, the page tries to refresh a session. Without a session, the service refuses this, which the browser
    // reports as an error.
    if (message.location().url.endsWith('/api/auth/refresh')) return;
    if (['error', 'warning'].includes(message.type())) heard.of.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) heard.hosts.add(origin);
  });
  return heard;
}

/**
 * Returns the axe findings and the elements that are too wide. Contrast is checked in English only, because it does not
 * depend on the language, and in dark mode only in the whole form.
 */
async function inspect(page: Page, language: Language): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const isEnglish = language === 'en';
  const found = await axeFindings(page, isEnglish ? {} : { rules: { 'color-contrast': { enabled: false } } });
  for (const width of WIDTHS) {
    await widen(page, width);
    found.push(...(await tooWide(page, width)));
  }
  if (!isEnglish || !IS_WHOLE) return found;
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found, ...(await axeFindings(page, { runOnly: ['color-contrast'] }))];
}

async function widen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  await expect.poll(() => page.evaluate('innerWidth')).toBe(width);
}

async function photograph(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await widen(page, width);
      await page.screenshot({ path: path.join(PICTURES ?? '', `${name}-${colorScheme}-${width}.png`), fullPage: true });
    }
  }
}

async function axeFindings(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/**
 * Returns the translation keys that are shown in place of missing words. A key looks like an identifier, like macOS, and
 * like a setting in the command that sets it.
 */
async function keysShown(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/(?<!config set )\b(?!(?:macOS|kB)\b)(?:[a-z]+[A-Z][A-Za-z]*|[a-z]+:[a-z]\w*|\{\{\w+\}\})/g) ?? [];
}

/** Returns the elements that make the page scroll sideways. */
function tooWide(page: Page, width: number): Promise<string[]> {
  return page.locator('body').evaluate((body, width) => {
    if (body.parentElement.scrollWidth <= width) return [];
    const all: Element[] = Array.from(body.querySelectorAll('*'));
    const wide = all.filter((one) => one.getBoundingClientRect().right > width + 1);
    return wide.slice(0, 5).map((one) => `${width}: ${one.outerHTML.slice(0, 120)}`);
  }, width);
}
