/** The Messages screens in a browser: writing, checking, sending, and the people on LINE. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NewFamilyUnit } from '../../src/features/people/families/schema.ts';
import { createFamily } from '../../src/features/people/families/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, focusOf, goInside, openConsole, signInAt } from '../support/console.ts';
import { addMember, withMail } from '../support/office.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let smtp: Smtp;
  let page: Page;

  beforeAll(async () => {
    smtp = await startSmtp();
    service = await openConsole((app) => withMail(app, smtp.url));
    await addMember(service.app, { firstName: 'Ann', lastName: 'Adams', email: 'ann@example.org' });
    const chen = { firstName: 'Wei', lastName: 'Chen', chineseName: '陳偉', phone: '+1 626 555 0108' };
    await addMember(service.app, chen);
    ({ page } = await signInAt(service, await service.person('Adele', 'admin'), '/messages'));
  });
  afterAll(async () => {
    await service.close();
    await smtp.close();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });

  test('a message is checked in both languages with the phone numbers of who gets none, and is then sent', async () => {
    await page.getByRole('button', { name: 'Check before sending' }).waitFor();
    await field('Subject').fill('Worship moves to 10:30');
    await field('Text').fill('From next Sunday on.');
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await page.getByText('Choose at least one person, a status or a group.').waitFor();
    await field('Everybody with the status').selectOption('Active');
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await page.getByText('1 person gets an e-mail.').waitFor();
    const missed = page.getByRole('table', { name: 'People who get nothing' });
    await expect
      .poll(() => missed.locator('tbody tr').allInnerTexts())
      .toEqual(['Wei Chen 陳偉\tNo e-mail address\t+1 626 555 0108']);
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect.poll(async () => (await focusOf(page)) === (await preview.textContent())).toBe(true);
    const english = await preview.innerText();
    await page.getByRole('combobox').selectOption('zh-TW');
    await expect.poll(() => preview.innerText()).not.toBe(english);
    await page.getByRole('combobox').selectOption('en-US');
    await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Worship moves to 10:30' }).waitFor();
    await page.getByRole('cell', { name: 'ann@example.org' }).waitFor();
    expect(smtp.messages.map(({ to }) => to)).toEqual([['ann@example.org']]);
  });

  test('the history is filtered by result', async () => {
    await goInside(page, '/messages/history?result=failed');
    await page.getByText('No messages.').waitFor();
    await field('Result').selectOption('Sent');
    await page.getByRole('cell', { name: 'ann@example.org' }).waitFor();
    expect(new URL(page.url()).searchParams.get('result')).toBe('sent');
  });

  test('without LINE, the page says before a message by LINE is written that LINE is not set up, and offers no sending', async () => {
    await goInside(page, '/messages');
    const unset = page.getByText(/not set up yet/);
    await field('Subject').waitFor();
    await expect.poll(() => unset.count()).toBe(0);
    await field('Send by').selectOption('LINE, otherwise e-mail');
    await unset.waitFor();
    await expect
      .poll(() => unset.textContent())
      .toMatch(/^LINE is not set up yet.*“vestry config set lineChannelAccessToken”/);
    await field('Everybody with the status').selectOption('Active');
    await field('Text').fill('Peace');
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await page.getByText('1 person gets an e-mail.').waitFor();
    await unset.waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Send to/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change the message' }).click();
    await field('Send by').selectOption('E-mail');
    await expect.poll(() => unset.count()).toBe(0);
    await goInside(page, '/messages/line');
    await unset.waitFor();
  });

  test('on the Chinese page, what is not set up is said in Chinese, and people without an address have the Chinese name first', async () => {
    const context = await contextOf(service, { email: 'adele@example.org', locale: 'zh-TW' });
    const chinese = await context.newPage();
    const states = (missing: string | null) => ({ json: { items: [{ channel: 'Email', missing }] } });
    await chinese.route('**/api/notifications/channels', (route) => route.fulfill(states('mail_server')));
    await chinese.goto('/messages');
    await chinese.getByText('電子郵件尚未設定，還不能寄信。').waitFor();
    await chinese.getByLabel('所有這種狀態的人', { exact: true }).selectOption('Active');
    await chinese.getByLabel('主旨', { exact: true }).fill('聚會時間');
    await chinese.getByLabel('內容', { exact: true }).fill('平安');
    await chinese.getByRole('button', { name: '寄出前檢查' }).click();
    const missed = chinese.getByRole('table', { name: '收不到的人' });
    await expect
      .poll(() => missed.locator('tbody tr').allInnerTexts())
      .toEqual(['陳偉 Wei Chen\t沒有電子郵件\t+1 626 555 0108']);
    await expect.poll(() => chinese.getByRole('button', { name: /^寄給/ }).count()).toBe(0);
    await context.close();
  });

  test('without an address of the church, the page leads to the settings where it is entered', async () => {
    await page.route('**/api/notifications/channels', (route) =>
      route.fulfill({ json: { items: [{ channel: 'Email', missing: 'sender' }] } }),
    );
    await page.goto('/messages');
    await page.getByRole('link', { name: 'Enter the e-mail address of the church' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings/church');
    await page.unrouteAll();
  });

  test('a code for LINE is shown once', async () => {
    await goInside(page, '/messages/line');
    await page.getByRole('combobox', { name: 'Person' }).pressSequentially('wei');
    await page.getByRole('option', { name: /Wei Chen/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Make a code' }).click();
    await page.getByText('Give this code to the person now.').waitFor();
    await expect.poll(() => page.locator('.message-code').textContent()).toMatch(/^[2-9A-Z]{8}$/);
  });

  test('the rest of a family is added with one button beside a person of the family', async () => {
    const { id: familyUnitId } = await createFamily(service.app, decode(NewFamilyUnit, { name: 'Baker' }));
    await addMember(service.app, { firstName: 'Ida', lastName: 'Baker', familyUnitId, familyRole: 'Head' });
    await addMember(service.app, { firstName: 'Ned', lastName: 'Baker', familyUnitId, familyRole: 'Child' });
    await goInside(page, '/messages/history');
    await goInside(page, '/messages');
    await page.getByRole('combobox', { name: 'Person' }).pressSequentially('ida');
    await page.getByRole('option', { name: /Ida Baker/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add the rest of the family of Ida Baker' }).click();
    const chosen = page.getByRole('list', { name: 'Chosen people' });
    await chosen.getByText('Ned Baker').waitFor();
    await expect.poll(() => chosen.getByRole('listitem').count()).toBe(2);
    await expect.poll(() => page.getByRole('button', { name: /Add the rest/ }).count()).toBe(0);
  });

  test('a card leads to a message with the person or the family chosen, without who died', async () => {
    const { id: familyUnitId } = await createFamily(service.app, decode(NewFamilyUnit, { name: 'Cole' }));
    const cole = (firstName: string, fields: object) =>
      addMember(service.app, { firstName, lastName: 'Cole', familyUnitId, ...fields });
    const head = await cole('Ada', { familyRole: 'Head', email: 'ada@example.org' });
    await cole('Ben', { familyRole: 'Child' });
    const late = await cole('Cyrus', { familyRole: 'Spouse', status: 'Deceased' });
    const chosen = page.getByRole('list', { name: 'Chosen people' }).getByRole('listitem');
    await goInside(page, `/people/${head}`);
    await page.getByRole('link', { name: 'Write a message', exact: true }).click();
    await chosen.getByText('Ada Cole').waitFor();
    await expect.poll(() => chosen.count()).toBe(1);
    await goInside(page, `/people/${late}`);
    await page.getByRole('heading', { level: 1, name: 'Cyrus Cole' }).waitFor();
    await page.getByRole('link', { name: 'Write to the family' }).click();
    await chosen.getByText('Ben Cole').waitFor();
    await chosen.getByText('Ada Cole').waitFor();
    await expect.poll(() => chosen.count()).toBe(2);
    await page.goBack();
    await page.getByRole('link', { name: 'Write to the family' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Write a message', exact: true }).count()).toBe(0);
  });
});
