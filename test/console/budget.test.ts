/** The budget in a browser: typing by the keyboard, pasting, adopting, amending, and two people at once. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NewBudget } from '../../src/features/accounting/budgets/schema.ts';
import { putBudget } from '../../src/features/accounting/budgets/service.ts';
import { getBudget, listVersions } from '../../src/features/accounting/budgets/versions.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { usableSubCategories } from '../../src/features/spending/categories/service.ts';
import { addUsualCategories } from '../../src/features/spending/categories/usual.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, contextOf, focusOf, goInside, openConsole, paste, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  beforeAll(async () => {
    service = await openConsole();
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
  });
  afterAll(() => service.close());

  const cell = (name: string) => page.getByRole('textbox', { name, exact: true });
  const status = () => page.getByRole('status').textContent();
  const annuals = async (year: number) => (await getBudget(service.app, year)).lines.map(({ annual }) => annual);
  const open = async (year: number) => {
    await goInside(page, `/reports/budgets?year=${year}`);
    await page.getByRole('table', { name: 'Budget' }).waitFor();
  };
  const described = async (field: Locator) =>
    page.locator(`[id="${(await field.getAttribute('aria-describedby')) ?? ''}"]`).textContent();
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

  test('a draft is typed with the keyboard alone, and a typed year is spread over the months', async () => {
    await open(2026);
    const first = page.locator('.budget-input');
    const [name = ''] = ((await first.getAttribute('aria-label')) ?? '').split(',');
    await first.focus();
    await page.keyboard.type('1200');
    await page.keyboard.press('Enter');
    await page.keyboard.type('600');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell(`${name}, Jan`).inputValue()).toBe('100.00');
    await page.keyboard.type('many');
    await page.keyboard.press('Enter');
    await expect.poll(() => cell(`${name}, Jan`).getAttribute('aria-invalid')).toBe('true');
    const fault = 'Not an amount. Type a number, or press Escape.';
    await expect.poll(() => described(cell(`${name}, Jan`))).toBe(fault);
    await expect.poll(() => page.locator('[aria-live=assertive]').textContent()).toBe(fault);
    await page.keyboard.press('Escape');
    await page.keyboard.type('150.5');
    await page.keyboard.press('Tab');
    await row(name).getByText('1,250.50').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.poll(status).toBe('The budget was saved.');
    await expect.poll(() => annuals(2026)).toEqual([125_050, 60_000]);
  });

  test('cells of a spreadsheet are pasted, and what is typed survives a reload', async () => {
    await open(2027);
    const pasteInto = async (text: string) => {
      await page.locator('.budget-input').focus();
      await paste(page, text);
    };
    await pasteInto('1,200\n2,400\n');
    await expect.poll(status).toBe('2 cells were pasted.');
    await pasteInto('5\nmany\n');
    await page.getByText('Nothing was pasted, because “many” is not an amount.').waitFor();
    const isKept = () => page.getByRole('row', { name: /^Giving 3,600.00/ }).waitFor();
    await page.reload();
    await isKept();
    await page.getByText('What you typed here before is still here').waitFor();
    await page.getByRole('link', { name: 'All reports' }).click();
    await page.getByRole('link', { name: 'Plan the budget' }).click();
    await page.getByLabel('Fiscal year').selectOption('2026');
    await page.getByLabel('Fiscal year').selectOption('2027');
    await isKept();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('row', { name: /^Giving 0.00/ }).waitFor();
  });

  test('adopting and amending keep the earlier versions, which can be read', async () => {
    await putBudget(service.app, 2026, decode(NewBudget, { lines: [{ categoryId: 1, annual: 1200 }] }));
    await goInside(page, '/');
    await open(2026);
    await page.getByRole('button', { name: 'Add line' }).click();
    await expect.poll(() => focusOf(page)).toBe('Line');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Adopt' }).click();
    await expect.poll(() => focusOf(page)).toBe('Decided on');
    await page.getByRole('dialog').getByRole('button', { name: 'Adopt' }).click();
    await page.getByText(/^Adopted on/).waitFor();
    await page.locator('.budget-input').fill('2400');
    await page.keyboard.press('Enter');
    await page.getByText(/^Adopted on .* Operating result: 2,400.00. Change in cash: 2,400.00/).waitFor();
    await page.getByRole('button', { name: 'Save amendment' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('A new pastor');
    await page.getByRole('dialog').getByRole('button', { name: 'Save amendment' }).click();
    await page.getByText(/^Amended on .* A new pastor$/).waitFor();
    await expect
      .poll(async () => (await listVersions(service.app, 2026)).items.map(({ kind }) => kind))
      .toEqual(['Adopted', 'Amended']);
    await page.getByLabel('Version').selectOption('1');
    await page.getByText('This is an earlier version.').waitFor();
    await page.getByRole('row', { name: /^Giving 1,200.00/ }).waitFor();
    await expect.poll(() => page.locator('.budget-input').count()).toBe(0);
  });

  test('a budget that somebody else saved meanwhile is not overwritten unasked, and the typed amounts stay', async () => {
    await open(2027);
    await page.locator('.budget-input').fill('120');
    await page.keyboard.press('Enter');
    await putBudget(
      service.app,
      2027,
      decode(NewBudget, {
        lines: [
          { categoryId: 1, annual: 240 },
          { categoryId: 2, annual: 12 },
        ],
      }),
    );
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Now: 240.00').waitFor();
    await page.reload();
    await page.getByText('Now: 240.00').waitFor();
    await expect.poll(() => annuals(2027)).toEqual([24_000, 1200]);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect.poll(() => annuals(2027)).toEqual([12_000, 1200]);
  });

  test('the plan and the report show both bottom lines, in both languages', async () => {
    const { app } = service;
    const roof = await createAccount(app, decode(NewAccount, { name: 'Roof', kind: 'FixedAsset' }));
    const usual = [...(await addUsualCategories(app)).items, ...(await usableSubCategories(app)).values()];
    const wear = usual.find(({ form990LineCode }) => form990LineCode === '22');
    const lines = [
      { categoryId: 1, annual: 12_000 },
      { subCategoryId: wear?.id, annual: 600 },
      { accountId: roof.id, annual: 4800 },
    ];
    await putBudget(app, 2027, decode(NewBudget, { lines }));
    const person = await service.person('Bea', 'elder');
    for (const [locale, result, cash] of [
      ['en-US', 'Operating result', 'Change in cash'],
      ['zh-TW', '營運餘絀', '現金增減'],
    ] as const) {
      const context = await contextOf(service, { email: person.email, password: person.password, locale });
      const tab = await context.newPage();
      for (const path of ['/reports/budgets?year=2027', '/reports/budget?year=2027&through=2027-12']) {
        await tab.goto(path);
        const textOf = (name: string) => tab.getByRole('row', { name: new RegExp(`^${name} `) }).textContent();
        await expect.poll(() => textOf(result)).toContain('11,400.00');
        await expect.poll(() => textOf(cash)).toContain('7,200.00');
      }
      await context.close();
    }
  });

  test('who may only read sees the budget without a text box or a button to change it', async () => {
    const { page } = await signInAt(service, await service.person('Eli', 'elder'));
    await goInside(page, '/reports/budgets?year=2026');
    await page.getByRole('row', { name: /^Giving 2,400.00/ }).waitFor();
    await expect.poll(() => page.locator('.budget-input').count()).toBe(0);
    await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
  });
});
