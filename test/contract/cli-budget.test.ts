/** Budgets on the command line, and in files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import { addApproved, addGiving, booksOfFile, done, inDays, type Json } from './books.ts';
import { cells, expectRefused, run, works } from './people-files.ts';

const books = booksOfFile();
const vestry = (...args: string[]) => run(books.daemon.dataDir, ...args);
const budget = (name: string, year: number, ...args: string[]) =>
  vestry('budget', name, '--year', String(year), ...args);
const json = async (name: string, year: number, ...args: string[]): Promise<Json> =>
  JSON.parse((await works(budget(name, year, ...args, '--json'))).stdout);
const saved = (year: number): Promise<Json> => done(books.admin.get(`/api/budgets/${year}`));
const file = (name: string, content: string) => {
  const where = path.join(books.daemon.dataDir, name);
  writeFileSync(where, content);
  return where;
};
let building: number;
beforeAll(async () => {
  building = (await done(books.admin.post('/api/accounts', { name: 'Building', kind: 'FixedAsset' }))).id;
  const { id } = await done(books.admin.post('/api/income-categories', { name: 'Bookshop' }));
  await done(books.admin.put(`/api/income-categories/${id}`, { name: 'Bookshop', isActive: false }));
});

describe('vestry budget', () => {
  test('sets lines by name, and shows the budget as the API does', async () => {
    await works(budget('set', 2026, '--category', 'tithe', '--annual', '1,200'));
    const months = '10,0,0,0,0,0,0,0,0,0,0,2.5';
    const rent = ['--category', 'Facilities: Rent', '--annual', '12.50', '--months', months, '--ministry', 'Worship'];
    const shown = await json('set', 2026, ...rent, '--fund', 'Missions');
    expect(shown).toEqual(await saved(2026));
    expect(shown.lines).toMatchObject([
      { name: 'Tithe', annual: 1200 },
      { name: 'Rent', ministryName: 'Worship', fundName: 'Missions', annual: 12.5 },
    ]);
    expect(shown.lines[1].months).toEqual([10, ...Array(10).fill(0), 2.5]);
    expect(await json('show', 2026)).toEqual(shown);
    await works(budget('set', 2026, '--category', 'Tithe', '--annual', '2400'));
    expect((await saved(2026)).lines.map(({ annual }: Json) => annual)).toEqual([2400, 12.5]);
    const { stdout } = await works(budget('show', 2026, '--months'));
    expect(stdout).toMatch(/Version 1: draft/);
    expect(stdout).toMatch(/Giving +Tithe +2,400\.00( +200\.00){12}/);
    expect(stdout).toMatch(/Change in cash +2,387\.50/);
  });

  test('adopts the draft, keeps each change as an amendment, and lists the versions', async () => {
    await works(budget('adopt', 2026, '--on', '2025-12-14'));
    await works(
      budget('set', 2026, '--category', 'Rent', '--annual', '50', '--on', '2026-02-01', '--reason', 'New hall'),
    );
    expect(await json('versions', 2026)).toEqual(await done(books.admin.get('/api/budgets/2026/versions')));
    const { stdout } = await works(budget('versions', 2026));
    expect(stdout).toMatch(/1 +Adopted +2025-12-14 +2 +2,400\.00 +12\.50/);
    expect(stdout).toMatch(/2 +Amended +2026-02-01 +3 +2,400\.00 +62\.50 +New hall/);
    expect((await works(budget('show', 2026, '--version-number', '1'))).stdout).toContain('adopted on 2025-12-14');
    expectRefused(await budget('adopt', 2026, '--on', '2026-03-01'));
  });

  test.each<[string, string[], string]>([
    ['an unknown category', ['--category', 'Rents', '--annual', '1'], '; did you mean Rent?'],
    [
      'an unknown ministry',
      ['--category', 'Rent', '--annual', '1', '--ministry', 'X'],
      '--ministry names no ministry: X',
    ],
    ['a disabled category', ['--category', 'Bookshop', '--annual', '1'], 'Bookshop, which is no longer in use'],
    ['a wrong amount', ['--category', 'Rent', '--annual', '1.234'], '--annual must be'],
    ['eleven months', ['--category', 'Rent', '--annual', '11', '--months', '1,1,1,1,1,1,1,1,1,1,1'], '--months must'],
    ['a day in the future', ['--category', 'Rent', '--annual', '1', '--on', inDays(9)], '--on must not be later than'],
    ['a wrong kind', ['--category', 'Rent', '--annual', '1', '--kind', 'Rent'], '--kind'],
    ['a ministry of giving', ['--category', 'Tithe', '--annual', '1', '--ministry', 'Worship'], '--ministry is only'],
  ])('refuses %s, and changes nothing', async (_what, args, message) => {
    const before = await saved(2026);
    const outcome = await budget('set', 2026, ...args);
    expectRefused(outcome, [2, 4]);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stderr).not.toContain('?.');
    expect(await saved(2026)).toEqual(before);
  });

  test('asks for the kind if the name alone does not say which category is meant', async () => {
    await done(books.admin.post('/api/income-categories', { name: 'Rent' }));
    const outcome = await budget('set', 2027, '--category', 'Rent', '--annual', '1');
    expectRefused(outcome, [2]);
    expect(outcome.stderr).toContain('names more than one: Rent. Give the kind, such as Other income');
    const { lines } = await json('set', 2027, '--category', 'Rent', '--annual', '1', '--kind', 'Expense');
    expect(lines).toMatchObject([{ subCategoryId: books.subCategory('Rent') }]);
  });

  test('copies a draft from the budget and from the actual amounts of the year before', async () => {
    expect((await json('copy', 2027, '--from', 'budget')).lines).toHaveLength(3);
    await addGiving(books, { date: '2019-05-05', amount: 12, method: 'Zelle' });
    expect((await json('copy', 2020, '--from', 'actuals')).lines).toMatchObject([{ annual: 12 }]);
    expectRefused(await budget('copy', 2020, '--from', 'plans'), [2]);
    expectRefused(await budget('copy', 2031, '--from', 'budget'), [3]);
  });
});

describe('the file of a budget', () => {
  test('is written as CSV and as a workbook, and imported again without a difference', async () => {
    const lines = [
      { categoryId: 1, annual: 100 },
      { incomeCategoryId: 1, annual: 5, months: [5, ...Array(11).fill(0)] },
      { subCategoryId: books.subCategory('Rent'), annual: 0.07, ministryId: books.ministry('Worship') },
      { accountId: building, annual: 9, fundId: books.fund('Building Fund') },
    ];
    const { lines: own } = await done(books.admin.put('/api/budgets/2040', { lines }));
    const csv = await works(budget('export', 2040));
    expect(cells(csv.stdout)[0]?.slice(0, 7)).toEqual([
      'Kind',
      'Category',
      'Ministry',
      'Fund',
      'Annual',
      'January',
      'February',
    ]);
    expect(cells(csv.stdout)[2]?.slice(0, 6)).toEqual(['Other income', 'Interest', '', '', '5', '5']);
    await works(budget('import', 2041, file('budget.csv', csv.stdout)));
    expect((await saved(2041)).lines).toEqual(own);
    const workbook = path.join(books.daemon.dataDir, 'budget.xlsx');
    await works(budget('export', 2040, '--output', workbook));
    expect((await readSheet(workbook)).length).toBe(5);
    await works(budget('import', 2042, workbook, '--on', '2026-01-01', '--reason', 'Imported'));
    expect(await saved(2042)).toMatchObject({ kind: 'Adopted', adoptedOn: '2026-01-01', lines: own });
    const outcome = await json('import', 2042, workbook);
    expect(outcome).toMatchObject({ lines: 4, version: 1, kind: 'Adopted', dryRun: false });
    expect(await json('import', 2042, workbook, '--reason', 'again')).toMatchObject({ version: 1, kind: 'Adopted' });
  });

  test('may be made in a spreadsheet, with other headers, and with months as Excel writes them', async () => {
    const made = `Type;Name;Department;Total;Feb-43;1月;Notes
gifts;十一奉獻;;"1,200.50";;;by faith
Expenses;Office: Telephone;worship;;10;2;
`;
    const { stderr } = await works(budget('import', 2043, file('made.csv', made)));
    expect(stderr).toContain('Columns that are not read: Notes');
    expect((await saved(2043)).lines).toMatchObject([
      { name: 'Tithe', annual: 1200.5 },
      { name: 'Telephone', ministryName: 'Worship', annual: 12, months: [2, 10, ...Array(10).fill(0)] },
    ]);
  });

  test('is only checked with --dry-run', async () => {
    const one = file('one.csv', 'Category,Annual\nTithe,5\n');
    const { stdout } = await works(budget('import', 2044, one, '--dry-run'));
    expect(stdout).toContain('1 line can be saved as the budget of the fiscal year 2044. Nothing was written.');
    expect((await saved(2044)).version).toBeNull();
    expect(await json('import', 2044, one, '--dry-run')).toMatchObject({ version: null, totals: null });
  });

  test('is refused with one sentence for every bad cell, and nothing is written', async () => {
    const bad = `Category,Ministry,Fund,Annual,January
Utilities,Worship,,12,
Rents,,,12,
Utilities,Worship,,-1,
Utilities,,,abc,
Tithe,Worship,,5,
Telephone,,Nothing,20,1
,,,5,
Telephone,,,,
`;
    const outcome = await budget('import', 2045, file('bad.csv', bad));
    expectRefused(outcome);
    expect(outcome.stderr.split('\n').slice(1, -1)).toEqual([
      '  line 3, "Category": names no giving category, category of other income, expense or account: Rents; did you mean Rent?',
      '  line 4, "Annual": must be at least 0',
      '  line 4, "Category": is for the same as line 2; put both amounts into one line (the cell says "Utilities")',
      '  line 5, "Annual": must be an amount with at most two decimals, such as 1,234.50 (the cell says "abc")',
      '  line 6, "Ministry": is only for expenses, purchases and repayments (the cell says "Worship")',
      '  line 7, "Fund": names no fund: Nothing',
      '  line 7, "Annual": the months must add up to the annual amount of 20.00, but add up to 1.00',
      '  line 8, "Category": is required',
      '  line 9, "Annual": is required',
    ]);
    expect((await saved(2045)).version).toBeNull();
  });

  test('is refused with a disabled category and all other faults at once', async () => {
    const lines = 'Kind,Category,Annual\nGiving,Tythe,5\nIncome,Bookshop,7\nExpense,Telephone,x\n';
    const outcome = await budget('import', 2046, file('both.csv', lines));
    expectRefused(outcome);
    expect(outcome.stderr).toContain('3 cells must be corrected first');
    expect(outcome.stderr).toContain('line 3, "Category": names the category of other income Bookshop');
  });

  test('may have rows of totals, which are left out, and amounts with a decimal comma', async () => {
    const made = `Kind;Category;Annual;January
Giving;Tithe;1.234,50;1.234,50
Expense;Telephone;90,00;
Expense;Total;90,00;
Total expenses;;90,00;
Total;;1.324,50;1.234,50
`;
    const { stderr } = await works(budget('import', 2048, file('comma.csv', made)));
    expect(stderr).toContain('Left out, because they are totals: line 4, 5, 6');
    expect((await saved(2048)).lines).toMatchObject([
      { name: 'Tithe', annual: 1234.5 },
      { name: 'Telephone', annual: 90 },
    ]);
  });

  test('is refused with the lines that name a disabled category, and nothing is written', async () => {
    const lines = 'Kind,Category,Annual\nGiving,Tithe,5\nIncome,Bookshop,7\nCapital,Checking,1\n';
    for (const more of [[], ['--dry-run']]) {
      const outcome = await budget('import', 2046, file('disabled.csv', lines), ...more);
      expectRefused(outcome);
      expect(outcome.stderr).toContain('Nothing was imported. 2 cells must be corrected first:');
      expect(outcome.stderr).toContain(
        'line 3, "Category": names the category of other income Bookshop, which is no longer in use; choose another',
      );
      expect(outcome.stderr).toContain('line 4, "Category": must be an account of the kind Loan');
    }
    expect((await saved(2046)).version).toBeNull();
  });
});

describe('vestry report budget', () => {
  test('takes the names of a ministry and a fund, and marks what is over', async () => {
    const rent = { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Worship') };
    await addApproved(books, { expenseDate: '2023-01-10', amount: 130, ...rent });
    await done(books.admin.put('/api/budgets/2023', { lines: [{ ...rent, annual: 1200 }] }));
    const report = (...args: string[]) =>
      works(vestry('report', 'budget', '--year', '2023', '--through', '2023-01', ...args));
    const { stdout } = await report('--ministry', 'worship');
    expect(stdout).toMatch(/Ministry: Worship/);
    expect(stdout).toMatch(/The budget is a draft\./);
    expect(stdout).toMatch(/Rent +100\.00 +130\.00 +100\.00 +130\.00 +1,200\.00 +1,070\.00 +30\.00/);
    expect(stdout).not.toMatch(/Operating result|Change in cash/);
    const whole = (await report()).stdout;
    expect(whole).toMatch(/Operating result +-100\.00 +-130\.00/);
    expect(whole).toMatch(/Change in cash +-100\.00 +-130\.00/);
    const missions = JSON.parse((await report('--fund', 'Missions', '--json')).stdout);
    expect(missions).toMatchObject({ fundId: books.fund('Missions'), rows: [] });
    expectRefused(await vestry('report', 'budget', '--year', '2023', '--fund', 'Nothing'), [2]);
    expectRefused(await vestry('report', 'budget', '--year', '2023', '--through', '2024-01'), [2]);
  });
});
