/** Every screen of the page in Chromium: by axe, in three widths, and for what the browser complains of. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, type ChurchPage, emailOf, type Language, openChurch } from '../support/console-church.ts';
import { type ScreenOfPage, SCREENS } from '../support/console-screens.ts';

const WIDTHS = [360, 768, 1280] as const;
const HEIGHT = 800;
/** `npm run screens` keeps a picture of each screen here. */
const PICTURES = process.env['VESTRY_TEST_PICTURES'];

/** What a test needs of the browser's own type. */
type Element = { getBoundingClientRect: () => { right: number }; outerHTML: string };
type Complaints = { of: string[]; hosts: Set<string> };

describe.skipIf(CHROMIUM === undefined)('in Chromium, where it is installed', () => {
  let church: ChurchPage;
  const opened = new Map<string, BrowserContext>();
  beforeAll(async () => {
    church = await openChurch();
    if (PICTURES !== undefined) mkdirSync(PICTURES, { recursive: true });
  });
  afterAll(() => church.close());

  /** A page of the role's own browser, so that nobody signs in for each screen anew. */
  async function pageFor({ role }: ScreenOfPage, language: Language): Promise<Page> {
    const known = `${role} ${language}`;
    let context = opened.get(known);
    if (!context || role === 'finance') {
      ({ context } = await browserOf(church, { language, ...(role && { email: emailOf(role) }) }));
      await context.addInitScript({ content: axe.source });
      opened.set(known, context);
    }
    return context.newPage();
  }

  async function show(screen: ScreenOfPage, page: Page): Promise<void> {
    await page.setViewportSize({ width: WIDTHS[2], height: HEIGHT });
    await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(church));
    await screen.reach?.(page, church);
    await page.locator(screen.shows).first().waitFor();
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  }

  describe.each(['en', 'zh-TW'] as const)('in %s', (language) => {
    test.each(SCREENS)('$name passes axe in light and dark, fits each width, and breaks no policy', async (screen) => {
      const page = await pageFor(screen, language);
      const heard = listen(page);
      await show(screen, page);
      const found = await inspect(page, screen.name, language);
      expect(found).toEqual([]);
      expect(await keysShown(page)).toEqual([]);
      expect(heard.of.filter((text) => !text.includes(`status of ${screen.refusal}`))).toEqual([]);
      expect([...heard.hosts]).toEqual([church.url]);
      expect(await page.locator('html').getAttribute('lang')).toBe(language === 'en' ? 'en' : 'zh-Hant');
      await page.close();
    });
  });
});

/** What the browser complains of on a page, and the hosts that it asks. */
function listen(page: Page): Complaints {
  const heard: Complaints = { of: [], hosts: new Set() };
  page.on('pageerror', (error) => heard.of.push(error.message));
  page.on('console', (message) => {
    // Whether somebody is signed in here is asked of the service, and a no is written into the console.
    if (message.location().url.endsWith('/api/auth/refresh')) return;
    if (['error', 'warning'].includes(message.type())) heard.of.push(message.text());
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) heard.hosts.add(origin);
  });
  return heard;
}

/** What is wrong with what the page shows now: all rules of axe in light, the contrast once more in dark, and what is too wide. */
async function inspect(page: Page, name: string, language: Language): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await axeFindings(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect.poll(() => page.evaluate('innerWidth')).toBe(width);
      if (colorScheme === 'light') found.push(...(await tooWide(page, width)));
      if (PICTURES !== undefined) {
        const file = path.join(PICTURES, `${name}-${language}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
    }
  }
  return found;
}

async function axeFindings(page: Page, rules: string[] | undefined): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    rules ? { runOnly: rules } : {},
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** A word that is missing shows its key, which is written like a name in the program. */
async function keysShown(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/\b(?:[a-z]+[A-Z][A-Za-z]*|[a-z]+:[a-z]\w*|\{\{\w+\}\})/g) ?? [];
}

/** What makes a page that must be moved sideways so wide. */
function tooWide(page: Page, width: number): Promise<string[]> {
  return page.locator('body').evaluate((body, width) => {
    if (body.parentElement.scrollWidth <= width) return [];
    const all: Element[] = Array.from(body.querySelectorAll('*'));
    const wide = all.filter((one) => one.getBoundingClientRect().right > width + 1);
    return wide.slice(0, 5).map((one) => `${width}: ${one.outerHTML.slice(0, 120)}`);
  }, width);
}
