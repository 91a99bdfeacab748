/** Importing files of a bank in a browser: CSV with its columns, bad rows, files that overlap, and taking back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CsvMapping } from '../../src/features/bank/files/schema.ts';
import { importLines } from '../../src/features/bank/lines/import.ts';
import { createMatch, deleteMatch } from '../../src/features/bank/matches/service.ts';
import { decode } from '../../src/validate.ts';
import { ofx } from '../contract/bank-support.ts';
import { as } from '../support/app.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { checkingOf, linesOf } from '../support/console-church-bank.ts';
import { type ConsoleService, focusOf, goInside, openConsole, signInAt } from '../support/console.ts';

const HEAD = 'Date,Description,Amount';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let checking: number;
  beforeAll(async () => {
    service = await openConsole();
    checking = await checkingOf(service.app);
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
    await goInside(page, `/bank/${checking}/imports`);
  });
  afterAll(() => service.close());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const send = async (...rows: string[]) => {
    const file = { name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from([HEAD, ...rows].join('\n')) };
    await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
    await button('Import').click();
  };
  const lines = async () =>
    (await linesOf(service.app, checking)).map(({ amount, description }) => [description, amount]);

  test('the columns of a CSV file are asked for with a preview, bad rows are named, and then it is imported', async () => {
    await send('03/05/2026,SERVICE FEE,-15.00', '04/05/2026,GIFT,many');
    await page.getByText('Nothing is imported yet.').first().waitFor();
    await expect.poll(lines).toEqual([]);
    await expect.poll(() => page.getByLabel('Column with the amount').inputValue()).toBe('Amount');
    await expect.poll(() => button('Import').isDisabled()).toBe(true);
    await expect.poll(() => focusOf(page)).toBe('Order of the dates');
    const titles = () => page.getByRole('columnheader').allTextContents();
    await expect.poll(titles).toEqual(expect.arrayContaining(['Date', 'Text', 'Check number', 'Amount']));
    await page.getByLabel('Order of the dates').selectOption('mdy');
    await page.getByRole('row', { name: '03/05/2026 SERVICE FEE -15.00' }).waitFor();
    await button('Import').click();
    await page.getByText(/^Row 3, Column with the amount: This is not an amount/).waitFor();
    await expect.poll(lines).toEqual([]);
    await send('03/05/2026,SERVICE FEE,-15.00', '04/05/2026,GIFT,20.00');
    await page.getByText('Nothing is imported yet.').first().waitFor();
    await page.getByLabel('Order of the dates').selectOption('mdy');
    await button('Import').click();
    await page.getByRole('main').getByText('2 new lines were imported.').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Import a file of the bank');
    await expect.poll(lines).toEqual([
      ['SERVICE FEE', -1500],
      ['GIFT', 2000],
    ]);
  });

  test('an overlapping file adds only what is new, and can be taken back', async () => {
    await send('04/05/2026,GIFT,20.00', '04/06/2026,INTEREST,1.25');
    await page.getByRole('main').getByText('1 new line was imported.').waitFor();
    await page.getByText('1 line of the file was known already.').waitFor();
    // The newest file comes first, once the list has it.
    await button('Take back march.csv').nth(1).waitFor();
    await button('Take back march.csv').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back').waitFor();
    await expect.poll(lines).toEqual([
      ['SERVICE FEE', -1500],
      ['GIFT', 2000],
    ]);
  });

  test('a file of which a line is matched is not taken back, and the reason says what to do', async () => {
    await send('05/05/2026,ONE WAY,-4.00', '05/06/2026,AND BACK,4.00');
    await page.getByRole('main').getByText('2 new lines were imported.').waitFor();
    const pair = (await linesOf(service.app, checking)).filter(({ date }) => date >= '2026-05-05').map(({ id }) => id);
    const { id: matchId } = await createMatch(service.app, checking, { lines: pair, documents: [] });
    await button('Take back march.csv').nth(1).waitFor();
    await button('Take back march.csv').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByText('choose the status “Matched” and undo the match').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await deleteMatch(service.app, { id: checking, matchId });
    await button('Take back march.csv').first().click();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(lines).toHaveLength(2);
  });

  test('a file whose header is not known shows the names of its columns, and is imported by them', async () => {
    const rows = ['When,Said,Worth', '05/05/2026,STAMPS,-4.00'];
    const file = { name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
    await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
    await button('Import').click();
    await page.getByLabel('Column with the date').selectOption('When');
    await page.getByLabel('Column with the text').selectOption('Said');
    await page.getByLabel('Column with the amount').selectOption('Worth');
    await page.getByLabel('Order of the dates').selectOption('mdy');
    await expect.poll(() => page.getByRole('row', { name: /When/ }).count()).toBe(0);
    await button('Import').click();
    await page.getByRole('main').getByText('1 new line was imported.').waitFor();
    await button('Take back other.csv').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await expect.poll(lines).toHaveLength(2);
  });

  test('an OFX file says what it would add before it is imported', async () => {
    const buffer = Buffer.from(
      ofx([
        { date: '2026-04-07', amount: -7.5, text: 'STAMPS' },
        { date: '2026-04-09', amount: 31, text: 'REFUND' },
      ]),
    );
    const file = { name: 'april.qfx', mimeType: 'application/octet-stream', buffer };
    await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
    await page.getByRole('main').getByText('Nothing is imported yet. The file has 2 new lines.').waitFor();
    await page.getByText('The lines are from Apr 7, 2026 to Apr 9, 2026.').waitFor();
    await page.getByText('Balance on Apr 9, 2026: $0.00').waitFor();
    await expect.poll(lines).toHaveLength(2);
    await button('Import').click();
    await page.getByRole('main').getByText('2 new lines were imported.').waitFor();
    await expect.poll(lines).toHaveLength(4);
  });

  test('the signs of an OFX file are turned if somebody says so', async () => {
    const buffer = Buffer.from(ofx([{ date: '2026-05-08', amount: 6.25, text: 'CARD SHOP' }]));
    const file = { name: 'card.qfx', mimeType: 'application/octet-stream', buffer };
    await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
    await page.getByRole('checkbox', { name: 'Money out is positive' }).check();
    await button('Import').click();
    await page.getByRole('main').getByText('1 new line was imported.').waitFor();
    await expect.poll(async () => (await lines()).at(-1)).toEqual(['CARD SHOP', -625]);
    await button('Take back card.qfx').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await expect.poll(lines).toHaveLength(4);
  });

  test('a file that is no statement is refused with what to do', async () => {
    await page
      .getByLabel('File of the bank', { exact: true })
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('%PDF-1.4 text') });
    await button('Import').click();
    await page.getByRole('alert').getByText('The file is a PDF.').waitFor();
    await expect.poll(lines).toHaveLength(4);
  });

  test('a CSV file whose balances do not follow from its lines names the line, and is imported without their column', async () => {
    const [stamps, paper] = ['04/01/2026,STAMPS,-7.50,92.50', '04/02/2026,PAPER,-9.00,80.50'];
    const fileOf = (...rows: string[]) => Buffer.from([`${HEAD},Balance`, ...rows].join('\n'));
    const columns = {
      date: 'Date',
      description: 'Description',
      amount: 'Amount',
      balance: 'Balance',
      dateFormat: 'mdy',
    };
    const sent = { bytes: fileOf(stamps), name: null, mapping: decode(CsvMapping, columns) };
    await importLines(as(service.app, 1, 'super_admin'), checking, sent);
    const before = await lines();
    const file = { name: 'balances.csv', mimeType: 'text/csv', buffer: fileOf(stamps, paper) };
    await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
    await button('Import').click();
    await page.getByText(/^Row 3, Column with the balance: This balance does not follow/).waitFor();
    await expect.poll(lines).toEqual(before);
    await page.getByLabel('Column with the balance').selectOption('');
    await page.getByLabel('Order of the dates').selectOption('mdy');
    await button('Import').click();
    await page.getByRole('main').getByText('1 new line was imported.').waitFor();
    await expect.poll(lines).toHaveLength(before.length + 1);
  });

  test('a column that may matter is left out by a box, and read if it says what is pending', async () => {
    const before = (await lines()).length;
    const rows = [
      'Date,Description,Amount,Fee,Status',
      '03/07/2026,CARD,9.00,1.00,Posted',
      '03/08/2026,CARD,8.00,1.00,Pending',
    ];
    const file = { name: 'card.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
    await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
    await button('Import').click();
    const box = page.getByRole('checkbox', { name: 'Leave out the column “Fee”' });
    await box.check();
    await expect.poll(() => page.getByRole('checkbox', { name: /Leave out the column/ }).count()).toBe(1);
    await button('Import').click();
    await page.getByRole('main').getByText('1 new line was imported.').waitFor();
    await expect.poll(async () => (await lines()).length).toBe(before + 1);
  });
});
