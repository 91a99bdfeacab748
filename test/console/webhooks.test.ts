/** Webhooks on the page: adding one, its secret, its deliveries, and switching it off. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { deliverUntilEnd } from '../../src/features/webhooks/dispatcher.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, focusOf, openConsole, signInAt } from '../support/console.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let receiver: Receiver;
  let made = 0;
  beforeAll(async () => {
    service = await openConsole((app) => ({ ...app, config: { ...app.config, webhookAddresses: 'network' } }));
    void deliverUntilEnd({ ...service.app, actor: { kind: 'system', name: 'webhooks' } }, 50);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await service.close();
  });
  afterEach(() => Promise.all(service.browser.contexts().map((context) => context.close())));

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  async function opened(): Promise<Page> {
    const admin = await service.person(`Wes${(made += 1)}`, 'super_admin');
    return (await signInAt(service, admin, '/settings/webhooks')).page;
  }

  async function add(page: Page, description: string): Promise<void> {
    await press(page, 'Add webhook');
    const form = page.getByRole('form', { name: 'Add webhook' });
    await form.getByLabel('Address').fill(receiver.url);
    await form.getByLabel('What it is for').fill(description);
    await form.getByLabel('Person added').check();
    await form.getByRole('button', { name: 'Save' }).click();
    receiver.secrets.push((await page.locator('.shown-once code').textContent()) ?? '');
  }

  test('a webhook is added, its secret is shown once, and a test shows that it works', async () => {
    const page = await opened();
    await add(page, 'The website');
    await press(page, 'Send a test');
    const list = page.getByRole('table', { name: 'Deliveries' });
    await expect.poll(() => list.textContent()).toContain('accepted');
    expect(receiver.received.map(({ type }) => type)).toEqual(['endpoint.test']);
    await list.getByRole('button', { name: 'Send again' }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    await page.reload();
    await list.waitFor();
    await expect.poll(() => page.locator('.shown-once').count()).toBe(0);
  });

  test('a secret gets the focus, is said to be shown, and stands only above its own webhook', async () => {
    const page = await opened();
    const secret = page.getByRole('group', { name: 'Secret of the webhook' });
    const focused = () => page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.outerHTML');
    const status = () => page.getByRole('status').textContent();
    await add(page, 'The first program');
    await expect.poll(focused).toBe('Secret of the webhook');
    await expect.poll(status).toContain('The webhook was added.');
    await press(page, 'New secret');
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await expect.poll(status).toContain('new secret');
    await expect.poll(() => secret.locator('code').textContent()).not.toBe(receiver.secrets.at(-1));
    await expect.poll(focused).toBe('Secret of the webhook');
    await page.getByRole('table', { name: 'Webhooks' }).getByText('not yet').first().waitFor();
    await press(page, 'Cancel');
    await expect.poll(() => focusOf(page)).toBe('The first program');
    await add(page, 'The second program');
    await page.getByRole('link', { name: 'The first program' }).click();
    await page.getByRole('form', { name: 'The first program' }).waitFor();
    await expect.poll(() => secret.count()).toBe(0);
  });

  test('without an event, the form asks for one, and the first event gets the focus', async () => {
    const page = await opened();
    await press(page, 'Add webhook');
    await expect.poll(() => focusOf(page)).toBe('Address');
    await page.keyboard.type(receiver.url);
    await press(page, 'Save');
    await page.getByText('Choose at least one event.').waitFor();
    await expect.poll(() => focusOf(page)).toBe('Offering submitted');
    await press(page, 'Cancel');
    await expect.poll(() => focusOf(page)).toBe('Add webhook');
  });

  test.each([390, 820])('the deliveries fit on a screen of %i pixels', async (width) => {
    const page = await opened();
    await add(page, `A program ${width} wide`);
    receiver.answer(() => ({ status: 500, body: '' }));
    await press(page, 'Send a test');
    const list = page.getByRole('table', { name: 'Deliveries' });
    await expect.poll(() => list.textContent()).toContain('answered 500');
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => list.evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)))
      .toBe(0);
    await expect.poll(() => list.getByRole('cell', { name: 'Test', exact: true }).count()).toBe(1);
  });

  test('a webhook that fails says why, and can be switched off, on, and removed', async () => {
    const page = await opened();
    await add(page, 'A broken program');
    receiver.answer(() => ({ status: 500, body: '' }));
    await press(page, 'Send a test');
    await expect.poll(() => page.getByRole('table', { name: 'Deliveries' }).textContent()).toContain('answered 500');
    await expect.poll(() => page.getByRole('table', { name: 'Webhooks' }).textContent()).toContain('failing');
    await press(page, 'Switch off');
    await page.getByText('This webhook is switched off.').waitFor();
    await press(page, 'Switch on');
    await page.getByRole('button', { name: 'Send a test' }).waitFor();
    await press(page, 'Remove webhook');
    const dialog = page.getByRole('dialog', { name: 'Remove webhook' });
    await dialog.getByRole('button', { name: 'Remove webhook' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'A broken program' }).count()).toBe(0);
  });

  test('on the Chinese page, the reason of a failure is Chinese', async () => {
    const page = await opened();
    await add(page, 'A program far away');
    receiver.answer(() => ({ status: 503, body: '' }));
    await press(page, 'Send a test');
    await expect.poll(() => page.getByRole('table', { name: 'Deliveries' }).textContent()).toContain('answered 503');
    const { email } = await service.person(`Wes${(made += 1)}`, 'super_admin');
    const context = await contextOf(service, { email, locale: 'zh-TW' });
    const chinese = await context.newPage();
    await chinese.goto(page.url());
    await expect.poll(() => chinese.getByRole('table', { name: '傳送紀錄' }).textContent()).toContain('對方回應 503。');
  });

  test('a wrong address is said at its field, and what was typed stays', async () => {
    const page = await opened();
    await press(page, 'Add webhook');
    const form = page.getByRole('form', { name: 'Add webhook' });
    await form.getByLabel('Address').fill('http://169.254.169.254/');
    await form.getByLabel('Month finalized').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => form.textContent()).toContain('may not send to this address');
    await expect.poll(() => form.getByLabel('Address').inputValue()).toBe('http://169.254.169.254/');
  });
});
