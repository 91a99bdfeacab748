/** The settings of backups in a browser: a place off this computer, and what is wrong with it. */
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendCopy } from '../../src/features/upkeep/backup-target/sending.ts';
import { quickKeys } from '../features/upkeep/backups/support.ts';
import { withPassphrase } from '../features/upkeep/backup-target/support.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, openConsole, signInAt } from '../support/console.ts';
import { temporaryDir } from '../support/daemon.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  const { dir, remove } = temporaryDir();
  const folder = `${dir}/copies`;
  let service: ConsoleService;
  let page: Page;

  beforeAll(async () => {
    service = await openConsole((app) => withPassphrase(app, `${dir}/passphrase`));
    ({ page } = await signInAt(service, await service.person('Sue', 'super_admin'), '/'));
  });
  afterAll(async () => {
    await service.close();
    remove();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  // Each test needs what the test before it did.
  test('the home screen asks for a place, which is chosen there; a folder that is missing is refused at its field', async () => {
    await page.getByText(/^No copy of the books is kept off this computer/).waitFor();
    await page.getByRole('link', { name: 'Choose a place' }).click();
    await page.getByRole('heading', { level: 3, name: 'Off this computer' }).waitFor();
    await field('Where copies go').selectOption('Folder');
    await field('Folder').fill(folder);
    await button('Save').click();
    await page.getByText('The place is not there. Connect its disk or share, or choose another place.').waitFor();
    expect(existsSync(folder)).toBe(false);
    mkdirSync(folder);
    await field('Weeks').fill('5');
    await button('Save').click();
    await button('Send a copy now').waitFor();
    await page.getByText(/^This folder is on the same disk as the books/).waitFor();
    await expect.poll(() => field('Weeks').inputValue()).toBe('5');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('the place is tested, and the page says how old the copies are', async () => {
    quickKeys();
    await button('Test').click();
    await page.getByText('The place works', { exact: false }).waitFor();
    await expect.poll(() => page.getByText('No copy yet').count()).toBe(2);
    await sendCopy(service.app, { holds: 'Books', signal: new AbortController().signal });
    await page.goto('/settings/backups');
    await expect.poll(() => page.getByText('No copy yet').count()).toBe(1);
  });

  test('a place that is gone is told there and on the home screen, until it is back', async () => {
    quickKeys();
    renameSync(folder, `${dir}/away`);
    await button('Test').click();
    await page.getByRole('alert').getByText('The place is not there', { exact: false }).waitFor();
    const signal = new AbortController().signal;
    await expect(sendCopy(service.app, { holds: 'Books', signal })).rejects.toThrow('is not there');
    await page.goto('/');
    await page.getByText(/^The newest copy off this computer is 0 days old\. The place is not there/).waitFor();
    await page.getByRole('link', { name: 'Look at the copies' }).click();
    await page.getByText(/^No copy could be sent/).waitFor();
    renameSync(`${dir}/away`, folder);
    await sendCopy(service.app, { holds: 'Books', signal });
    await page.goto('/settings/backups');
    await button('Test').waitFor();
    await expect.poll(() => page.getByText(/^No copy could be sent/).count()).toBe(0);
  });

  test('in Chinese, the settings of backups are complete', async () => {
    const context = await contextOf(service, { email: 'sue@example.org', locale: 'zh-TW' });
    const chinese = await context.newPage();
    await chinese.goto('/settings/backups');
    await chinese.getByRole('heading', { level: 3, name: '異地備份' }).waitFor();
    await expect.poll(() => chinese.getByText(/^此資料夾與帳冊在同一顆磁碟上/).count()).toBe(1);
    await context.close();
  });
});
