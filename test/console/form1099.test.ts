/** Form 1099 in a browser: names are linked to vendors, and a vendor is asked for where it counts. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { form1099 } from '../../src/features/reports/form1099/service.ts';
import { approveExpense } from '../../src/features/spending/expenses/approval.ts';
import { submitExpense } from '../../src/features/spending/expenses/moves.ts';
import { Approval, NewExpense } from '../../src/features/spending/expenses/schema.ts';
import { createExpense, getExpense } from '../../src/features/spending/expenses/service.ts';
import { linkVendor } from '../../src/features/spending/expenses/vendor-link.ts';
import { createPayment } from '../../src/features/spending/payments/pay.ts';
import { NewPayment } from '../../src/features/spending/payments/schema.ts';
import { createVendor, listVendors } from '../../src/features/spending/vendors/service.ts';
import { listExpenseCategories } from '../../src/features/spending/categories/service.ts';
import { NewVendor, VendorQuery } from '../../src/features/spending/vendors/schema.ts';
import { decode } from '../../src/validate.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, choose, contextOf, openConsole, type Person, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let [treasurer, auditor, leader]: Person[] = [];
  let cleaning = 0;

  beforeAll(async () => {
    service = await openConsole();
    treasurer = await service.person('Tim', 'treasurer');
    auditor = await service.person('Ada', 'auditor');
    leader = await service.person('Lee', 'ministry_leader');
    const { items } = await listExpenseCategories(service.app);
    const all = items.flatMap(({ subCategories }) => subCategories);
    cleaning = all.find(({ name }) => name === 'Cleaning')?.id ?? 0;
  });
  afterAll(() => service.close());
  afterEach(async () => {
    await Promise.all(service.browser.contexts().map((context) => context.close()));
  });

  const paid = async (vendor: string, amount: number): Promise<number> => {
    const bill = { subCategoryId: cleaning, ministryId: 1, expenseDate: '2024-03-01', description: 'Cleaning' };
    const enter = as(service.app, treasurer?.id ?? 0, 'treasurer');
    const { id } = await createExpense(enter, decode(NewExpense, { ...bill, vendor, amount }));
    await submitExpense(enter, id);
    await approveExpense(as(service.app, 1, 'super_admin'), id, decode(Approval, {}));
    const payment = { date: '2024-03-10', method: 'Check', items: [{ expenseId: id }] };
    await createPayment(enter, decode(NewPayment, payment));
    return id;
  };
  const open = async (person: Person | undefined, path: string) => {
    if (person) ({ page } = await signInAt(service, person, path));
  };
  const named = (name: string) => createVendor(service.app, decode(NewVendor, { name }));
  const payees = () => page.getByRole('table', { name: 'Names without a vendor' });
  const dialog = () => page.getByRole('dialog');
  const status = () => page.getByRole('status').textContent();
  const items = async () =>
    (await form1099(service.app, 2024)).items.map(({ name, amount }) => [name, Number(amount)] as const);

  test('a name is linked to a vendor of the list, and another one to a vendor who is added there', async () => {
    const bob = await paid('Bob the plumber', 900);
    await paid('bob the  plumber', 30);
    await paid('Cy Clean', 40);
    const known = await named('Robert Plumbing');
    await open(treasurer, '/reports/1099?year=2024');
    await payees()
      .getByRole('row', { name: /Bob the plumber 1099-NEC box 1 \$930\.00/ })
      .waitFor();
    await page.getByRole('button', { name: 'Link Bob the plumber to a vendor' }).click();
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await dialog().getByText('Choose a vendor from the list, or add one.').waitFor();
    await choose(dialog().getByLabel('Vendor', { exact: true }), 'Robert Plumbing');
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await expect.poll(status).toBe('2 expenses now belong to Robert Plumbing.');
    await page.getByRole('row', { name: /^Robert Plumbing 1099-NEC box/ }).waitFor();
    await expect.poll(() => payees().innerText()).not.toContain('Bob');
    const linked = await getExpense(service.app, bob);
    expect(linked).toMatchObject({ vendorId: known.id, vendor: 'Bob the plumber' });

    await page.getByRole('button', { name: 'Link Cy Clean to a vendor' }).click();
    await dialog().getByRole('button', { name: 'Add a vendor' }).click();
    await expect.poll(() => dialog().getByLabel('Name', { exact: true }).inputValue()).toBe('Cy Clean');
    await dialog().getByLabel('Tax ID', { exact: true }).fill('12-34');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => dialog().getByLabel('Tax ID', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await dialog().getByLabel('Tax ID', { exact: true }).fill('523-45-6789');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.poll(status).toBe('1 expense now belongs to Cy Clean.');
    await expect.poll(() => payees().count()).toBe(0);
    await expect.poll(items).toEqual([
      ['Cy Clean', 4000],
      ['Robert Plumbing', 93_000],
    ]);
  });

  test('whoever links a name that somebody else has just linked is told so', async () => {
    await paid('Dee Dust', 70);
    const { id } = await named('Dee Dust LLC');
    await open(treasurer, '/reports/1099?year=2024');
    await page.getByRole('button', { name: 'Link Dee Dust to a vendor' }).click();
    await choose(dialog().getByLabel('Vendor', { exact: true }), 'Dee Dust LLC');
    await linkVendor(service.app, id, { name: 'Dee Dust' });
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await expect.poll(status).toContain('Perhaps somebody else has just linked it.');
  });

  test('forms are recorded as filed, and an amount that changes afterwards needs a corrected form', async () => {
    const { id } = await named('Gil Gutters');
    await paid('Gil Gutters', 800);
    await linkVendor(service.app, id, { name: 'Gil Gutters' });
    await open(treasurer, '/reports/1099?year=2024');
    const needs = (text: string) =>
      page.getByRole('row', { name: new RegExp(`^Gil Gutters 1099-NEC ${text}`) }).waitFor();
    await needs('To be filed');
    await page.getByRole('button', { name: 'Record as filed' }).click();
    const day = dialog().getByLabel('Filed on', { exact: true });
    await dialog().getByRole('checkbox', { name: 'Gil Gutters: 1099-NEC, $800.00' }).waitFor();
    await dialog()
      .getByRole('checkbox', { name: /^Robert Plumbing/ })
      .uncheck();
    await day.fill('2024-12-30');
    await dialog().getByRole('button', { name: 'Record as filed' }).click();
    await expect.poll(() => day.getAttribute('aria-invalid')).toBe('true');
    await day.fill('2025-01-20');
    await dialog().getByRole('button', { name: 'Record as filed' }).click();
    await needs('Filed on [^.]*2025$');
    await page.getByRole('row', { name: /^Robert Plumbing 1099-NEC To be filed/ }).waitFor();
    await page.getByRole('row', { name: /Gil Gutters 1099-NEC box 1 800\.00/ }).waitFor();

    await paid('Gil Gutters', 25);
    await linkVendor(service.app, id, { name: 'Gil Gutters' });
    await page.reload();
    await needs('Filed on [^.]*2025. Corrected form needed');
    await page.getByText('Corrected forms needed').waitFor();
  });

  test('the report is in Chinese for whoever reads Chinese, except for what the IRS prints', async () => {
    const context = await contextOf(service, { email: treasurer?.email ?? '', locale: 'zh-TW' });
    page = await context.newPage();
    await page.goto('/reports/1099?year=2024');
    await expect.poll(() => page.getByRole('columnheader', { name: '不申報的原因' }).count()).toBe(1);
    await page.getByText('1099-NEC 第 1 欄：Nonemployee compensation').first().waitFor();
    await page.getByRole('heading', { name: '申報', exact: true }).waitFor();
  });

  test('an auditor sees the names in the report, and no button', async () => {
    await paid('Eve Elbow', 60);
    await open(auditor, '/reports/1099?year=2024');
    await page.getByText('Eve Elbow').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Link/ }).count()).toBe(0);
  });

  test('a vendor is asked for in a category that counts, and added without losing the expense', async () => {
    await open(treasurer, '/expenses/new');
    const ask = page.getByRole('note').filter({ hasText: 'Form 1099' });
    await page.getByLabel('Amount', { exact: true }).fill('250');
    await page.getByLabel('Vendor', { exact: true }).fill('Flo Floors');
    await page.getByRole('radio', { name: /Nobody yet/ }).check();
    await choose(page.getByLabel('Category', { exact: true }), 'Telephone');
    await expect.poll(() => ask.count()).toBe(0);
    await choose(page.getByLabel('Category', { exact: true }), 'Cleaning');
    await ask.waitFor();
    await ask.getByRole('button', { name: 'Add a vendor' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => ask.count()).toBe(0);
    await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('250.00');
    await expect.poll(() => page.getByLabel('Vendor', { exact: true }).inputValue()).toBe('Flo Floors');
    const query = decode(VendorQuery, { search: 'Flo Floors' });
    await expect.poll(async () => (await listVendors(service.app, query)).totalCount).toBe(1);
  });

  test('a ministry leader is asked, too, and cannot add vendors', async () => {
    await open(leader, '/expenses/new');
    await page.getByRole('radio', { name: /Nobody yet/ }).check();
    await choose(page.getByLabel('Category', { exact: true }), 'Cleaning');
    await page.getByText(/Otherwise the treasurer does this later/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add a vendor' }).count()).toBe(0);
    await page
      .getByRole('radio', { name: /I paid|myself|back/i })
      .first()
      .check();
    await expect.poll(() => page.getByText(/Otherwise the treasurer does this later/).count()).toBe(0);
  });
});
