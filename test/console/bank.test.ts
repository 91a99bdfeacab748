/** Working off bank lines in a browser: with the keyboard alone, by hand, refused, on a phone, and only reading. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMatch } from '../../src/features/bank/matches/service.ts';
import { listAccounts } from '../../src/features/ledger/accounts/service.ts';
import { OtherIncomeQuery } from '../../src/features/ledger/other-income/schema.ts';
import { listOtherIncome } from '../../src/features/ledger/other-income/service.ts';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../src/features/giving/givings/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { checkingOf, type CsvLine, importCsv, linesOf } from '../support/console-church-bank.ts';
import { type ConsoleService, focusOf, goInside, openConsole, signInAt } from '../support/console.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let checking: number;
  beforeAll(async () => {
    service = await openConsole();
    checking = await checkingOf(service.app);
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
  });
  afterAll(() => service.close());
  beforeEach(() => goInside(page, '/'));

  const gift = async (amount: number, date: string) =>
    (await createGiving(service.app, decode(NewGiving, { categoryId: 1, amount, date, method: 'Zelle' }))).id;
  const fill = (...lines: CsvLine[]) => importCsv(service.app, checking, lines);
  const open = async (query = '') => {
    await goInside(page, `/bank/${checking}${query}`);
    await page.getByRole('listbox', { name: 'Bank lines' }).waitFor();
  };
  const status = () => page.getByRole('status').textContent();
  const list = (of = page) => of.getByRole('listbox', { name: 'Bank lines' });
  const active = (of = page) => list(of).getByRole('option', { selected: true });
  const focused = () =>
    page.evaluate<string>('document.activeElement === document.body ? "" : document.activeElement.textContent');
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const statusOf = async (text: string) =>
    (await linesOf(service.app, checking, { search: text })).find(({ description }) => description === text)?.status;

  test('an account of which no bank sends statements has no page in the room', async () => {
    const { items } = await listAccounts(service.app);
    const reserved = items.filter(({ isReserved }) => isReserved);
    expect(reserved.length).toBeGreaterThan(0);
    for (const { id } of reserved) {
      await goInside(page, `/bank/${id}`);
      await page.getByRole('heading', { name: 'There is no page at this address.' }).waitFor();
    }
  });

  test('lines are accepted, set aside and opened again with the keyboard alone', async () => {
    await gift(50, '2026-01-05');
    await gift(70, '2026-01-06');
    await fill(['01/05/2026', 'ZELLE A', '', 50], ['01/06/2026', 'ZELLE B', '', 70], ['01/07/2026', 'ODD', '', -9.5]);
    await open();
    await expect.poll(focused).toMatch(/ZELLE A/);
    await expect.poll(focused).toMatch(/ZELLE A.*Suggested: Gift/);
    await press('Enter');
    await expect.poll(status).toMatch(/^ZELLE A was matched with Gift · Tithe \(Zelle\)\./);
    await expect.poll(focused).toMatch(/ZELLE B/);
    await press('Enter');
    await expect.poll(focused).toMatch(/ODD.*No suggestion/);
    await press('x');
    await expect.poll(status).toContain('1 line was set aside.');
    await page.getByText('No line is open.').waitFor();
    await page.getByRole('link', { name: 'Next: reconcile the account' }).waitFor();
    await expect
      .poll(() => Promise.all(['ZELLE A', 'ZELLE B', 'ODD'].map(statusOf)))
      .toEqual(['Matched', 'Matched', 'Ignored']);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(focused).toMatch(/ODD/);
    await press('u');
    await expect.poll(status).toContain('1 line is open again.');
    await expect.poll(focused).toMatch(/ZELLE B/);
    await expect
      .poll(() => Promise.all(['ZELLE A', 'ZELLE B', 'ODD'].map(statusOf)))
      .toEqual(['Matched', 'Open', 'Open']);
  });

  test('all lines with one exact suggestion are matched at once after a question, and undone one by one', async () => {
    for (const amount of [501, 502, 503]) await gift(amount, '2026-01-12');
    await gift(503, '2026-01-13');
    await fill(...[501, 502, 503].map((amount): CsvLine => ['01/12/2026', `ALL ${amount}`, '', amount]));
    await open('?q=ALL');
    await page.getByRole('button', { name: 'Match all 2 exact suggestions' }).waitFor();
    await press('a');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Sum: $1,003.00').waitFor();
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(2);
    await press('Escape');
    await expect.poll(() => statusOf('ALL 501')).toBe('Open');
    await expect.poll(focused).toMatch(/ALL 501/);
    await press('a');
    await dialog.getByRole('button', { name: 'Match all 2 exact suggestions' }).click();
    await expect.poll(status).toContain('2 lines were matched.');
    await expect
      .poll(() => Promise.all(['ALL 501', 'ALL 502', 'ALL 503'].map(statusOf)))
      .toEqual(['Matched', 'Matched', 'Open']);
    await expect.poll(focused).toMatch(/ALL 503/);
    await press('u');
    await expect.poll(() => statusOf('ALL 502')).toBe('Open');
    await expect.poll(() => statusOf('ALL 501')).toBe('Matched');
  });

  test('several lines are matched by hand with one document, and their difference is always shown', async () => {
    await gift(120, '2026-02-20');
    await fill(['02/01/2026', 'HALF ONE', '', 55], ['02/28/2026', 'HALF TWO', '', 65]);
    await open('?q=HALF');
    await active().focus();
    await press('Space', 'ArrowDown', 'Space');
    await expect.poll(status).toBe('2 lines are marked: $120.00.');
    await press('m');
    await page.getByText('Difference: $120.00').waitFor();
    await page.keyboard.type('120');
    await page.getByRole('option', { name: /120.00$/ }).waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await press('Enter');
    await page.getByText('Difference: $0.00').waitFor();
    await press('Enter');
    await expect.poll(status).toContain('2 lines were matched. Documents: 1.');
    await expect.poll(() => Promise.all(['HALF ONE', 'HALF TWO'].map(statusOf))).toEqual(['Matched', 'Matched']);
  });

  test('a fee becomes an expense, whose missing fields are asked for, and undoing deletes it', async () => {
    await fill(['03/05/2026', 'SERVICE FEE', '', -15]);
    await open('?q=SERVICE');
    await active().focus();
    await press('e');
    await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent')).toBe('Category');
    await press('Control+Enter');
    await expect.poll(() => page.getByLabel('Category', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => focusOf(page)).toBe('Category');
    await page.getByLabel('Category', { exact: true }).fill('processing');
    await page.getByRole('option', { name: /Processing/ }).waitFor();
    await press('Enter');
    await page.getByLabel('Ministry').selectOption({ label: 'Administration' });
    await page.getByLabel('Vendor', { exact: true }).fill('First Bank');
    await press('Control+Enter');
    await expect.poll(status).toContain('The expense was added and matched.');
    await expect.poll(() => statusOf('SERVICE FEE')).toBe('Matched');
    await open('?q=SERVICE&status=Matched');
    await page.getByText('Payment · First Bank · Bank transfer').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => statusOf('SERVICE FEE')).toBe('Open');
    await open('?q=SERVICE');
    await page.getByRole('option', { name: /SERVICE FEE/ }).waitFor();
  });

  test('interest becomes other income, and a match can be undone together with its document', async () => {
    const income = async () => (await listOtherIncome(service.app, decode(OtherIncomeQuery, {}))).items.length;
    await fill(['03/31/2026', 'INTEREST', '', 3.21]);
    await open('?q=INTEREST');
    await active().focus();
    await press('i');
    const category = page.getByLabel('Category', { exact: true });
    const general = () => page.getByLabel('Fund').locator('option', { hasText: 'General' }).allTextContents();
    await expect.poll(general).toEqual(['General']);
    await page.getByRole('button', { name: 'Save and match' }).click();
    await page.getByText('Fill in this field.', { exact: true }).waitFor();
    await expect.poll(() => focusOf(page)).toBe('Category');
    await category.selectOption({ label: 'Interest' });
    await page.getByRole('button', { name: 'Save and match' }).click();
    await expect.poll(status).toContain('The income was added and matched.');
    await expect.poll(income).toBe(1);
    await open('?q=INTEREST&status=Matched');
    await page.getByRole('button', { name: 'Undo the match and delete the document' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the match and delete the document' }).click();
    await page.getByText('No line matches these filters.').waitFor();
    await expect.poll(income).toBe(0);
  });

  test('money that moved between two accounts becomes a transfer, and leaving its form changes nothing', async () => {
    await fill(['03/20/2026', 'TO SAVINGS', '', -25]);
    await open('?q=SAVINGS');
    await active().focus();
    await press('t');
    const account = page.getByLabel('To the account');
    await account.selectOption({ label: 'Petty cash' });
    await page.getByLabel('Remarks').fill('For the box');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await account.waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch(/TO SAVINGS/);
    await expect.poll(() => statusOf('TO SAVINGS')).toBe('Open');
    await press('t');
    await account.selectOption({ label: 'Petty cash' });
    await page.getByRole('button', { name: 'Save and match' }).click();
    await expect.poll(status).toContain('The transfer was added and matched.');
    await expect.poll(() => statusOf('TO SAVINGS')).toBe('Matched');
  });

  test('a line that somebody else settled meanwhile is refused with the reason, and leaves the list', async () => {
    const id = await gift(31, '2026-04-02');
    await fill(['04/02/2026', 'TAKEN', '', 31]);
    await open('?q=TAKEN');
    const [line] = await linesOf(service.app, checking, { search: 'TAKEN' });
    await createMatch(service.app, checking, { lines: [line?.id ?? 0], documents: [{ type: 'Giving', id }] });
    await active().focus();
    await press('Enter');
    await expect.poll(() => page.locator('[aria-live=assertive]').textContent()).toContain('matched already');
    await page.getByText('No line matches these filters.').waitFor();
  });

  test('a thousand open lines are paged, and the next ones move up', async () => {
    await fill(...Array.from({ length: 1000 }, (_, at): CsvLine => ['05/04/2026', `MANY ${at}`, '', -1 - at]));
    await open('?q=MANY');
    await page.getByText('1000 open lines').waitFor();
    await expect.poll(() => list().getByRole('option').count()).toBe(50);
    await active().focus();
    await press('x');
    await page.getByText('999 open lines').waitFor();
    await expect.poll(() => list().getByRole('option').count()).toBe(50);
    await expect.poll(focused).toMatch(/MANY 1\D/);
  });

  test('on a phone, a tap chooses a line and a button matches it', async () => {
    await gift(41, '2026-06-02');
    await fill(['06/01/2026', 'PHONE ONE', '', -8], ['06/02/2026', 'PHONE TWO', '', 41]);
    await page.setViewportSize({ width: 360, height: 740 });
    await open('?q=PHONE');
    await page.getByRole('option', { name: /PHONE TWO/ }).click();
    const bottom = async () => (await page.getByRole('button', { name: 'Match', exact: true }).boundingBox())?.y;
    await expect.poll(bottom).toBeLessThan(700);
    await expect.poll(() => page.getByText('↑ ↓ other line').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Match', exact: true }).click();
    await expect.poll(status).toContain('PHONE TWO was matched');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('who may only read sees lines, but no text of money received, and no key or button changes anything', async () => {
    await fill(['07/02/2026', 'READ', '', -43]);
    const { page } = await signInAt(service, await service.person('Eli', 'elder'));
    await goInside(page, '/bank');
    await page.getByRole('link', { name: 'Checking' }).click();
    await list(page).waitFor();
    await page
      .getByRole('option', { name: /Money received/ })
      .first()
      .waitFor();
    await page.getByLabel('Search').fill('READ');
    await page.getByText('1 open line', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Chosen line' }).getByText('No suggestion').waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') changes.push(request.url());
    });
    await active(page).focus();
    for (const key of ['Enter', 'x', 'm', 'u']) await page.keyboard.press(key);
    await goInside(page, '/');
    await page.getByLabel('Search').waitFor({ state: 'detached' });
    expect(changes).toEqual([]);
    await expect.poll(() => statusOf('READ')).toBe('Open');
  });
});
