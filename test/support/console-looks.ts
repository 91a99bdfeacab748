/** Checks every screen of the console in Chromium: axe findings, three widths, and errors in the browser's console. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/permissions.ts';
import { CHROMIUM } from './chromium.ts';
import { browserOf, type ChurchPage, emailOf, type Language, openChurch } from './console-church.ts';
import { type ScreenOfPage, SCREENS } from './console-screens.ts';

const WIDTHS = [360, 768, 1280] as const;
const HEIGHT = 800;
/** The folder in which `npm run screens` stores a picture of each screen. */
const PICTURES = process.env['VESTRY_TEST_PICTURES'];

/** The properties of a DOM element that the test uses. */
type Element = { getBoundingClientRect: () => { right: number }; outerHTML: string };
type Complaints = { of: string[]; hosts: Set<string> };

/** Declares the tests of all screens in a language. The languages have separate test files, which run in parallel. */
export function lookAtScreens(language: Language): void {
  describe.skipIf(CHROMIUM === undefined)(`in Chromium, with the language ${language}, the screen`, () => {
    let church: ChurchPage;
    const opened = new Map<Role | undefined, Page>();
    beforeAll(async () => {
      church = await openChurch();
      if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
    });
    afterAll(() => church.close());

    /** Returns the page of the role, which stays signed in between screens. */
    async function pageFor({ role }: ScreenOfPage): Promise<Page> {
      const before = opened.get(role);
      if (before) return before;
      const { page } = await browserOf(church, { language, ...(role && { email: emailOf(role) }) });
      await page.addInitScript({ content: axe.source });
      opened.set(role, page);
      return page;
    }

    async function show(screen: ScreenOfPage, page: Page): Promise<void> {
      await page.setViewportSize({ width: WIDTHS[2], height: HEIGHT });
      await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(church));
      await screen.reach?.(page, church);
      await page.locator(screen.shows).first().waitFor();
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
    }

    test.each(SCREENS)(
      '$name has no axe findings, fits each width, and causes no errors in the browser',
      async (screen) => {
        const page = await pageFor(screen);
        const heard = listen(page);
        await show(screen, page);
        expect(await inspect(page, language)).toEqual([]);
        if (PICTURES !== undefined) await photograph(page, `${screen.name}-${language}`);
        expect(await keysShown(page)).toEqual([]);
        expect(heard.of.filter((text) => !text.includes(`status of ${screen.refusal}`))).toEqual([]);
        expect([...heard.hosts]).toEqual([church.url]);
        expect(await page.locator('html').getAttribute('lang')).toBe(language === 'en' ? 'en' : 'zh-Hant');
        page.removeAllListeners();
        await page.unrouteAll();
      },
    );
  });
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
 * Returns the axe findings and the elements that are too wide. Contrast in dark mode is checked in English only,
 * because it does not depend on the language.
 */
async function inspect(page: Page, language: Language): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  const found = await axeFindings(page);
  for (const width of WIDTHS) {
    await widen(page, width);
    found.push(...(await tooWide(page, width)));
  }
  if (language !== 'en') return found;
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...found, ...(await axeFindings(page, ['color-contrast']))];
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

async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    rules ? { runOnly: rules } : {},
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Returns the translation keys that are shown in place of missing words. A key looks like an identifier. */
async function keysShown(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/\b(?:[a-z]+[A-Z][A-Za-z]*|[a-z]+:[a-z]\w*|\{\{\w+\}\})/g) ?? [];
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
