/** Approving, paying, voiding and reversing expenses in a browser. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { putApprovalRules } from '../../src/features/spending/approval-rules/service.ts';
import { ApprovalRulesUpdate } from '../../src/features/spending/approval-rules/schema.ts';
import { approveExpense } from '../../src/features/spending/expenses/approval.ts';
import { submitExpense } from '../../src/features/spending/expenses/moves.ts';
import { createExpense, getExpense, listExpenses } from '../../src/features/spending/expenses/service.ts';
import { ExpenseQuery, NewExpense } from '../../src/features/spending/expenses/schema.ts';
import { listPayments } from '../../src/features/spending/payments/service.ts';
import { PaymentQuery } from '../../src/features/spending/payments/schema.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { listFunds } from '../../src/features/ledger/funds/service.ts';
import { decode } from '../../src/validate.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { browserOf, churchOfFile, emailOf } from '../support/console-church.ts';
import { fillFunds } from '../support/console-church-funds.ts';
import { choose, focusOf } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  const church = churchOfFile();

  const open = async (role: Parameters<typeof emailOf>[0], path: string) => {
    const { page } = await browserOf(church, { email: emailOf(role) });
    await page.goto(path);
    return page;
  };
  const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const read = (id: number) => getExpense(church.app, id);
  const payments = async () => (await listPayments(church.app, decode(PaymentQuery, { pageSize: '200' }))).items;

  test('an elder sees the receipt and the earlier rejection beside the figures, rejects one and approves another', async () => {
    const page = await open('elder', '/');
    await page.getByRole('link', { name: 'Show approvals' }).click();
    const dinner = card(page, 'Dinner of the students');
    await dinner.getByRole('img').first().waitFor();
    for (const text of ['$1,284.50', 'Ann ministry_leader', 'The photo is too dark.']) {
      await expect.poll(() => dinner.textContent()).toContain(text);
    }
    await dinner.getByRole('button', { name: 'Reject', exact: true }).click();
    await field(page, 'Reason').fill('Who was there?');
    await dinner.getByRole('button', { name: 'Reject', exact: true }).click();
    await dinner.waitFor({ state: 'detached' });
    await expect
      .poll(() => read(church.expenses.waiting))
      .toMatchObject({ status: 'Draft', rejectedReason: 'Who was there?' });
    await card(page, 'Supplies for two ministries').getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('No expense waits for approval.').waitFor();
    await expect.poll(async () => (await read(church.expenses.split)).status).toBe('Approved');
    const leader = await open('ministry_leader', '/');
    await leader.getByText('Who was there?').waitFor();
  });

  test('an elder sees by name who is paid back', async () => {
    const app = as(church.app, 1, 'super_admin');
    const body = {
      subCategoryId: 1,
      ministryId: 1,
      expenseDate: '2026-11-10',
      amount: 12,
      memberId: church.members.mei,
    };
    const { id } = await createExpense(app, decode(NewExpense, { ...body, description: 'Candles' }));
    await submitExpense(app, id);
    const page = await open('elder', '/approvals');
    await card(page, 'Candles').getByText('To be paid to Mei-Ling Lin 林美玲').waitFor();
    await card(page, 'Candles').getByRole('button', { name: 'Approve', exact: true }).click();
    await card(page, 'Candles').waitFor({ state: 'detached' });
    await expect.poll(async () => (await read(id)).status).toBe('Approved');
  });

  test('a large expense needs two people, and nobody is offered to approve their own', async () => {
    await putApprovalRules(church.app, decode(ApprovalRulesUpdate, { secondApprovalAbove: 500 }));
    const page = await open('treasurer', '/expenses/new');
    await field(page, 'Amount').fill('900');
    await field(page, 'Description').fill('New speakers');
    await choose(field(page, 'Category'), 'Telephone');
    await field(page, 'Ministry').selectOption({ label: 'Worship' });
    await page.getByRole('button', { name: 'Submit for approval' }).click();
    await page.getByRole('heading', { name: 'New speakers', level: 1 }).waitFor();
    await page.getByText('somebody else must approve it').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    const { items } = await listExpenses(church.app, decode(ExpenseQuery, { search: 'speakers' }));
    const id = items[0]?.id ?? 0;
    const elder = await open('elder', '/approvals');
    await elder.getByText('Yours is the first.').waitFor();
    await elder.getByRole('button', { name: 'Approve', exact: true }).click();
    await elder.getByText('A second person must approve it, too.').first().waitFor();
    await expect.poll(async () => (await read(id)).status).toBe('PendingApproval');
    const second = await open('expense_approver', '/approvals');
    await second.getByText('Yours is the second.').waitFor();
    await second.getByRole('button', { name: 'Approve', exact: true }).click();
    await second.getByText('No expense waits for approval.').waitFor();
    await expect.poll(async () => (await read(id)).status).toBe('Approved');
  });

  test('the treasurer pays several expenses with one check for each payee, and voids a lost check', async () => {
    const page = await open('treasurer', '/');
    await page.getByRole('link', { name: 'Pay expenses' }).click();
    await page.getByRole('checkbox', { name: /^Pay City Utilities/ }).check();
    await page.getByRole('checkbox', { name: /^Pay Alhambra Piano Service/ }).check();
    await page.getByRole('checkbox', { name: /^Pay Garden Rose/ }).check();
    await page.getByText('3 payments, $623.02 in all').waitFor();
    await expect.poll(() => field(page, 'Check number for Alhambra Piano Service').inputValue()).toBe('1042');
    await field(page, 'Check number for City Utilities').fill('2001');
    const before = (await payments()).length;
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('status').getByText('3 payments were recorded').waitFor();
    await expect.poll(payments).toHaveLength(before + 3);
    await expect
      .poll(async () => (await payments()).map(({ reference }) => reference))
      .toEqual(expect.arrayContaining(['1042', '1043', '2001']));
    await page.getByRole('button', { name: 'Void 2001' }).click();
    await field(page, 'Reason').fill('Lost in the mail');
    await page.getByRole('dialog').getByRole('button', { name: 'Void', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Pay City Utilities/ }).waitFor();
    await expect
      .poll(async () => (await payments()).find(({ reference }) => reference === '2001'))
      .toMatchObject({
        voidReason: 'Lost in the mail',
      });
  });

  test('finance pays a single expense on its page and reverses a part of it', async () => {
    const page = await open('finance', `/expenses/${church.expenses.split}`);
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await expect.poll(async () => (await read(church.expenses.split)).status).toBe('Paid');
    await page.goto(`/expenses/${church.expenses.paid}`);
    await page.getByRole('button', { name: 'Reverse' }).click();
    await field(page, 'Amount').fill('12.33');
    await field(page, 'Reason').fill('Refund of the city');
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
    await page.getByText('-$12.33').waitFor();
    const { items } = await listExpenses(church.app, decode(ExpenseQuery, { sort: 'amount', pageSize: '1' }));
    expect(items[0]).toMatchObject({ amount: -1233, reversalOf: church.expenses.paid, status: 'Paid' });
  });

  test('finance says since when a building is in use that a restricted fund paid for, and then nothing waits', async () => {
    await fillFunds(church.app);
    const app = as(church.app, 1, 'super_admin');
    const fund = (await listFunds(app)).items.find(({ name }) => name === 'New hall');
    const { id: accountId } = await createAccount(app, decode(NewAccount, { name: 'Hall', kind: 'FixedAsset' }));
    const splits = [{ accountId, fundId: fund?.id, amount: 450, inUse: false }];
    const body = { expenseDate: '2026-11-15', amount: 450, splits, description: 'Walls of the hall' };
    const { id } = await createExpense(app, decode(NewExpense, body));
    await submitExpense(app, id);
    await approveExpense(app, id, { bookedOn: null });
    const page = await open('finance', `/expenses/${id}`);
    const day = page.getByRole('textbox', { name: 'In use since' });
    await day.fill('11/16');
    await page.getByRole('button', { name: 'In use since' }).click();
    await page.getByText('Hall, in use since').waitFor();
    await day.waitFor({ state: 'detached' });
    await expect.poll(async () => (await read(id)).waitsForUse).toBe(false);
  });

  test('finance adds a vendor, is told of a likely double, and merges the two', async () => {
    const page = await open('finance', '/expenses/vendors');
    await page.getByRole('link', { name: 'New vendor' }).click();
    await field(page, 'Name').fill('City Utilities Inc.');
    await field(page, 'Tax ID').fill('12-3456789');
    await field(page, 'Type of tax ID').selectOption('EIN');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'City Utilities', exact: true }).waitFor();
    await expect.poll(() => field(page, 'Tax ID').inputValue()).toBe('••••6789');
    await page.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await expect.poll(() => focusOf(page)).toBe('Merge into');
    await expect.poll(() => field(page, 'Merge into').getAttribute('aria-invalid')).toBe('true');
    await field(page, 'Merge into').fill('City');
    await expect.poll(() => page.getByRole('dialog').getByRole('option').allTextContents()).toEqual(['City Utilities']);
    await page.getByRole('option', { name: 'City Utilities', exact: true }).click();
    await page.getByText('move to City Utilities').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('heading', { name: 'City Utilities', level: 1 }).waitFor();
    await expect.poll(() => field(page, 'Tax ID').inputValue()).toBe('••••6789');
  });

  test('the filters of all expenses are in the address and stay after a reload', async () => {
    const page = await open('auditor', '/expenses');
    await page.getByRole('row').nth(1).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'New expense' }).count()).toBe(0);
    await field(page, 'Status').selectOption({ label: 'Draft' });
    await field(page, 'Search').fill('crayons');
    await page.getByText('1 expense', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=Draft&search=crayons');
    await page.reload();
    await page.getByText('1 expense', { exact: true }).waitFor();
    await expect.poll(() => field(page, 'Search').inputValue()).toBe('crayons');
  });
});
