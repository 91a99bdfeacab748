/** The settings in a browser: catalogs, accounts of people, the opening of the books, and two people at once. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { getPriorFigures } from '../../src/features/accounting/prior-figures/service.ts';
import { getOpening } from '../../src/features/accounting/opening/service.ts';
import { listMinistries } from '../../src/features/church/ministries/service.ts';
import { updateUser } from '../../src/features/access/users/service.ts';
import { ChurchProfileUpdate } from '../../src/features/church/profile/schema.ts';
import { getProfile, putProfile } from '../../src/features/church/profile/service.ts';
import { listCategories } from '../../src/features/giving/categories/service.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { listFunds } from '../../src/features/ledger/funds/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import {
  type ConsoleService,
  contextOf,
  focusOf,
  openConsole,
  type Person,
  settled,
  signInAt,
} from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let [boss, treasurer, auditor]: Person[] = [];

  beforeAll(async () => {
    service = await openConsole();
    boss = await service.person('Bea', 'super_admin');
    treasurer = await service.person('Tim', 'treasurer');
    auditor = await service.person('Ada', 'auditor');
  });
  afterAll(() => service.close());
  afterEach(async () => {
    await Promise.all(service.browser.contexts().map((context) => context.close()));
  });

  const open = async (person: Person | undefined, path: string) => {
    if (person) ({ page } = await signInAt(service, person, path));
  };
  const changeProfile = async (changes: object) => {
    const { name, timeZone, locale, aiProvider } = await getProfile(service.app);
    await putProfile(service.app, decode(ChurchProfileUpdate, { name, timeZone, locale, aiProvider, ...changes }));
  };
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const parts = () =>
    page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link').allTextContents();
  const status = () => page.getByRole('status').textContent();

  test('a fund is added, changed, and deleted with Undo, in both languages of its name', async () => {
    await open(treasurer, '/settings/funds');
    await press('Add');
    await field('Name').fill('Roof');
    await field('Chinese name').fill('屋頂基金');
    await field('Class').selectOption('Restricted by donors');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Roof 屋頂基金' }).click();
    await field('Purpose').fill('A new roof');
    await press('Save');
    await page.getByRole('row', { name: /Roof.*Restricted by donors.*A new roof/ }).waitFor();
    const roof = async () => (await listFunds(service.app)).items.find(({ name }) => name === 'Roof');
    await expect.poll(roof).toMatchObject({ class: 'Restricted', nameZh: '屋頂基金', purpose: 'A new roof' });
    await page.getByRole('link', { name: 'Roof 屋頂基金' }).click();
    await press('Delete');
    await expect.poll(roof).toBeUndefined();
    await press('Undo');
    await expect.poll(roof).toMatchObject({ purpose: 'A new roof' });
  });

  test('a fund is for the loans that it pays back, and other funds are refused', async () => {
    const { id } = await createAccount(service.app, decode(NewAccount, { name: 'Mortgage', kind: 'Loan' }));
    await open(treasurer, '/settings/funds');
    await page.getByRole('link', { name: /^Building Fund/ }).click();
    await field('Mortgage').check();
    await press('Save');
    const loans = async (name: string) =>
      (await listFunds(service.app)).items.find((fund) => fund.name === name)?.releasesAccountIds;
    await expect.poll(() => loans('Building Fund')).toEqual([id]);
    await page.getByRole('link', { name: /^Building Fund/ }).click();
    await expect.poll(() => field('Mortgage').isChecked()).toBe(true);
    await field('Mortgage').uncheck();
    await press('Save');
    await expect.poll(() => loans('Building Fund')).toEqual([]);
    await page.getByRole('link', { name: /^General/ }).click();
    await field('Mortgage').check();
    await press('Save');
    await page.getByText('Only a fund that donors have restricted or the board has designated').waitFor();
    await expect.poll(() => loans('General')).toEqual([]);
  });

  test('a church may release money when it is spent, and the statement of activities then is marked', async () => {
    await open(boss, '/settings');
    const rule = async () => (await getProfile(service.app)).releaseRule;
    await expect.poll(() => field('Restricted money for assets').inputValue()).toBe('PlacedInService');
    await field('Restricted money for assets').selectOption('Released when spent (not GAAP)');
    await press('Save');
    await expect.poll(rule).toBe('AsSpent');
    await page.goto('/reports/activities');
    await page.getByText(/^Not GAAP: money that buys an asset/).waitFor();
    await page.goto('/settings');
    await field('Restricted money for assets').selectOption('Released when in use');
    await press('Save');
    await expect.poll(rule).toBe('PlacedInService');
  });

  test('a giving category that is closed stays in the list, and a taken name is refused at once', async () => {
    await open(treasurer, '/settings/categories');
    await page.getByRole('link', { name: /^Missions/ }).click();
    await field('In use').uncheck();
    await press('Save');
    await page.getByRole('row', { name: /Missions.*Closed/ }).waitFor();
    const { items } = await listCategories(service.app, true);
    expect(items.find(({ name }) => name === 'Missions')?.isActive).toBe(false);
    await press('Add');
    await field('Name').fill('missions');
    await press('Save');
    await page.getByText('This name is already used. Choose another name.').waitFor();
    await expect.poll(() => field('Name').inputValue()).toBe('missions');
  });

  test('a ministry keeps its function, and an auditor may only read', async () => {
    await open(treasurer, '/settings/ministries?ministry=new');
    await field('Name').fill('Choir');
    await field('Function').selectOption('Fundraising');
    await press('Save');
    await page.getByRole('row', { name: 'Choir Fundraising In use' }).waitFor();
    await expect
      .poll(async () => (await listMinistries(service.app)).items.at(-1))
      .toMatchObject({
        name: 'Choir',
        defaultFunctionalClass: 'Fundraising',
      });
    await open(auditor, '/settings/ministries?ministry=1');
    await page.getByRole('row', { name: /Choir/ }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Add|Save/ }).count()).toBe(0);
    await expect.poll(parts).not.toContain('Users');
  });

  test('the usual expense categories are offered with their lines until they are there, and not to an auditor', async () => {
    await open(auditor, '/settings/expenseKinds');
    await page.getByRole('row', { name: /Utilities/ }).waitFor();
    const button = () => page.getByRole('button', { name: 'Add the usual categories' });
    await expect.poll(() => button().count()).toBe(0);
    await open(treasurer, '/settings/expenseKinds');
    const offer = page.getByRole('region', { name: 'Usual categories' });
    await expect.poll(() => offer.textContent()).toContain('Depreciation (line 22), General Insurance (line 23)');
    await expect.poll(() => page.getByRole('row', { name: /Depreciation/ }).count()).toBe(0);
    await button().click();
    await page.getByRole('row', { name: 'Depreciation 折舊 Facilities 22 In use' }).waitFor();
    await expect.poll(status).toBe('6 categories added.');
    await expect.poll(() => offer.count()).toBe(0);
  });

  test('an account is created with an invitation that is shown once and says that it works here only', async () => {
    await open(boss, '/settings/users/new');
    await field('Name that others see').fill('Grace Lin');
    await field('E-mail').fill('grace@example.org');
    await page.getByRole('checkbox', { name: 'Offering counter' }).check();
    await press('Save');
    await page.getByText(/\/accept-invitation\?token=/).waitFor();
    await page.getByText(/This link works only on this computer/).waitFor();
    await expect.poll(() => focusOf(page)).toBe('Grace Lin');
    await press('Add user');
    await expect.poll(() => field('Name that others see').inputValue()).toBe('');
    await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Grace Lin' }).click();
    await press('Deactivate');
    await page.getByText('This account is deactivated.').waitFor();
    await press('Undo');
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    await press('New temporary password');
    await page.getByText(/shown only now/).waitFor();
    await expect.poll(() => page.locator('code').textContent()).toMatch(/^(\w{5}-){3}\w{5}$/);
  });

  test('in Chinese, the roles of an account have a Chinese comma between them', async () => {
    await service.person('Eli', 'elder', 'expense_approver');
    const context = await contextOf(service, { email: boss?.email ?? '', locale: 'zh-TW' });
    page = await context.newPage();
    await page.goto('/settings/users?q=Eli');
    await expect.poll(() => page.getByRole('row', { name: /^Eli/ }).textContent()).toContain('長老、費用核准人');
  });

  test('the last super_admin cannot give the role away', async () => {
    await open(boss, `/settings/users/${boss?.id}`);
    await page.getByRole('checkbox', { name: 'Super admin' }).uncheck();
    await page.getByRole('checkbox', { name: 'Pastor' }).check();
    await press('Save');
    await page.getByText(/This is the last account with all permissions/).waitFor();
    await expect.poll(() => page.getByRole('checkbox', { name: 'Pastor' }).isChecked()).toBe(true);
  });

  test('two people who change the profile at once see both versions', async () => {
    await open(boss, '/settings');
    await field('Phone').fill('626 555 0100');
    await changeProfile({ name: 'Grace', phone: '626 555 0199' });
    await press('Save');
    await page.getByText(/Somebody else changed this record/).waitFor();
    await page.getByText('Now: 626 555 0199').waitFor();
    await page.getByText('Now: Grace').waitFor();
    await field('Name of the church').fill('Grace');
    await press('Save');
    await expect.poll(status).toBe('Saved.');
    await expect.poll(() => getProfile(service.app)).toMatchObject({ name: 'Grace', phone: '626 555 0100' });
  });

  test.each([
    ['church', 'Phone', '626 555 0111', '626 555 0122'],
    ['limits', 'Two approvals above', '500.00', '600.00'],
    ['opening', 'Petty cash', '10.00', '20.00'],
  ])('the form of %s is saved again without a reload, unless somebody else saved it, too', async (...row) => {
    const [part, label, first, second] = row;
    const save = async (text: string) => {
      await field(label).fill(text);
      const answer = page.waitForResponse((one) => one.request().method() === 'PUT');
      await press('Save');
      const status = (await answer).status();
      await settled(page);
      return status;
    };
    await open(boss, `/settings/${part}`);
    if (part === 'opening') await field('First day of the books').fill('2026-01-01');
    const own = [await save(first), await save(second)];
    expect(own).toEqual([200, 200]);
    await expect.poll(() => page.getByText(/Somebody else changed this record/).count()).toBe(0);
    const before = page;
    await open(boss, `/settings/${part}`);
    await expect.poll(() => field(label).inputValue()).toBe(second);
    const others = [await save(first)];
    page = before;
    others.push(await save('7.00'), await save('8.00'));
    expect(others).toEqual([200, 412, 200]);
  });

  test('the country is found by its name, and outside the United States nobody is asked what the IRS wants', async () => {
    await changeProfile({ ein: '12-3456789', currency: 'USD' });
    await open(boss, '/settings/church');
    await expect.poll(() => field('EIN').inputValue()).toBe('12-3456789');
    await field('Country').fill('uk');
    await page.getByRole('option', { name: 'United Kingdom' }).waitFor();
    await field('Country').fill('taiw');
    await page.keyboard.press('Enter');
    await expect.poll(() => field('Country').inputValue()).toBe('Taiwan');
    await press('Save');
    await expect.poll(status).toContain('Saved');
    await expect.poll(() => field('EIN').count()).toBe(0);
    await expect
      .poll(() => getProfile(service.app))
      .toMatchObject({ ein: '12-3456789', address: { country: 'TW', line1: null } });

    await page.goto('/reports');
    await page.getByRole('link', { name: 'Payables' }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Form/ }).count()).toBe(0);
    await page.goto('/expenses/vendors/new');
    await field('Name').waitFor();
    for (const asked of ['Tax ID', 'Type of tax ID', 'Form W-9 received'])
      await expect.poll(() => field(asked).count()).toBe(0);
    await page.goto('/settings/expenseKinds');
    await page.getByText('What money is spent on.', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Line of Form 990').count()).toBe(0);
    await page.goto('/settings/categories');
    await page.getByRole('row', { name: /^Tithe/ }).waitFor();
    await expect.poll(() => page.getByText(/deductible/i).count()).toBe(0);
    const sources = () => field('Source').getByRole('option').allInnerTexts();
    await page.goto('/giving/gifts/new');
    await expect.poll(sources).toEqual(['Personal', 'Company']);

    await changeProfile({ ein: '12-3456789', address: { country: 'US' } });
    await page.goto('/reports');
    await page.getByRole('link', { name: 'Form 1099' }).waitFor();
    await page.getByRole('link', { name: 'Form 990, Part IX' }).waitFor();
    await page.goto('/expenses/vendors/new');
    await field('Tax ID').waitFor();
    await page.goto('/settings/categories');
    await page.getByRole('columnheader', { name: /deductible/i }).waitFor();
    await page.goto('/giving/gifts/new');
    await expect.poll(async () => (await sources()).length).toBe(4);
  });

  test('an API key is stored, and only its end is shown', async () => {
    await open(boss, '/settings/church');
    await field('API key of OpenAI').fill('sk-abcdefgh1234');
    await press('Save');
    await expect.poll(status).toBe('Saved.');
    await page.reload();
    await expect.poll(() => field('API key of OpenAI').inputValue()).toBe('••••1234');
  });

  test('the opening of the books is saved with balances, negative ones too, and unpaid bills', async () => {
    await open(treasurer, '/settings/opening');
    await field('First day of the books').fill('2026-01-01');
    await field('Checking').fill('12,000.50');
    await field('Petty cash').fill('-20');
    await press('Add bill');
    await field('Owed to').fill('Piano tuner');
    await field('Amount').fill('180');
    await press('Save');
    await expect.poll(status).toBe('Saved.');
    const { date, accounts, payables } = await getOpening(service.app);
    expect(date).toBe('2026-01-01');
    expect(accounts.map(({ balance }) => balance)).toEqual(expect.arrayContaining([1_200_050, -2000]));
    expect(payables).toMatchObject([{ vendor: 'Piano tuner', amount: 18_000 }]);
  });

  test('the opening says at once that a fund holds more than it has', async () => {
    await createAccount(service.app, decode(NewAccount, { name: 'Building', kind: 'FixedAsset' }));
    await open(treasurer, '/settings/opening');
    await field('A fund that holds a part of Building').selectOption('Missions');
    await field('Building, held by Missions').fill('500');
    const note = page.getByText('is 500.00: more than this balance.', { exact: false });
    await note.waitFor();
    await field('Missions').fill('500');
    await expect.poll(() => note.count()).toBe(0);
  });

  test('the opening has the checks that the bank had not seen, and the amounts of the year before the books', async () => {
    await open(treasurer, '/settings/opening');
    await field('First day of the books').fill('2026-03-01');
    await field('Checking').fill('900');
    await press('Add check or deposit');
    const check = page.getByRole('group', { name: 'Check or deposit 1' });
    await check.getByLabel('Date').fill('2026-03-02');
    await check.getByLabel('Check number or text').fill('1042');
    await check.getByLabel('Amount', { exact: true }).fill('100');
    await press('Add amount of the year');
    const amount = page.getByRole('group', { name: 'Amount 1 of the year' });
    await amount.getByLabel('Category', { exact: true }).selectOption({ index: 1 });
    await amount.getByLabel('Amount', { exact: true }).fill('2,500');
    await press('Save');
    await check.getByText('This day must be before the first day of the books.').waitFor();
    await check.getByLabel('Date').fill('2026-02-27');
    await press('Save');
    await expect.poll(status).toBe('Saved.');
    const { accounts, yearToDate } = await getOpening(service.app);
    const item = { date: '2026-02-27', reference: '1042', amount: -10_000 };
    expect(accounts.flatMap(({ outstanding }) => outstanding)).toMatchObject([item]);
    expect(accounts.find(({ outstanding }) => outstanding.length > 0)).toMatchObject({ bankBalance: 100_000 });
    expect(yearToDate).toMatchObject([{ categoryId: expect.any(Number), amount: 250_000 }]);
    await page.reload();
    await expect.poll(() => check.getByLabel('Check number or text').inputValue()).toBe('1042');
    await expect.poll(() => check.getByLabel('Kind').inputValue()).toBe('check');
    await press('Remove amount 1 of the year');
    await press('Save');
    await expect.poll(async () => (await getOpening(service.app)).yearToDate).toEqual([]);
  });

  test('the figures of a year before the books are typed, and net assets that do not add up are refused', async () => {
    await open(treasurer, '/reports');
    await page.getByRole('link', { name: 'Years before the books' }).click();
    await field('Tithe').fill('91,400');
    await field('Rent').fill('17,400');
    await press('Add income');
    await field('Name of the income').fill('Bazaar');
    await page.keyboard.press('Tab');
    await page.keyboard.type('2,150');
    await field('Assets').fill('5,000');
    await field('Liabilities').fill('1,000');
    await field('Net assets').fill('1');
    await page.keyboard.press('Enter');
    await page.getByText(/The net assets are not the assets less the liabilities/).waitFor();
    await field('Net assets').fill('4,000');
    await page.keyboard.press('Enter');
    await expect.poll(status).toBe('Saved.');
    const year = Number(await field('Fiscal year').inputValue());
    const { income, expenses } = await getPriorFigures(service.app, year);
    expect(income).toMatchObject([
      { name: 'Tithe', categoryId: expect.any(Number), amount: 9_140_000 },
      { name: 'Bazaar', categoryId: null, amount: 215_000 },
    ]);
    expect(expenses).toMatchObject([{ name: 'Rent', amount: 1_740_000 }]);
    await page.reload();
    await expect.poll(() => field('Name of the income').inputValue()).toBe('Bazaar');
  });

  test('whose rights end while a form is open is told so, and keeps what was typed', async () => {
    const helper = await service.person('Hal', 'treasurer');
    await open(helper, '/settings/funds?fund=new');
    await field('Name').fill('Organ');
    await updateUser(service.app, helper.id, {
      email: helper.email,
      displayName: helper.name,
      roles: ['member'],
      memberId: null,
    });
    await press('Save');
    await page.getByText(/Your account does not have permission for this/).waitFor();
    await expect.poll(() => field('Name').inputValue()).toBe('Organ');
    await expect.poll(async () => (await listFunds(service.app)).items.map(({ name }) => name)).not.toContain('Organ');
  });

  test('the audit log shows what changed before and after, by filters that are part of the address', async () => {
    await changeProfile({ name: 'Grace', phone: '626 555 0144' });
    await open(auditor, '/settings/audit');
    await field('Action').fill('ChurchProfileUpdated');
    await page
      .getByText(/Church profile updated/)
      .first()
      .click();
    await page.getByRole('row', { name: /^phone .*626 555 0144$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('ChurchProfileUpdated');
  });
});
