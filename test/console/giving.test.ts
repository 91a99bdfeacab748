/** The Giving screens in a browser: gifts, reversals, givers, statements and sums. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving, deleteGiving, getGiving, updateGiving } from '../../src/features/giving/givings/service.ts';
import { finalizeStatement } from '../../src/features/reports/statements/finalize.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, goInside, openConsole, signInAt } from '../support/console.ts';
import { addMember } from '../support/office.ts';
import { textOf } from '../support/pdf.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;
  let mei: number;

  const give = (fields: object) =>
    createGiving(service.app, decode(NewGiving, { categoryId: 1, amount: 50, method: 'Cash', ...fields }));

  beforeAll(async () => {
    service = await openConsole();
    mei = await addMember(service.app, { firstName: 'Mei-Ling', lastName: 'Lin', chineseName: '林美玲' });
    const wei = await addMember(service.app, { firstName: 'Wei', lastName: 'Chen' });
    await give({ memberId: wei, date: '2025-03-02', amount: 60 });
    const missions = (await service.categories()).find(({ name }) => name === 'Missions')?.id ?? 2;
    await give({ memberId: mei, date: '2026-05-10', categoryId: missions, amount: 300, note: 'For Kenya' });
    await give({ memberId: mei, date: '2026-05-17', method: 'Check', checkNumber: '1001', amount: 125.5 });
    await give({ memberId: wei, date: '2026-06-07', amount: 80 });
    await give({ isAnonymous: true, date: '2026-06-07', amount: 20 });
    ({ page } = await signInAt(service, await service.person('Tom', 'treasurer')));
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await goInside(page, '/');
    await goInside(page, '/giving');
    await page.getByRole('table').waitFor();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const giver = () => page.getByRole('combobox', { name: 'Giver' });
  const rows = async () =>
    (await page.getByRole('table', { name: 'Gifts' }).locator('tbody tr').allInnerTexts()).map((row) =>
      row.split('\t').map((cell) => cell.trim()),
    );
  const amounts = async () => (await rows()).map((row) => row.at(-1));

  describe('the list of gifts', () => {
    test('is filtered by giver, category and dates, and the address contains the filters', async () => {
      await giver().pressSequentially('lin mei');
      await page.getByRole('option', { name: /Mei-Ling Lin/ }).waitFor();
      await page.keyboard.press('Enter');
      await expect.poll(amounts).toEqual(['125.50', '300.00']);
      await field('Category').selectOption('Missions');
      await expect.poll(amounts).toEqual(['300.00']);
      await field('From').fill('2026-05-11');
      await page.getByText('No gift matches these filters.').waitFor();
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('giver'), searchParams.get('from')]).toEqual([String(mei), '2026-05-11']);
      await page.reload();
      await page.getByText('No gift matches these filters.').waitFor();
      await expect.poll(() => giver().inputValue()).toBe('Mei-Ling Lin 林美玲');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect.poll(async () => (await amounts()).length).toBe(5);
    });

    test('is sorted by a heading, and finds a note and a check number', async () => {
      await page.getByRole('button', { name: 'Amount' }).click();
      await expect.poll(amounts).toEqual(['20.00', '60.00', '80.00', '125.50', '300.00']);
      for (const [search, amount] of [
        ['kenya', '300.00'],
        ['1001', '125.50'],
      ] as const) {
        await field('Search').fill(search);
        await expect.poll(amounts).toEqual([amount]);
      }
    });

    test('is readable for an auditor, who may not search people', async () => {
      const { page } = await signInAt(service, await service.person('Audrey', 'auditor'), '/giving');
      await page.getByRole('table').waitFor();
      await expect.poll(() => page.getByRole('cell', { name: 'Mei-Ling Lin' }).count()).toBe(2);
      await expect.poll(() => page.getByRole('combobox', { name: 'Giver' }).count()).toBe(0);
    });
  });

  test('a gift outside an offering is entered, changed, deleted and entered again by Undo', async () => {
    await page.getByRole('link', { name: 'Enter a gift' }).click();
    await page.getByRole('heading', { level: 1, name: 'Enter a gift' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await field('Date').fill('2026-07-05');
    await giver().pressSequentially('wei');
    await page.getByRole('option', { name: 'Wei Chen' }).waitFor();
    await page.keyboard.press('Enter');
    await field('Amount').fill('12+8.50');
    await field('Category').selectOption('Tithe');
    await field('Check number').fill('77');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gift of Wei Chen' }).waitFor();
    await page.getByText('20.50', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await field('Note').fill('For July');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('For July').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Giving' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await field('Search').fill('july');
    await expect.poll(amounts).toEqual(['20.50']);
  });

  test('the check of a company is entered with its name, and that of a sole proprietor as a personal gift', async () => {
    const enter = async (day: string) => {
      await goInside(page, '/giving/gifts/new');
      await field('Date').fill(day);
      await giver().pressSequentially('wei');
      await page.getByRole('option', { name: 'Wei Chen' }).waitFor();
      await page.keyboard.press('Enter');
      await field('Amount').fill('70');
      await field('Category').selectOption('Tithe');
      await field('Source').selectOption('Company');
      await page.getByRole('group', { name: 'The company’s or mine?' }).waitFor();
    };
    await enter('2026-07-12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Type the name on the check.').waitFor();
    await field('Name on the check').fill('Lin Trading LLC');
    await field('Date of the gift').fill('2026-07-13');
    await page.getByText('The gift cannot be after the day on which it came in').waitFor();
    await field('Date of the gift').fill('2026-05-01');
    await page.getByText(/^More than 60 days before/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gift of Lin Trading LLC (Wei Chen)' }).waitFor();

    await enter('2026-07-13');
    await page.getByLabel('Mine (a sole proprietor’s)').check();
    await expect.poll(() => field('Name on the check').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Gift of Wei Chen' }).waitFor();
    await expect.poll(() => page.getByText('Company').count()).toBe(0);

    const { id } = await give({ memberId: mei, date: '2026-07-14', source: 'Business', companyName: 'Mei Bakery' });
    await goInside(page, `/giving/givers/${mei}?year=2026`);
    await page.getByRole('heading', { name: 'Mei Bakery' }).waitFor();
    await expect
      .poll(() => page.getByRole('region', { name: 'Statement 2026', exact: true }).innerText())
      .toContain('425.50');
    await deleteGiving(service.app, id);
  });

  test('a returned check is reversed on the first open day if its month is closed', async () => {
    const { id } = await give({ memberId: mei, date: '2026-02-01', method: 'Check', amount: 40, note: 'Returned one' });
    await finalizeStatement(service.app, { year: 2026, month: 2 }, true);
    await goInside(page, `/giving/gifts/${id}`);
    await page.getByRole('button', { name: 'Reverse' }).click();
    await field('Kind').selectOption('Returned by the bank');
    await field('Date').fill('2026-02-03');
    await field('Reason').fill('No cover');
    await page.getByRole('button', { name: 'Reverse' }).click();
    await page.getByText('This month is finalized.').waitFor();
    await page.getByRole('link', { name: 'Show the month, to reopen it' }).waitFor();
    await page.getByRole('button', { name: 'Use Mar 1, 2026' }).click();
    await page.getByRole('button', { name: 'Reverse' }).click();
    await page.getByText('Returned by the bank, -40.00: No cover').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Reverse' }).count()).toBe(0);
  });

  test('the gift of a giver to a category in a year is found on the page of the giver', async () => {
    await goInside(page, `/giving/givers/${mei}?year=2026`);
    await page.getByRole('heading', { level: 1, name: 'Giving of Mei-Ling Lin 林美玲' }).waitFor();
    await field('Category').selectOption('Missions');
    await expect.poll(amounts).toEqual(['300.00']);
  });

  test('the statements of the last year are issued, and then one is marked as handed out', async () => {
    await goInside(page, '/giving/statements?year=2025');
    await page.getByText('1 statement is not issued with its current figures.').waitFor();
    const printed = async () => {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Print the 1 shown (PDF)' }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toBe('contribution-statements-2025.pdf');
      return textOf(readFileSync(await file.path()));
    };
    await expect.poll(printed).toContain('PREVIEW');
    await page.getByText(/^Printed as previews/).waitFor();
    await page.getByRole('button', { name: 'Issue all' }).click();
    await page.getByText('All statements are issued.').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: /as handed out/ }).count()).toBe(0);
    await expect.poll(printed).not.toContain('PREVIEW');
    await page.getByRole('button', { name: 'Mark 1 as handed out' }).click();
    await page.getByRole('link', { name: 'Wei Chen' }).click();
    await page.getByText(/^2025-0001, issued on .* Handed out on/).waitFor();
    const auditor = await signInAt(service, await service.person('Aud', 'auditor'), '/giving/statements?year=2025');
    await auditor.page.getByText('0 givers with an e-mail address').waitFor();
    const shown = auditor.page.getByRole('main').getByRole('button');
    await expect.poll(() => shown.allTextContents()).toEqual(['Print the 1 shown (PDF)']);
  });

  test('the sums of the months stand beside those of a year before', async () => {
    await goInside(page, '/giving/summary?from=2026-01-01&to=2026-06-30&by=method');
    const table = page.getByRole('table', { name: 'Summary' });
    await table.getByRole('row').first().waitFor();
    await expect.poll(() => table.locator('tbody tr').allInnerTexts()).toContain('Cash\t3\t400.00\t60.00');
  });

  test('a gift that somebody else changed shows both versions, and the second save replaces it', async () => {
    const { id } = await give({ memberId: mei, date: '2026-09-06', amount: 40, note: 'Mine' });
    await goInside(page, `/giving/gifts/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await field('Note').fill('Typed here');
    const before = await getGiving(service.app, id);
    const other = { memberId: mei, date: '2026-09-06', categoryId: 1, amount: 45, method: 'Cash', note: 'Typed there' };
    await updateGiving(service.app, before.id, decode(NewGiving, other));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Somebody else changed/).waitFor();
    await expect.poll(() => field('Note').inputValue()).toBe('Typed here');
    await expect.poll(() => page.getByRole('form', { name: 'Change the gift' }).innerText()).toMatch(/Typed there/);
    await expect.poll(() => page.getByRole('form', { name: 'Change the gift' }).innerText()).toMatch(/45/);
    await field('Amount').fill('45');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The gift is saved.').first().waitFor();
    await expect.poll(() => getGiving(service.app, id)).toMatchObject({ amount: 4500, note: 'Typed here' });
  });

  test('a refusal because of a closed month leads to the month', async () => {
    // The test before may have finalized the month already.
    await finalizeStatement(service.app, { year: 2026, month: 2 }, true).catch(() => {});
    await goInside(page, '/giving/gifts/new');
    await field('Date').fill('2026-02-12');
    await field('From').selectOption('Loose cash');
    await field('Amount').fill('7');
    await field('Category').selectOption('Missions');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Show the month, to reopen it' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/month-end/2026-02');
  });
});
