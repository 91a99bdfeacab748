/** The list of what is to pay and the latest payments in a browser. */
import { beforeAll, describe, expect, test } from 'vitest';
import { approveExpense } from '../../src/features/spending/expenses/approval.ts';
import { submitExpense } from '../../src/features/spending/expenses/moves.ts';
import { Approval, NewExpense } from '../../src/features/spending/expenses/schema.ts';
import { createExpense } from '../../src/features/spending/expenses/service.ts';
import { decode } from '../../src/validate.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, churchOfFile, emailOf, type Language } from '../support/console-church.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  const church = churchOfFile();

  const open = async (path: string, language: Language = 'en') => {
    const { page } = await browserOf(church, { email: emailOf('treasurer'), language });
    await page.goto(path);
    return page;
  };

  beforeAll(async () => {
    const app = as(church.app, 1, 'super_admin');
    for (const number of Array(50).keys()) {
      const bill = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-11-10', vendor: 'Zion Books', amount: 2 };
      const { id } = await createExpense(app, decode(NewExpense, { ...bill, description: `Book ${number}` }));
      await submitExpense(app, id);
      await approveExpense(app, id, decode(Approval, {}));
    }
  });

  test('a long list has pages, what was chosen on another page stays chosen, and all of it is paid', async () => {
    const page = await open('/expenses/to-pay');
    const due = page.getByRole('table', { name: 'To pay' }).getByRole('checkbox');
    await page.getByText('Several things for one payee are paid with one payment.').waitFor();
    await expect.poll(() => due.count()).toBe(50);
    await page.getByRole('checkbox', { name: /^Pay Garden Rose/ }).check();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => due.count()).toBe(3);
    await expect.poll(() => page.getByRole('checkbox', { name: /^Pay Garden Rose/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Choose all' }).check();
    await page.getByText('2 payments, $51.00 in all').waitFor();
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('status').getByText('2 payments were recorded: $51.00.').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('To pay');
    await expect.poll(() => due.count()).toBe(49);
    await expect.poll(() => page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
  });

  test('a payment without a reference is named with its payee, and its account in the language of the page', async () => {
    const page = await open('/expenses/to-pay');
    await page.getByRole('checkbox', { name: /^Pay Alhambra Piano Service/ }).check();
    await page.getByLabel('Method').selectOption('Card');
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('button', { name: /^Void Alhambra Piano Service, Nov/ }).waitFor();
    const chinese = await open('/expenses/to-pay', 'zh-TW');
    const row = chinese.getByRole('table', { name: '最近的付款' }).getByRole('row').filter({ hasText: 'Alhambra' });
    await row.getByText('支票帳戶').waitFor();
    await expect.poll(() => row.innerText()).not.toContain('Checking');
  });
});
