/** The settings of e-mail in a browser, and a message whose letters wait. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, goInside, openConsole, signInAt } from '../support/console.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let smtp: Smtp;
  let page: Page;

  beforeAll(async () => {
    smtp = await startSmtp({ auth: { user: 'office', password: 'a secret' } });
    service = await openConsole();
    ({ page } = await signInAt(service, await service.person('Sue', 'super_admin'), '/messages'));
  });
  afterAll(async () => {
    await service.close();
    await smtp.close();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const valueOf = (name: string) => field(name).inputValue();

  // Each test needs what the test before it set up.
  test('e-mail is set up on the page, from where it is missing', async () => {
    await page.getByText(/^E-mail is not set up yet/).waitFor();
    await page.getByRole('link', { name: 'Set up e-mail' }).click();
    await page.getByRole('heading', { level: 2, name: 'E-mail' }).waitFor();
    await expect.poll(() => button('Send a test letter').count()).toBe(0);
    await field('Provider').selectOption('Gmail');
    await expect.poll(() => valueOf('Mail server')).toBe('smtp.gmail.com');
    await expect.poll(() => valueOf('Letters in 24 hours')).toBe('500');
    await field('Provider').selectOption('Another mail server');
    await field('Mail server').fill('127.0.0.1');
    await field('Port').fill(new URL(smtp.url).port);
    await field('User name').fill('office');
    await field('Password').fill('wrong');
    await field('Sender').fill('nobody');
    await button('Save').click();
    await page
      .getByText(/must be an address such as office@example\.org|such as office@example\.org/)
      .first()
      .waitFor();
    await field('Sender').fill('Grace <office@grace.example>');
    await button('Save').click();
    await button('Send a test letter').waitFor();
    await expect.poll(() => valueOf('Password')).toMatch(/^••••/);
  });

  test('a test letter shows what is wrong, and then that e-mail works', async () => {
    await field('Send a test letter to').fill('ann@example.org');
    await button('Send a test letter').click();
    await page.getByText('The mail server refused the user or password', { exact: false }).waitFor();
    await field('Password').fill('a secret');
    await button('Save').click();
    await expect
      .poll(() => service.app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'MailUpdated').execute())
      .toHaveLength(2);
    await button('Send a test letter').click();
    await page.getByText('The mail server took the test letter.', { exact: false }).first().waitFor();
    expect(smtp.to('ann@example.org')).toHaveLength(1);
  });

  test('for Microsoft 365, the page says which ways work', async () => {
    await field('Mail server').fill('smtp.office365.com');
    await field('Password').fill('a secret');
    await button('Save').click();
    await page.getByText(/^Microsoft 365 takes no passwords from programs any more/).waitFor();
    await field('Mail server').fill('127.0.0.1');
    await field('Password').fill('a secret');
    await button('Save').click();
    await expect.poll(() => page.getByText(/^Microsoft 365 takes no passwords/).count()).toBe(0);
  });

  test('a message whose letters wait says since when and why, can be stopped, and is sent when it is resumed', async () => {
    smtp.refuse('bo@example.org', '450 4.2.0 Greylisted');
    await goInside(page, '/settings/mail');
    await field('Send a test letter to').fill('bo@example.org');
    await button('Send a test letter').click();
    await page.getByText('The mail server does not take the test letter now.', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'The letter in the history' }).click();
    await page.getByText(/^1 message waits\. It is tried again by itself from /).waitFor();
    await page.getByText('The mail server said: 450 4.2.0 Greylisted').waitFor();
    await button('Stop sending').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop sending' }).click();
    await page.getByText(/^Somebody stopped this message/).waitFor();
    smtp.relent();
    await button('Send the rest').click();
    await page.getByRole('cell', { name: 'bo@example.org' }).waitFor();
    expect(smtp.to('bo@example.org')).toHaveLength(1);
  });

  test('what is in doubt is listed, and sent again only after a question', async () => {
    smtp.drop('cy@example.org');
    await goInside(page, '/settings/mail');
    await field('Send a test letter to').fill('cy@example.org');
    await button('Send a test letter').click();
    await page.getByText('Nobody knows whether the test letter arrived.').first().waitFor();
    await page.getByRole('link', { name: 'The letter in the history' }).click();
    await page.getByRole('cell', { name: /^Not known: / }).waitFor();
    smtp.relent();
    await button('Send the one in doubt again').click();
    await page.getByRole('dialog').getByText('Whoever has one already gets it twice.', { exact: false }).waitFor();
    expect(smtp.to('cy@example.org')).toHaveLength(0);
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('cell', { name: 'Sent', exact: true }).waitFor();
    expect(smtp.to('cy@example.org')).toHaveLength(1);
  });

  test('in Chinese, the settings of e-mail are complete', async () => {
    const context = await contextOf(service, { email: 'sue@example.org', locale: 'zh-TW' });
    const chinese = await context.newPage();
    await chinese.goto('/settings/mail');
    await chinese.getByRole('heading', { level: 2, name: '電子郵件' }).waitFor();
    await chinese.getByLabel('郵件伺服器', { exact: true }).waitFor();
    const test = chinese.getByRole('button', { name: '寄測試信' });
    await expect.poll(() => test.count()).toBe(1);
    await context.close();
  });
});
