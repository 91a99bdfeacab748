/** Importing expenses and a budget in a browser: from the screens of their lists, with corrections, and taking it back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBudget } from '../../src/features/accounting/budgets/versions.ts';
import { ExpenseQuery } from '../../src/features/spending/expenses/schema.ts';
import { listExpenses } from '../../src/features/spending/expenses/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { chooseCsv, type ConsoleService, goInside, openConsole, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let page: Page;
  let service: ConsoleService;

  beforeAll(async () => {
    service = await openConsole();
    ({ page } = await signInAt(service, await service.person('Tess', 'treasurer')));
  });
  afterAll(() => service.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = (name: string, ...lines: string[]) => chooseCsv(page, name, lines);
  const shown = async () => {
    const rows = page.getByRole('table', { name: 'As they will be stored' }).locator('tbody tr');
    return (await rows.allInnerTexts()).map((row) => row.trim().replaceAll(/\s+/g, ' '));
  };
  const expenses = async () =>
    (await listExpenses(service.app, decode(ExpenseQuery, { search: 'quince', sort: 'id' }))).items.map(
      ({ amount, vendor, status }) => `${amount} ${vendor} ${status}`,
    );

  test('expenses are corrected, stored as drafts as they were shown, and taken back', async () => {
    await goInside(page, '/expenses');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.getByText('The expenses become your drafts.').waitFor();
    await choose(
      'spent.csv',
      'Date,Amount,Memo,Category,Payee,Color',
      '2026-03-01,12.50,quince jam,Office Supplies,Corner Shop,red',
      '2026-03-02,1o,quince tea,Telephone,Telco,',
      '2026-03-01,12.50,quince jam,Office Supplies,Corner Shop,',
      '2026-03-03,20.00,quince pot,Office Supplies,Potter,',
      '2026-03-04,-2.50,quince pot,Office Supplies,Potter,',
    );
    await page.getByRole('group', { name: 'Which column contains Ministry?' }).waitFor();
    await page.getByLabel('Ministry of expenses that name none').selectOption('Worship');
    await button('Check again').click();
    await page.getByText('1 record of 12.50 is like one that is in the books').waitFor();
    await page.getByText('Refunds, which are deducted from their expenses: 1').waitFor();
    await page.getByRole('group', { name: 'Row 3' }).getByLabel('Amount').fill('10');
    await button('Check again').click();
    await button('Import 4 expenses').waitFor();
    await expect
      .poll(() => shown())
      .toEqual([
        '2 Mar 1, 2026 Corner Shop Office Supplies 12.50',
        '3 Mar 2, 2026 Telco Telephone 10.00',
        '4 Mar 1, 2026 Corner Shop Office Supplies 12.50',
        '5 Mar 3, 2026 Potter Office Supplies 17.50',
      ]);
    await button('Import 4 expenses').click();
    await page.getByText('4 expenses of 52.50 were added as drafts.').first().waitFor();
    await expect
      .poll(expenses)
      .toEqual(['1250 Corner Shop Draft', '1000 Telco Draft', '1250 Corner Shop Draft', '1750 Potter Draft']);
    await button('Take this import back').click();
    const asked = page.getByRole('dialog', { name: 'Take this import back' });
    await asked.getByText('The 4 expenses that this import added are removed.').waitFor();
    await asked.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(expenses).toEqual([]);
    await page.getByRole('table', { name: 'Earlier imports' }).getByText('Taken back').waitFor();
  });

  test('a file of a budget replaces the lines of the year whose budget was open', async () => {
    await goInside(page, '/reports/budgets?year=2026');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await expect.poll(() => page.getByLabel('Fiscal year').inputValue()).toBe('2026');
    await choose('plan.csv', 'Category,Annual', 'Tithe,1200', 'Nothing,5');
    await page.getByRole('button', { name: 'Leave out: Row 3' }).click();
    await button('Check again').click();
    await button('Import 1 line').waitFor();
    await expect.poll(() => shown()).toEqual(['2 Tithe 1,200.00']);
    await button('Import 1 line').click();
    await page.getByText('The budget now has 1 line, with 1,200.00 for the year.').first().waitFor();
    const { lines } = await getBudget(service.app, 2026);
    expect(lines.map(({ annual }) => annual)).toEqual([120_000]);
    await page.getByRole('link', { name: 'The budget' }).click();
    await page.getByRole('heading', { name: 'Plan the budget', level: 1 }).waitFor();
  });
});
