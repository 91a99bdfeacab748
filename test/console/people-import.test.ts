/** Importing people in a browser: columns, corrections by keyboard, similar people, the result, and the undo. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MemberQuery } from '../../src/features/people/members/schema.ts';
import { listMembers } from '../../src/features/people/members/service.ts';
import { decode } from '../../src/validate.ts';
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
  const found = async (search: string) =>
    (await listMembers(service.app, decode(MemberQuery, { search }))).items.map(
      ({ firstName, lastName, email }) => `${firstName} ${lastName} ${email ?? '-'}`,
    );

  test('faulty cells are corrected by keyboard, a similar person is asked about, and the import can be undone', async () => {
    await choose(
      'people.csv',
      'First,Surname,E-mail,DOB',
      'Noa,Levi,noa@,02/30/1980',
      'Dov,Levi,dov@example.org,12/31/1979',
      'Meiling,Lin,,',
    );
    await button('Check the rows').click();
    const row = page.getByRole('group', { name: 'Row 2: Noa Levi' });
    await row.getByLabel('E-mail').waitFor();
    await expect.poll(() => row.getByText('This is not a date.').count()).toBe(1);
    await page.keyboard.type('.');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('noa@example.org');
    await page.keyboard.press('Enter');
    await page.keyboard.type('02/28/1980');
    await page.keyboard.press('Enter');
    await page.getByText('2 people would be added. 1 row may be a person who is there already.').first().waitFor();
    await page.getByRole('group', { name: 'Row 4: Meiling Lin' }).getByLabel('The same person as Mei-Ling Lin').check();
    await button('Check the rows').click();
    await expect.poll(() => focusOf(page)).toBe('Import 2 people');
    await page.keyboard.press('Enter');
    await page.getByText('2 people were added. 1 row was a person who is there already.').waitFor();
    await expect.poll(() => focusOf(page)).toContain('2 people were added.');
    await expect.poll(() => found('Levi')).toEqual(['Dov Levi dov@example.org', 'Noa Levi noa@example.org']);
    await expect.poll(() => found('Lin')).toEqual(['Mei-Ling Lin -']);
    await button('Undo this import').click();
    const asked = page.getByRole('dialog', { name: 'Undo this import' });
    await asked.getByText('The 2 people whom this import added are deleted').waitFor();
    await expect.poll(() => found('Levi')).toHaveLength(2);
    await asked.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('The import was undone. Its people were deleted.').waitFor();
    await expect.poll(() => found('Levi')).toEqual([]);
  });

  test('an unknown status is corrected by choosing one of the list', async () => {
    await choose('statuses.csv', 'First,Surname,Status', 'Ido,Katz,Child', 'Gal,Katz,Member');
    await button('Check the rows').click();
    const status = page.getByRole('group', { name: 'Row 2: Ido Katz' }).getByLabel('Status');
    await status.getByText('Visitor').waitFor({ state: 'attached' });
    await expect.poll(() => focusOf(page)).toBe('Status');
    await expect.poll(() => status.inputValue()).toBe('Child');
    await status.selectOption('Visitor');
    await button('Check the rows').click();
    await button('Import 2 people').waitFor();
    await button('Cancel').click();
  });

  test('a column is mapped by hand, and a row is left out', async () => {
    await choose('other.csv', 'Wer,Surname,Vorname', 'x,Rao,Una', 'y,,Tom');
    await page.getByLabel('What the column “Vorname” contains').waitFor();
    await button('Check the rows').click();
    await page.getByText('Say which columns contain the first and the last name').waitFor();
    await page.getByLabel('What the column “Vorname” contains').selectOption('firstName');
    await button('Check the rows').click();
    await page.getByRole('button', { name: 'Leave out row 3' }).click();
    await button('Check the rows').click();
    await button('Import 1 person').click();
    await page.getByText('1 person was added.').first().waitFor();
    await expect.poll(() => found('Rao')).toEqual(['Una Rao -']);
    await page.getByRole('link', { name: 'People', exact: true }).last().click();
    await page.getByRole('link', { name: 'Una Rao' }).waitFor();
  });

  test('an import whose answer is lost is repeated without adding anybody twice', async () => {
    await choose('lost.csv', 'First,Last', 'Ida,Noor');
    await button('Check the rows').click();
    await button('Import 1 person').waitFor();
    const address = '**/api/member-imports';
    await page.route(address, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await button('Import 1 person').click();
    await page.locator('.import-form .notice').nth(1).waitFor();
    await page.unroute(address);
    await button('Import 1 person').click();
    await page.getByText('1 person was added.').first().waitFor();
    await expect.poll(() => found('Noor')).toEqual(['Ida Noor -']);
  });

  test('the file and its corrections are still there after another room was visited, until it is closed', async () => {
    await choose('kept.csv', 'First,Last,E-mail', 'Ben,Kept,ben@');
    await button('Check the rows').click();
    await page.getByRole('group', { name: 'Row 2: Ben Kept' }).getByLabel('E-mail').fill('ben@example.org');
    await expect.poll(() => page.evaluate("sessionStorage.getItem('people import')")).toContain('ben@example.org');
    await goInside(page, '/people');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await goInside(page, '/people/import');
    await page.getByText('The file is still open from before').waitFor();
    await button('Check the rows').click();
    await page.getByText('1 person would be added.').first().waitFor();
    await button('Cancel').click();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    await goInside(page, '/people');
    await goInside(page, '/people/import');
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
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
