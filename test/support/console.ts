/** The console in Chromium, with a service on a real database whose clock the test sets. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { listCategories } from '../../src/features/giving/categories/service.ts';
import { NewSession, type Session } from '../../src/features/giving/offerings/schema.ts';
import { createSession, getSession } from '../../src/features/giving/offerings/service.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import { createListener } from '../../src/http/router.ts';
import type { Role } from '../../src/permissions.ts';
import { AREAS } from '../../src/routes.ts';
import { decode } from '../../src/validate.ts';
import { fileApp, type TestApp } from './app.ts';
import { openBrowser } from './chromium.ts';

/** The password of every account created here. */
export const PASSWORD = 'a long enough password';

/** A user with an account. */
export type Person = { id: number; name: string; email: string; password: string };

export type ConsoleService = {
  app: TestApp;
  browser: Browser;
  url: string;
  person: (name: string, ...roles: Role[]) => Promise<Person>;
  /** Creates an offering session, by default on a date that no test has used, and returns its id. */
  offering: (date?: string) => Promise<number>;
  read: (id: number) => Promise<Session>;
  categories: () => Promise<{ id: number; name: string }[]>;
  /** Breaks all connections and refuses new ones, like a service that crashed. `start` resumes at the same address. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
  close: () => Promise<void>;
};

/** Returns a service and a browser for a test file. `change` can give the service other settings. */
export async function openConsole(change = (app: TestApp): TestApp => app): Promise<ConsoleService> {
  const [{ app: plain, close }, browser] = await Promise.all([fileApp(), openBrowser()]);
  const app = change(plain);
  const gate = await listening(app);
  let next = 0;
  return {
    app,
    browser,
    url: `http://localhost:${gate.port}`,
    person: async (name, ...roles) => {
      const email = `${name.toLowerCase()}@example.org`;
      const { user } = await createUser(app, { email, displayName: name, roles, memberId: null }, PASSWORD);
      return { id: user.id, name, email, password: PASSWORD };
    },
    offering: async (date = dayInYear((next += 1))) => (await createSession(app, decode(NewSession, { date }))).id,
    read: (id) => getSession(app, id),
    categories: async () => (await listCategories(app, false)).items,
    stop: gate.stop,
    start: gate.start,
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await gate.stop();
      await close();
    },
  };
}

/** Returns the date of the day with this number in 2026. Dates that tests choose themselves are later in the year. */
function dayInYear(number: number): string {
  return new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);
}

async function listening(app: TestApp) {
  const listener = createListener(app, AREAS);
  // The service closes no idle connection. Playwright uses its connections again without trying a second time, so a
  // request failed when the service closed its connection at the same moment.
  const options = { keepAliveTimeout: 0 };
  let server = http.createServer(options, listener);
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, 'localhost', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    start: async () => {
      if (server.listening) return;
      server = http.createServer(options, listener);
      await listen(port);
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Opens a separate browser context in a language. Signs in if an e-mail address is given. */
export async function contextOf(
  { browser, url }: Pick<ConsoleService, 'browser' | 'url'>,
  { email, password = PASSWORD, locale = 'en-US' }: { email?: string; password?: string; locale?: string } = {},
): Promise<BrowserContext> {
  // Switches off animations, because they only take time.
  const context = await browser.newContext({ locale, reducedMotion: 'reduce', baseURL: url });
  context.setDefaultTimeout(60_000);
  if (email !== undefined) {
    const answer = await context.request.post('/api/auth/login', { data: { email, password } });
    if (!answer.ok()) throw new Error(`Signing in as ${email} returned status ${answer.status()}.`);
  }
  return context;
}

/** Opens a tab in a new browser context in which the person is signed in. */
export async function signInAt(
  service: ConsoleService,
  { email, password }: Person,
  path = '/',
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await contextOf(service, { email, password });
  const page = await context.newPage();
  await page.goto(path);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return { context, page };
}

/** Changes the address as a link does, without reloading the page. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}

/** Waits until nothing on the page is loading. Several parts may load at once. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
}

/** Fills in the sign-in form and sends it. */
export async function fillSignIn(page: Page, login: { email: string; password: string }, locale = 'en-US') {
  const isChinese = locale.startsWith('zh');
  await page.getByLabel(isChinese ? '電子郵件' : 'E-mail', { exact: true }).fill(login.email);
  await page.getByLabel(isChinese ? '密碼' : 'Password', { exact: true }).fill(login.password);
  await page.getByRole('button', { name: isChinese ? '登入' : 'Sign in', exact: true }).click();
}

/** Types a text into a text box with options, waits until an option has this text, and chooses the first option. */
export async function choose(box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await box.page().getByRole('option', { name: text }).first().waitFor();
  await box.press('Enter');
}

/** Returns the parts of the entry grid, found by their accessible names. */
export function gridOf(page: Page) {
  const group = page.getByRole('group', { name: 'New gift' });
  const table = page.getByRole('table', { name: 'Gifts' });
  const box = (name: string, within: Locator = group) => within.getByRole('combobox', { name, exact: true });
  const field = (name: string, within: Locator = group) => within.getByRole('textbox', { name, exact: true });
  return {
    group,
    table,
    method: box('Method'),
    giver: box('Giver'),
    category: box('Category'),
    amount: field('Amount'),
    checkNumber: field('Check number'),
    reference: field('Reference'),
    note: field('Note'),
    status: page.getByRole('status'),
    /** Returns the saved rows as text, cell by cell, without the row that is being edited. */
    rows: async () =>
      (await table.locator('tr.gift').allInnerTexts()).map((row) => row.split('\t').map((cell) => cell.trim())),
    row: (text: string) => table.getByRole('row').filter({ hasText: text }),
    open: page.getByRole('group', { name: /^Gift \d+$/ }),
  };
}

/** Returns the label of the focused element, or its text. */
export function focusOf(page: Page): Promise<string> {
  return page.evaluate('(document.activeElement.labels?.[0] ?? document.activeElement).textContent');
}

/** Pastes a text in the form in which a spreadsheet copies it. */
export function paste(page: Page, text: string): Promise<void> {
  return page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
}

/** Chooses a CSV file with these lines in the file field of the page. */
export function chooseCsv(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  return page.locator('input[type=file]').setInputFiles(file);
}
