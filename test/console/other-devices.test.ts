/** What another device sees: the page on which it learns to trust the certificate, and the sign-in page without HTTPS. */
import axe, { type AxeResults } from 'axe-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { shareAuthority } from '../../src/http/tls/sharing.ts';
import { makeAuthority, makeServerCertificate } from '../../src/lib/certificate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, openConsole } from '../support/console.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
const PHONE = { width: 360, height: 740 };

describe.skipIf(CHROMIUM === undefined)('in Chromium, on a phone', () => {
  let service: ConsoleService;
  beforeAll(async () => {
    service = await openConsole();
  });
  afterAll(() => service.close());

  test.each([
    ['en-US', 'Certificate Trust Settings', '中文', '憑證信任設定'],
    ['zh-TW', '憑證信任設定', 'English', 'Certificate Trust Settings'],
  ])(
    'the page for trusting the certificate opens in %s with the steps for the device',
    async (locale, step, other, then) => {
      const permitted = { names: ['localhost'], networks: ['127.0.0.0/8'] };
      const authority = await makeAuthority('Vestry on office-pc', permitted, new Date());
      const signed = { holder: 'Vestry on office-pc', names: ['localhost', '127.0.0.1'], at: new Date() };
      const server = await makeServerCertificate(authority, signed);
      const sharing = await shareAuthority(
        { authority, server, url: 'https://office-pc.local:8990' },
        { host: '127.0.0.1', port: 0 },
      );
      onTestFinished(() => sharing.close());
      const context = await service.browser.newContext({ locale, viewport: PHONE, userAgent: IPHONE });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => errors.push(message.text()));
      await page.addInitScript({ content: axe.source });
      await page.goto(`http://127.0.0.1:${sharing.port}/`);
      await page.getByText(step).waitFor();
      await page.locator('details[open]').getByText('SHA-256').waitFor();
      await expect.poll(() => page.locator('details[open]').count()).toBe(1);
      await expect.poll(() => page.locator('a[href="https://127.0.0.1:8990"]').count()).toBe(1);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
      const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
      expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
      await page.getByRole('link', { name: other }).click();
      await page.getByText(then).waitFor();
      expect(errors).toEqual([]);
    },
  );

  test.each([
    ['en-US', /the connection is not encrypted.*type vestry https/],
    ['zh-TW', /連線沒有加密.*輸入 vestry https/],
  ])(
    'the sign-in page at an address without HTTPS says why nobody can sign in, and what to type, in %s',
    async (locale, text) => {
      const context = await contextOf(service, { locale });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.route('http://office-pc.local/**', async (route) => {
        const { pathname, search } = new URL(route.request().url());
        await route.fulfill({ response: await route.fetch({ url: `${service.url}${pathname}${search}` }) });
      });
      await page.goto('http://office-pc.local/');
      await page.getByText(text).waitFor();
      await expect.poll(() => page.getByRole('textbox').count()).toBe(0);
    },
  );
});
