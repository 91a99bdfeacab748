/** Importing people in a browser: columns, corrections by keyboard, similar people, the result, and taking it back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MemberQuery } from '../../src/features/people/members/schema.ts';
import { listMembers } from '../../src/features/people/members/service.ts';
import { decode } from '../../src/validate.ts';
import { big5 } from '../support/big5.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { chooseCsv, type ConsoleService, focusOf, goInside, openConsole, signInAt } from '../support/console.ts';
import { addMember } from '../support/office.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let page: Page;

  beforeAll(async () => {
    service = await openConsole();
    await addMember(service.app, { firstName: 'Mei-Ling', lastName: 'Lin', chineseName: '林美玲' });
    ({ page } = await signInAt(service, await service.person('Sara', 'secretary')));
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await goInside(page, '/');
    await goInside(page, '/people/import');
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = (name: string, ...lines: string[]) => chooseCsv(page, name, lines);
  const shown = async (table: string) =>
    (await page.getByRole('table', { name: table }).locator('tbody tr').allInnerTexts()).map((row) =>
      row.trim().replaceAll(/\s+/g, ' '),
    );
  const found = async (search: string) =>
    (await listMembers(service.app, decode(MemberQuery, { search }))).items.map(
      ({ firstName, lastName, email }) => `${firstName} ${lastName} ${email ?? '-'}`,
    );

  test('cells are corrected by keyboard, a similar person is asked about, and the import can be taken back', async () => {
    await choose(
      'people.csv',
      'First,Surname,E-mail,DOB,Family',
      'Noa,Levi,noa@,02/30/1980,Levi',
      'Dov,Levi,dov@example.org,12/31/1979,Levi',
      'Meiling,Lin,,,',
    );
    const row = page.getByRole('group', { name: 'Row 2: Noa Levi' });
    await row.getByLabel('E-mail').waitFor();
    await expect.poll(() => row.getByText('This is not a date.').count()).toBe(1);
    const asked = page.getByRole('group', { name: 'Meiling Lin' });
    await asked.getByRole('link', { name: 'Card of Mei-Ling Lin' }).waitFor();
    await asked.getByLabel('Mei-Ling Lin', { exact: true }).check();
    await row.getByLabel('DOB').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('02/28/1980');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusOf(page)).toBe('E-mail');
    await page.keyboard.type('noa@example.org');
    await page.keyboard.press('Enter');
    await page
      .getByText('2 people would be added. 1 row is a person who is there already. 1 new family.')
      .first()
      .waitFor();
    await expect.poll(() => focusOf(page)).toBe('Import 2 people');
    await expect
      .poll(() => shown('As they will be stored'))
      .toEqual(['2 Noa Levi Feb 28, 1980 Levi', '3 Dov Levi Dec 31, 1979 Levi']);
    await page.keyboard.press('Enter');
    await page.getByText('2 people were added. 1 row is a person who is there already.').first().waitFor();
    await expect.poll(() => focusOf(page)).toContain('2 people were added.');
    await expect.poll(() => found('Levi')).toEqual(['Dov Levi dov@example.org', 'Noa Levi noa@example.org']);
    await expect.poll(() => found('Lin')).toEqual(['Mei-Ling Lin -']);
    await button('Take this import back').click();
    const dialog = page.getByRole('dialog', { name: 'Take this import back' });
    await dialog.getByText('The 2 people whom this import added are deleted').waitFor();
    await expect.poll(() => found('Levi')).toHaveLength(2);
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The import was taken back.').waitFor();
    await expect.poll(() => found('Levi')).toEqual([]);
  });

  test('an answer about a person can be changed, and whoever is there already is listed', async () => {
    await choose('again.csv', 'Name', '林美玲', 'Joy Park', 'Joy Park');
    const asked = page.getByRole('group', { name: 'resembles somebody' });
    await asked.first().getByText('Row 3 is similar: Joy Park').waitFor({ state: 'detached' });
    await asked.filter({ hasText: '林美玲' }).getByLabel('Mei-Ling Lin', { exact: true }).check();
    await asked.filter({ hasText: 'Row 3 is similar: Joy Park' }).getByLabel('Somebody new').check();
    await button('Check again').click();
    await button('Import 2 people').waitFor();
    await page.getByText('There already', { exact: true }).click();
    await expect.poll(() => shown('There already')).toEqual(['2 林美玲 Card']);
    await page.getByText('Your answers about people').click();
    await page.getByRole('group', { name: 'Joy Park' }).getByRole('button', { name: 'Leave out: Row 4' }).click();
    await button('Check again').click();
    await button('Import 1 person').waitFor();
    await button('Cancel').click();
  });

  test('names are shown as they will be stored, in Chinese first where the page is in Chinese', async () => {
    await choose('names.csv', 'Full Name,中文姓名', '"Huang, Shu-Fen",黃淑芬', ',吳阿滿');
    await button('Import 2 people').waitFor();
    await expect.poll(() => shown('As they will be stored')).toEqual(['2 Shu-Fen Huang 黃淑芬', '3 吳阿滿']);
    await button('Language').click();
    await page.getByRole('menuitem', { name: '繁體中文' }).click();
    await button('匯入 2 人').waitFor();
    await expect.poll(() => shown('將儲存的內容')).toEqual(['2 黃淑芬 Shu-Fen Huang', '3 吳阿滿']);
    await button('取消').click();
    await button('語言').click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByText('Or add people one by one').waitFor();
  });

  test('an unknown status is corrected by choosing one of the list', async () => {
    await choose('statuses.csv', 'First,Surname,Status', 'Ido,Katz,Child', 'Gal,Katz,Member');
    const status = page.getByRole('group', { name: 'Row 2: Ido Katz' }).getByLabel('Status');
    await status.getByText('Visitor').waitFor({ state: 'attached' });
    await expect.poll(() => focusOf(page)).toBe('Status');
    await expect.poll(() => status.inputValue()).toBe('Child');
    await status.selectOption('Visitor');
    await button('Check again').click();
    await button('Import 2 people').waitFor();
    await button('Cancel').click();
  });

  test('a column is mapped by hand, another is left out, and so is a row', async () => {
    await choose('other.csv', 'Wer,Surname,Vorname,Note', 'x,Rao,Una,secret', 'y,,,lost');
    await page
      .getByRole('group', { name: 'Which column contains First name?' })
      .getByLabel('Answer')
      .selectOption('Vorname');
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Meaning of the column “Note”').selectOption('Not read');
    await button('Check again').click();
    await page.getByRole('button', { name: 'Leave out: Row 3' }).click();
    await button('Check again').click();
    await page.getByText('Left out by you: 1 (Row 3)').waitFor();
    await button('Import 1 person').click();
    await page.getByText('1 person was added.').first().waitFor();
    await expect.poll(() => found('Rao')).toEqual(['Una Rao -']);
    const { items } = await listMembers(service.app, decode(MemberQuery, { search: 'Rao' }));
    expect(items[0]?.notes).toBeNull();
    await page.getByRole('link', { name: 'People', exact: true }).last().click();
    await page.getByRole('link', { name: 'Una Rao' }).waitFor();
  });

  test('an import whose answer is lost is not repeated', async () => {
    await choose('lost.csv', 'First,Last', 'Ida,Noor');
    await button('Import 1 person').waitFor();
    const address = '**/api/imports/members?commit=true';
    await page.route(address, async (route) => {
      await route.fetch();
      return route.abort();
    });
    await button('Import 1 person').click();
    await page.locator('.import-form .notice-bad').waitFor();
    await page.unroute(address);
    await button('Check again').click();
    await page.getByRole('group', { name: 'The same file was imported before.' }).waitFor();
    await button('Cancel').click();
    await page.getByRole('table', { name: 'Earlier imports' }).getByText('lost.csv').waitFor();
    await expect.poll(() => found('Noor')).toEqual(['Ida Noor -']);
  });

  test('the file and its corrections are still there after another room was visited, until it is closed', async () => {
    await choose('kept.csv', 'First,Last,E-mail', 'Ben,Kept,ben@');
    await page.getByRole('group', { name: 'Row 2: Ben Kept' }).getByLabel('E-mail').fill('ben@example.org');
    await goInside(page, '/people');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await goInside(page, '/people/import');
    await page.getByText('The file is still open from before').waitFor();
    await expect
      .poll(() => page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`))
      .toBe(true);
    await button('Check again').click();
    await page.getByText('1 person would be added.').first().waitFor();
    await button('Cancel').click();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    await expect
      .poll(() => page.evaluate(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`))
      .toBe(false);
    await goInside(page, '/people');
    await goInside(page, '/people/import');
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  });

  test('the encoding of a file is named, and the dates of birth that are left empty', async () => {
    const file = big5('姓名,DOB\n陳大文,7/2\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: file });
    const form = page.locator('.import-form');
    await expect.poll(() => form.innerText()).toContain('read as big5');
    await expect.poll(() => form.innerText()).toContain('is left empty: line 2 (7/2).');
    await button('Cancel').click();
  });

  test('a file that cannot be read is refused at its field', async () => {
    await choose('people.xls', '\u00D0nothing');
    await page.getByText('This file has no rows below the names of the columns.').waitFor();
    await page.setViewportSize({ width: 360, height: 780 });
    await choose('people.csv', 'First,Last', 'Ann,"Lee');
    await page.getByText('This CSV file is damaged.').waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
