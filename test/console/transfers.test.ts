/** Transfers between accounts and funds, loans between funds, and values of investments in a browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GENERAL_FUND } from '../../src/books/fund-classes.ts';
import { createCategory } from '../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../src/features/giving/categories/schema.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount, listAccounts } from '../../src/features/ledger/accounts/service.ts';
import { NewFund } from '../../src/features/ledger/funds/schema.ts';
import { createFund } from '../../src/features/ledger/funds/service.ts';
import { NewTransfer, TransferQuery } from '../../src/features/ledger/transfers/schema.ts';
import { createTransfer, listTransfers } from '../../src/features/ledger/transfers/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, focusOf, goInside, openConsole, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let elder: Page;
  /** The ids of accounts and funds by their names. */
  const ids = new Map<string, number>();
  beforeAll(async () => {
    service = await openConsole();
    const { app } = service;
    const { id: fundId } = await createFund(app, decode(NewFund, { name: 'Building', class: 'Restricted' }));
    const category = await createCategory(app, decode(NewGivingCategory, { name: 'Building', fundId }));
    await createAccount(app, decode(NewAccount, { name: 'Brokerage', kind: 'Investment' }));
    await createAccount(app, decode(NewAccount, { name: 'Reserve', kind: 'Savings' }));
    for (const { name, id } of (await listAccounts(app)).items) ids.set(name, id);
    ids.set('Building', fundId).set('General', GENERAL_FUND);
    const gift = { date: '2026-11-01', method: 'Zelle' };
    await createGiving(app, decode(NewGiving, { ...gift, amount: 1000, categoryId: category.id }));
    await createGiving(app, decode(NewGiving, { ...gift, amount: 3000, categoryId: 1 }));
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
    ({ page: elder } = await signInAt(service, await service.person('Eve', 'elder')));
  });
  afterAll(() => service.close());

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click();
  const status = (on = page) => on.getByRole('status').textContent();
  const owed = () =>
    page.getByRole('table', { name: 'Owed between funds' }).locator('tbody').getByRole('row').allInnerTexts();
  const transfers = async () => (await listTransfers(service.app, decode(TransferQuery, {}))).items;
  const lend = async (amount: string, purpose: string) => {
    await goInside(page, '/bank/transfers?form=new');
    await field('Between').selectOption('Two funds');
    await field('From fund').selectOption('Building');
    await field('To fund').selectOption('General');
    await field('It is a loan that is paid back').check();
    await field('Amount').fill(amount);
    await field('Purpose').fill(purpose);
    await field('Reason').fill('The board agreed');
    await press('Save');
  };

  test('a fund lends another money, a second person approves it, and what is paid back is no longer owed', async () => {
    await lend('400', 'Salaries until Easter');
    await expect.poll(status).toBe('The transfer was saved. It waits for a second person.');
    await expect.poll(() => focusOf(page)).toBe('New transfer');
    await expect.poll(() => page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);

    await goInside(elder, '/approvals');
    await elder.getByRole('article').filter({ hasText: 'Salaries until Easter' }).waitFor();
    await press('Approve', elder);
    await expect.poll(() => status(elder)).toBe('Salaries until Easter: approved.');
    await elder.getByText('Salaries until Easter', { exact: true }).waitFor({ state: 'detached' });

    await page.reload();
    await expect.poll(owed).toEqual(['General\tBuilding\t400.00']);
    await press('Pay back: Salaries until Easter');
    await page.getByText('General borrowed 400.00 from Building on').waitFor();
    await expect.poll(() => field('Amount').inputValue()).toBe('400.00');
    await field('Amount').fill('150');
    await page.keyboard.press('Enter');
    await expect.poll(status).toBe('The transfer was saved.');
    await expect.poll(owed).toEqual(['General\tBuilding\t250.00']);
    await page.getByText('Loan, still owed: 250.00').waitFor();
    await expect.poll(() => focusOf(page)).toBe('Pay back');
  });

  test('an elder sees what a transfer changes and rejects it, and who entered it reads why', async () => {
    await goInside(page, '/bank/transfers?form=new');
    await field('Between').selectOption('Two funds');
    await field('From fund').selectOption('Building');
    await field('To fund').selectOption('General');
    await field('Amount').fill('25');
    await field('Purpose').fill('Candles');
    await field('Reason').fill('The board agreed');
    await press('Save');
    await expect.poll(status).toBe('The transfer was saved. It waits for a second person.');
    await goInside(elder, '/');
    await elder.getByText('1 item waits for your approval.').waitFor();
    await elder.getByRole('link', { name: 'Show approvals' }).click();
    const card = elder.getByRole('article').filter({ hasText: 'Candles' });
    await card.getByText('Fund Building: -25.00').waitFor();
    await card.getByText('Fund General: +25.00').waitFor();
    await card.getByRole('button', { name: 'Reject', exact: true }).click();
    await card.getByLabel('Reason', { exact: true }).fill('The candles are not for the building');
    await card.getByRole('button', { name: 'Reject', exact: true }).click();
    await expect.poll(() => status(elder)).toBe('Candles: rejected.');
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Rejected: The candles are not for the building').waitFor();
    await press('Delete: Candles');
    await page.getByText('Candles', { exact: true }).waitFor({ state: 'detached' });
  });

  test('more than is owed or than the fund has is refused in a sentence, and what was typed stays', async () => {
    await press('Pay back: Salaries until Easter');
    await field('Amount').fill('300');
    await press('Save');
    await page.getByRole('alert').getByText('Only 250.00 of this loan is still owed.').waitFor();
    await expect.poll(() => field('Amount').inputValue()).toBe('300.00');
    await press('Cancel');
    await lend('5000', 'Too much');
    await page.getByRole('alert').getByText('The fund has only 750.00 for this.').waitFor();
    await press('Cancel');
    await expect.poll(transfers).toHaveLength(2);
  });

  test('money reaches the broker with the keyboard alone, a deleted transfer comes back, and a value is booked', async () => {
    await goInside(page, '/bank/transfers?form=new');
    await expect.poll(() => focusOf(page)).toBe('Between');
    const type = async (...texts: string[]) => {
      for (const text of texts) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(text);
      }
    };
    await type('Checking', 'Brokerage');
    // The fund, the date and the amount follow.
    await type('', '11/20', '1000', 'Savings');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Checking → Brokerage Savings 1,000.00 Booked/ }).waitFor();
    await press('Delete: Savings');
    await expect.poll(async () => (await transfers()).map(({ memo }) => memo)).not.toContain('Savings');
    await press('Undo');
    await page.getByRole('row', { name: /Checking → Brokerage Savings/ }).waitFor();

    await page.getByRole('link', { name: 'Accounts at a bank' }).click();
    await press('Enter the value: Brokerage');
    await expect.poll(() => focusOf(page)).toBe('Day of the value');
    await page.keyboard.type('11/25');
    await type('1050', '10');
    await page.keyboard.press('Enter');
    const said =
      /^Brokerage was worth 1,050\.00 on .*\. The books said 1,000\.00 before\. Gain: 60\.00\. Fee: 10\.00\./;
    await expect.poll(status).toMatch(said);
    await page.getByRole('row', { name: 'Brokerage 1,050.00' }).waitFor();
    const balance = async () =>
      (await listAccounts(service.app)).items.find(({ name }) => name === 'Brokerage')?.balance;
    await expect.poll(balance).toBe(105_000);
    await page.getByRole('link', { name: 'Show the entry' }).click();
    await page.getByText('Value of Brokerage: 1,050.00').waitFor();
  });

  const entered = async (from: string, to: string, more: Record<string, unknown>) => {
    const kind = from === 'General' ? 'Fund' : 'Account';
    const sides = { [`from${kind}Id`]: ids.get(from), [`to${kind}Id`]: ids.get(to) };
    const { id } = await createTransfer(service.app, decode(NewTransfer, { date: '2026-11-12', ...sides, ...more }));
    return id;
  };
  const row = (name: RegExp) => page.getByRole('row', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const showTransfers = async () => {
    await goInside(page, '/bank/transfers');
    await page.reload();
  };
  const reverse = async (memo: string, reason: string) => {
    await press(`Reverse: ${memo}`);
    await field('Reason').fill(reason);
    await page.keyboard.press('Enter');
  };

  test('a part of a transfer is reversed with the keyboard alone, then the rest, and no more than that', async () => {
    const id = await entered('Checking', 'Reserve', { amount: 300, memo: 'Rainy days' });
    await showTransfers();
    await button('Reverse: Rainy days').press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reverse' });
    await dialog.getByText('The transfer “Rainy days” (Checking → Reserve, 300.00) stays in the books.').waitFor();
    await expect.poll(() => field('Date').inputValue()).toBe('2026-11-18');
    await expect.poll(() => field('Amount').inputValue()).toBe('300.00');
    await page.keyboard.press('Tab');
    await expect.poll(() => focusOf(page)).toBe('Date');
    await page.keyboard.press('Tab');
    await page.keyboard.type('100');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Too much');
    await page.keyboard.press('Enter');
    await expect.poll(status).toBe('The transfer was reversed.');
    await row(new RegExp(`Checking → Reserve Too much -100.00 Booked Reversal of transfer ${id}$`)).waitFor();
    await row(/Rainy days 300.00 Booked Reversed on .*: -100.00 Reverse: Rainy days$/).waitFor();
    await expect.poll(() => focusOf(page)).toBe('Reverse');

    await reverse('Rainy days', 'The rest');
    await expect.poll(status).toBe('The transfer was reversed.');
    await row(/The rest -200.00 Booked/).waitFor();
    await expect.poll(() => button('Reverse: Rainy days').count()).toBe(0);
    await expect.poll(() => focusOf(page)).toBe('Transfers');
    await page.getByRole('link', { name: /^Reversed on .*: -200.00$/ }).click();
    await page.getByText('-$200.00').waitFor();
  });

  test('more than what is left is refused in the dialog, and what was typed stays', async () => {
    const id = await entered('Checking', 'Reserve', { amount: 80, memo: 'Twice' });
    await showTransfers();
    await press('Reverse: Twice');
    await field('Amount').fill('80.01');
    await field('Reason').fill('Entered twice');
    await press('Reverse');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('Too little of this is left to reverse.').waitFor();
    await expect.poll(() => field('Reason').inputValue()).toBe('Entered twice');
    await field('Amount').fill('80');
    await press('Reverse');
    await expect.poll(async () => (await transfers()).find(({ reversalOf }) => reversalOf === id)?.amount).toBe(-8000);
  });

  test('a reversal out of a restricted fund waits, can be deleted, and comes back', async () => {
    await entered('General', 'Building', { amount: 120, memo: 'For the roof' });
    await showTransfers();
    await reverse('For the roof', 'By mistake');
    await expect.poll(status).toBe('The reversal was saved. It waits for a second person.');
    await row(/For the roof 120.00 Booked Reversal of .* waits: -120.00$/).waitFor();
    await press('Delete: By mistake');
    await button('Reverse: For the roof').waitFor();
    await press('Undo');
    await button('Delete: By mistake').waitFor();

    await goInside(elder, '/bank/transfers');
    await press('Approve: By mistake', elder);
    await expect.poll(() => elder.getByRole('button', { name: /^(Reverse|Delete)/ }).count()).toBe(0);
    await elder.getByRole('row', { name: /For the roof 120.00 Booked Reversed on .*: -120.00$/ }).waitFor();
  });

  test('a loan of which money was paid back cannot be reversed, and the dialog says why', async () => {
    const loan = await entered('General', 'Building', { amount: 50, loan: true, memo: 'Until spring' });
    await showTransfers();
    await button('Reverse: Until spring').waitFor();
    await expect.poll(() => button('Reverse: Salaries until Easter').count()).toBe(0);
    await press('Pay back: Until spring');
    await field('Amount').fill('20');
    await field('Purpose').fill('First part');
    await field('Reason').fill('The board agreed');
    await press('Save');
    await expect.poll(status).toBe('The transfer was saved. It waits for a second person.');
    await reverse('Until spring', 'Never lent');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('To reverse or delete the loan, first reverse or delete what was paid back.').waitFor();
    await press('Cancel');
    await press('Delete: First part');
    await expect.poll(async () => (await transfers()).some(({ repays }) => repays === loan)).toBe(false);
    await reverse('Until spring', 'Never lent');
    await expect.poll(status).toBe('The reversal was saved. It waits for a second person.');
  });

  test('a value that changes nothing is refused at its field, in Chinese', async () => {
    await goInside(page, '/bank');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: '繁體中文', exact: true }).click();
    await press('輸入價值：Brokerage');
    await field('價值的日期').fill('11/26');
    await field('券商所示價值').fill('1050');
    await press('儲存');
    await page.getByText('帳上已經是這個價值').waitFor();
    await expect.poll(() => focusOf(page)).toBe('券商所示價值');

    await entered('Checking', 'Reserve', { amount: 70, memo: '備用' });
    await showTransfers();
    await row(/沖銷轉帳 \d+/)
      .first()
      .waitFor();
    await press('沖銷：備用');
    await page.getByText('轉帳「備用」（支票帳戶 → Reserve，70.00）保持不變').waitFor();
    await field('金額').fill('30');
    await field('原因').fill('多轉了');
    await press('沖銷');
    await expect.poll(status).toBe('轉帳已沖銷。');
    await row(/備用 70.00 已入帳 已於.*沖銷：-30.00/).waitFor();
  });
});
