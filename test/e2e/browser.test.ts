/**
 * Tests of the API page and of the example in docs/examples, in Chromium. Like a church's own web app, the example has
 * a different origin from the service.
 */
import { AREAS } from '../../src/routes.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GivingQuery } from '../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../src/features/giving/givings/service.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import { bind } from '../../src/http/server.ts';
import { decode } from '../../src/validate.ts';
import { as, fileApp, NOW, type TestApp } from '../support/app.ts';
import { CHROMIUM, openBrowser } from '../support/chromium.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';
import { addMember } from '../support/office.ts';
import { ROOT } from '../support/package.ts';

const ANN = { email: 'ann@example.org', password: 'a long enough password' };
const MEMBERS = 12;

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed,', () => {
  let app: TestApp;
  let service: string;
  let origin: string;
  let stranger: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const endings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const made = await fileApp();
    ({ app } = made);
    // The page needs the address of the service, and the service needs the origin of the page. So the service opens
    // its port first, and serves requests only after the origin of the page is known.
    const corsOrigins: string[] = [];
    const listener = await bind({ ...app.config, corsOrigins, port: 0 });
    service = `http://localhost:${new URL(listener.localUrl).port}`;
    [origin, stranger, browser] = await Promise.all([serveExample(), serveExample(), openBrowser()]);
    corsOrigins.push(origin);
    listener.serve(app, AREAS);
    endings.unshift(
      () => browser.close(),
      () => listener.close(),
      () => made.close(),
    );
    const ann = { email: ANN.email, displayName: 'Ann', roles: ['super_admin' as const], memberId: null };
    await createUser(app, ann, ANN.password);
    for (const number of Array(MEMBERS).keys()) await addMember(app, { lastName: `Lin${number + 10}` });
  });
  afterAll(async () => {
    for (const end of endings) await end();
  });
  beforeEach(async () => {
    context = await browser.newContext({ locale: 'en-US' });
    page = await context.newPage();
    return () => context.close();
  });

  /** Serves the example as its README describes, and returns its origin. */
  async function serveExample(): Promise<string> {
    const server = spawn(process.execPath, [path.join(ROOT, 'docs/examples/serve.js'), '0', service]);
    endings.push(async () => server.kill() && once(server, 'exit'));
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    return String(line).trim();
  }

  async function enter(): Promise<void> {
    await page.goto(origin);
    await page.getByLabel('E-mail').fill(ANN.email);
    await page.getByLabel('Password').fill(ANN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await names().first().waitFor();
  }

  let now = NOW.getTime();
  /** Moves the clock of the service forward by sixteen minutes, so that it refuses all earlier access tokens. */
  const expire = () => app.setNow(new Date((now += 16 * 60_000)).toISOString());

  const names = (tab = page) => tab.locator('#rows td:first-child');
  const searchFor = (name: string, tab = page) => tab.getByLabel('Search').fill(name);
  const notice = () => page.getByRole('status');
  const givings = async () => (await listGivings(as(app, 1, 'super_admin'), decode(GivingQuery, {}))).items;

  /** Returns a list to which each later response of the service is added, as method, path and status. */
  function answers(): string[] {
    const list: string[] = [];
    page.on('response', (response) => {
      const { pathname, origin: from } = new URL(response.url());
      const method = response.request().method();
      if (from === service && method !== 'OPTIONS') list.push(`${method} ${pathname} ${response.status()}`);
    });
    return list;
  }

  test('signing in, paging and searching work without violating the content security policy', async () => {
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await enter();
    await expect
      .poll(() => names().allTextContents())
      .toEqual(Array.from({ length: 10 }, (_, row) => `Mei Lin${row + 10}`));
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('2 / 2').waitFor();
    await expect.poll(() => names().allTextContents()).toEqual(['Mei Lin20', 'Mei Lin21']);
    await searchFor('lin13');
    await page.getByText('1 / 1').waitFor();
    await expect.poll(() => names().allTextContents()).toEqual(['Mei Lin13']);
    await page.getByRole('button', { name: '中文' }).click();
    await expect.poll(() => page.getByLabel('金額').isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('a giving is recorded once, however often its form is sent, and an invalid field is reported', async () => {
    await enter();
    await page.getByLabel('Giver').selectOption('Mei Lin10');
    await page.getByLabel('Category').selectOption('Tithe');
    await page.getByLabel('Date').fill('2026-11-18');
    await page.getByLabel('Amount').fill('12.505');
    await page.getByRole('button', { name: 'Record' }).click();
    await page.locator('#amount-fault').waitFor();
    await expect.poll(() => page.getByLabel('Amount').getAttribute('aria-describedby')).toBe('amount-fault');
    await expect.poll(givings).toEqual([]);
    await page.getByLabel('Amount').fill('12.50');
    const sent = answers();
    await page.locator('#giving').evaluate((form: { requestSubmit: () => void }) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await expect.poll(() => sent.length).toBe(2);
    await expect.poll(givings).toMatchObject([{ amount: 1250, memberName: 'Mei Lin10', date: '2026-11-18' }]);
  });

  test('a reloaded page continues the session until the user signs out', async () => {
    await enter();
    await page.reload();
    await names().first().waitFor();
    await expect.poll(() => page.getByLabel('Password').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await expect.poll(() => names().count()).toBe(0);
    await expect.poll(() => context.cookies(`${service}/api/auth`)).toEqual([]);
    await page.reload();
    await page.getByLabel('Password').waitFor();
    await expect.poll(() => notice().textContent()).toBe('');
  });

  test('an expired access token is renewed in every open tab, and the user does not notice', async () => {
    await enter();
    const other = await context.newPage();
    await other.goto(origin);
    await names(other).first().waitFor();
    const sent = answers();
    expire();
    await Promise.all([searchFor('Lin14'), searchFor('Lin15', other)]);
    await expect.poll(() => names().allTextContents()).toEqual(['Mei Lin14']);
    await expect.poll(() => names(other).allTextContents()).toEqual(['Mei Lin15']);
    expect(sent).toEqual(['GET /api/members 401', 'POST /api/auth/refresh 200', 'GET /api/members 200']);
  });

  test('if the sign-in was ended elsewhere, the page asks the user to sign in again', async () => {
    await enter();
    expect((await context.request.post(`${service}/api/auth/logout`)).status()).toBe(204);
    await searchFor('Lin14');
    await page.getByLabel('Password').waitFor();
    await expect.poll(() => notice().textContent()).toBe('Your session has ended. Please sign in again.');
  });

  describe.runIf(IS_NIGHTLY)('the API page', () => {
    // Swagger UI computes for seconds, many more on a slow machine, while Chromium holds back the click that started it.
    beforeEach(() => context.setDefaultTimeout(100_000));

    const blockOf = (address: string) =>
      page.locator('.opblock', { has: page.locator(`[data-path="${address}"]`) }).first();

    /**
     * Opens the block of an operation, sends a request with this input, and returns the response that the page shows.
     */
    async function tryOut(tag: string, address: string, body?: unknown): Promise<string> {
      await page.locator('.opblock-tag', { hasText: tag }).first().click();
      const block = blockOf(address);
      await block.locator('.opblock-summary').click();
      await block.locator('.try-out__btn').click();
      if (body !== undefined) await block.locator('textarea').fill(JSON.stringify(body));
      await block.locator('.execute').click();
      return block.locator('.live-responses-table').innerText();
    }

    test('signs in and sends requests, contacts no other host, and does not violate its content security policy', async () => {
      const [hosts, complaints] = [new Set<string>(), [] as string[]];
      page.on('request', (request) => hosts.add(new URL(request.url()).origin));
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.goto(`${service}/api/docs`);
      expect(await tryOut('Sign-in', '/api/auth/login', ANN)).toContain('accessToken');
      expect(await tryOut('Members', '/api/members')).toContain('"totalCount": 12');
      expect([...hosts]).toEqual([service]);
      expect(complaints).toEqual([]);
    });

    test('accepts a token, and fits the screen of a phone', async () => {
      await page.setViewportSize({ width: 375, height: 740 });
      await page.goto(`${service}/api/docs#/Sign-in/getAuthMe`);
      const login = await context.request.post(`${service}/api/auth/login`, { data: ANN });
      const { accessToken } = (await login.json()) as { accessToken: string };
      await page.locator('.btn.authorize').click();
      // The token is the only field of the dialog.
      await page.locator('.modal-ux input').fill(accessToken);
      await page.locator('.modal-ux .btn.authorize').click();
      await page.locator('.modal-ux .btn-done').click();
      const me = blockOf('/api/auth/me');
      await me.locator('.try-out__btn').click();
      await me.locator('.execute').click();
      await expect.poll(() => me.locator('.live-responses-table').innerText()).toContain(ANN.email);
      await expect.poll(() => page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(375);
      const table = me.locator('.responses-table').last();
      await expect.poll(() => table.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThanOrEqual(375);
    });
  });

  test('a page from an unlisted origin gets no data, even if the user is signed in at the listed origin', async () => {
    await enter();
    await page.goto(stranger);
    await page.getByLabel('Password').waitFor();
    await expect.poll(() => notice().textContent()).toBe('The service cannot be reached.');
    const asked = answers();
    await page.getByLabel('E-mail').fill(ANN.email);
    await page.getByLabel('Password').fill(ANN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign in', disabled: false }).waitFor();
    await expect.poll(() => notice().textContent()).toBe('The service cannot be reached.');
    expect(asked).toEqual([]);
    const read = (address: string) => fetch(address, { credentials: 'include' }).then((answer) => answer.text());
    await expect(page.evaluate(read, `${service}/api/health`)).rejects.toThrow('Failed to fetch');
  });
});
