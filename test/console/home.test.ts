/** The home screen in a browser: what waits for the person, and who is not told of it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, churchOfFile, emailOf, type Language } from '../support/console-church.ts';
import { importCsv, linesOf } from '../support/console-church-bank.ts';
import { settled } from '../support/console.ts';
import type { Role } from '../../src/permissions.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  const church = churchOfFile();

  const homeOf = async (role: Role, language: Language = 'en'): Promise<Page> => {
    const { page } = await browserOf(church, { email: emailOf(role), language });
    await page.goto('/');
    await page.locator('.home-task').first().waitFor();
    await settled(page);
    return page;
  };

  test('home says how many bank lines of an account are open, and leads to these lines', async () => {
    const { checking } = church.bank;
    const open = (await linesOf(church.app, checking, { status: 'Open' })).length;
    const page = await homeOf('finance');
    const task = page.locator('.home-task').filter({ hasText: 'bank line' });
    await task.getByText(`${open} bank lines of Checking wait to be settled.`).waitFor();
    await task.getByRole('link', { name: 'Settle bank lines' }).click();
    const list = page.getByRole('listbox', { name: 'Bank lines' });
    await list.waitFor();
    expect(new URL(page.url()).pathname).toBe(`/bank/${checking}`);
    await expect.poll(() => list.getByRole('option').count()).toBe(open);
  });

  test('home says it in Chinese, with one more line after an import', async () => {
    const before = (await linesOf(church.app, church.bank.checking, { status: 'Open' })).length;
    await importCsv(church.app, church.bank.checking, [['11/17/2026', 'ODD', '', -9.5]]);
    const page = await homeOf('super_admin', 'zh-TW');
    await page.getByText(`有 ${before + 1} 筆銀行明細待處理。`).waitFor();
    await expect.poll(() => page.getByRole('link', { name: '處理銀行明細' }).count()).toBe(1);
  });

  test('home does not send an elder, who only reads the bank and reviews, to lines that they cannot settle', async () => {
    const page = await homeOf('elder');
    await page.getByRole('link', { name: 'Review the reconciliation' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Settle bank lines' }).count()).toBe(0);
  });
});
