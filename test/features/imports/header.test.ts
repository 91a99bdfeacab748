/** Rows above the header are titles, unless they may be rows of the list. */
import { beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../support/app.ts';
import { faultsOf, importBudget, importGifts, importPeople } from '../../support/import.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const GIFTS = ['Date,Fund,Amount', '2026-10-18,Tithe,50.00', '2026-10-19,Missions,60.00'];
const PEOPLE = ['First Name,Last Name', 'Alma,Fenwick', 'Otto,Fenwick'];

test.each([
  ['a gift', ['2026-10-11,Tithe,40.00', ...GIFTS], 'line 1 stands'],
  ['gifts and a title', ['Grace Church', '2026-10-11,Tithe,40.00', ',Tithe,41.00', ...GIFTS], 'the lines 2, 3 stand'],
  ['a gift of a whole amount', ['2026-10-11,Tithe,40', ...GIFTS], 'line 1 stands'],
])('%s above the header is refused with its line', async (_what, lines, which) => {
  await expect(importGifts(app, lines)).rejects.toThrow(
    `Nothing was imported, because ${which} above the header, like titles, and may be rows of the list.`,
  );
  const headerRow = String(lines.indexOf(GIFTS[0] ?? '') + 1);
  expect(await importGifts(app, lines, { headerRow })).toMatchObject({ created: 2 });
});

test('a person above the header is refused, too', async () => {
  const lines = ['Priya,Ganesan', ...PEOPLE];
  await expect(importPeople(app, lines)).rejects.toThrow('line 1 stands above the header');
  await expect(importPeople(app, lines)).rejects.toThrow('--header-row 2 if they are titles');
});

test.each([
  ['titles', ['Grace Church', 'Offerings, October 2026', '', ...GIFTS]],
  ['a title in two cells', ['Grace Church,October', ...GIFTS]],
  ['a day in the place of a text', ['Printed,2026-11-01', ...GIFTS]],
  ['a total', ['Total,,110.00', ...GIFTS]],
  ['titles of groups', ['Gift,Gift,Gift', ...GIFTS]],
])('%s above the header may be there', async (_what, lines) => {
  expect(await importGifts(app, lines)).toMatchObject({ created: 2 });
});

test('a title in every column of a budget is none of its lines', async () => {
  const lines = ['Grace Church,Budget 2026', 'Category,Annual', 'Tithe,1200'];
  expect(await importBudget(app, lines, { year: '2026' })).toMatchObject({ lines: 1 });
});

test('a question about the file does not hide bad cells', async () => {
  const lines = ['Date,Fund,Amount,Net due', '2026-10-18,Tithe,50.00,5.00', '2026-13-40,Tithe,5x.00,5.00'];
  const attempt = importGifts(app, lines);
  await expect(attempt).rejects.toThrow('"Net due" (money)');
  expect(await faultsOf(attempt)).toEqual([
    expect.stringMatching(/^3 Amount: must be an amount/),
    expect.stringMatching(/^3 Date: must be a date that exists/),
  ]);
});
