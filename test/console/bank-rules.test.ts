/** Rules for bank lines in a browser: made from a line, tried, carried out, taken back and deleted. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRules } from '../../src/features/bank/bank-rules/service.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { checkingOf, importCsv, linesOf } from '../support/console-church-bank.ts';
import { choose, type ConsoleService, goInside, openConsole, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let checking: number;
  beforeAll(async () => {
    service = await openConsole();
    checking = await checkingOf(service.app);
    await importCsv(service.app, checking, [
      ['03/05/2026', 'ZOOM.US 888-799-9666', '', -45],
      ['04/05/2026', 'ZOOM.US 888-799-9667', '', -45],
    ]);
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
  });
  afterAll(() => service.close());

  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
  const statuses = async () => (await linesOf(service.app, checking)).map(({ status }) => status);

  test('a rule is made from a line, with its faults at their fields', async () => {
    await goInside(page, `/bank/${checking}`);
    await page.getByRole('link', { name: 'Make a rule' }).click();
    const contains = page.getByLabel('Bank text contains');
    await expect.poll(() => contains.inputValue()).toBe('ZOOM.US');
    await contains.fill('Z');
    await button('Save').click();
    await expect.poll(() => contains.getAttribute('aria-invalid')).toBe('true');
    await contains.fill('ZOOM.US');
    await button('Save').click();
    const category = page.getByRole('combobox', { name: 'Category' });
    await expect.poll(() => category.getAttribute('aria-invalid')).toBe('true');
    await choose(category, 'telephone');
    await page.getByLabel('Ministry').selectOption({ label: 'Administration' });
    await button('Save').click();
    await page.getByRole('row', { name: /ZOOM.US.*Make an expense/ }).waitFor();
  });

  test('it is tried first, then settles the lines, and is taken back', async () => {
    await button('Show what the rules would do').click();
    await page.getByRole('main').getByText('To settle: 2 lines. Left open: 0 lines.').waitFor();
    await expect.poll(statuses).toEqual(['Open', 'Open']);
    await button('Settle 2 lines').click();
    await page.getByRole('main').getByText('Settled: 2 lines. Left open: 0 lines.').waitFor();
    await expect.poll(statuses).toEqual(['Matched', 'Matched']);
    await button('Take back ZOOM.US').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => page.getByRole('status').textContent()).toContain('Taken back: 2 lines.');
    await expect.poll(statuses).toEqual(['Open', 'Open']);
  });

  test('it is changed and deleted', async () => {
    await button('Edit the rule ZOOM.US').click();
    await page.getByLabel('What the rule does').selectOption({ label: 'Set the line aside' });
    await page.getByLabel('Bank text contains').fill('OTHER');
    await button('Save').click();
    await page.getByRole('row', { name: /OTHER.*Set the line aside/ }).waitFor();
    await button('Show what the rules would do').click();
    await page.getByRole('main').getByText('No rule fits an open line.').waitFor();
    await button('Edit the rule OTHER').click();
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
    await page.getByText('There are no rules.').waitFor();
    await expect.poll(async () => (await listRules(service.app, checking)).items).toEqual([]);
  });
});
