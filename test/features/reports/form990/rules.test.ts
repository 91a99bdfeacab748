import { describe, expect, test } from 'vitest';
import { type ExpenseSum, reportOf } from '../../../../src/features/reports/form990/rules.ts';
import type { Form990Line } from '../../../../src/books/form990-lines.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { readShipped } from '../../../../src/package.ts';

const { lines: catalog } = readShipped('data/form990-lines.json') as { lines: Form990Line[] };

const sum = (lineCode: string, name: string, amount: number, over: Partial<ExpenseSum> = {}): ExpenseSum => ({
  subCategoryId: Buffer.from(name).reduce((code, byte) => (code * 31 + byte) % 100_003, 7),
  name,
  lineCode,
  functionalClass: 'ProgramServices',
  amount: amount as Minor,
  count: 1,
  ...over,
});

const LINES = `1 2 3 4 5 6 7 8 9 10 11a 11b 11c 11d 11e 11f 11g 12 13 14 15 16 17 18 19 20 21 22 23 24a 24b 24c 24d 24e 25`;

const line = (report: ReturnType<typeof reportOf>, code: string) => report.lines.find((one) => one.code === code);

test('every line of the catalog appears in the order of the form, with line 24 as 24a to 24e and line 25 last', () => {
  const codes = reportOf(catalog, []).lines.map(({ code }) => code);
  expect(codes).toEqual(LINES.split(' '));
});

test('an amount is added to the column of its functional class and to the totals', () => {
  const report = reportOf(catalog, [
    sum('13', 'Postage', 500),
    sum('13', 'Postage', 250, { functionalClass: 'ManagementAndGeneral' }),
    sum('16', 'Rent', 1000, { functionalClass: 'Fundraising' }),
  ]);
  expect(line(report, '13')).toMatchObject({
    total: 750,
    programServices: 500,
    managementAndGeneral: 250,
    fundraising: 0,
  });
  expect(report.totals).toEqual({ total: 1750, programServices: 500, managementAndGeneral: 250, fundraising: 1000 });
  expect(line(report, '25')).toMatchObject(report.totals);
});

test('if a line does not allow a functional class, the amount is moved to its only allowed column, with a warning', () => {
  const report = reportOf(catalog, [
    sum('1', 'Grants', 300, { functionalClass: 'ManagementAndGeneral', count: 2 }),
    sum('1', 'Other grants', 100, { functionalClass: 'ManagementAndGeneral' }),
    sum('11e', 'Fundraiser', 900),
  ]);
  expect(line(report, '1')).toMatchObject({ total: 400, programServices: 400, managementAndGeneral: 0 });
  expect(line(report, '11e')).toMatchObject({ total: 900, fundraising: 900, programServices: 0 });
  expect(report.warnings).toEqual([
    { code: 'column_not_allowed', line: '1', functionalClass: 'ManagementAndGeneral', amount: 400, count: 3 },
    { code: 'column_not_allowed', line: '11e', functionalClass: 'ProgramServices', amount: 900, count: 1 },
  ]);
});

describe('line 24', () => {
  test('names the four largest subcategories, sorts equal subcategories by name, and adds up the others in 24e', () => {
    const report = reportOf(catalog, [
      sum('24', 'Books', 100),
      sum('24', 'Sound', 300),
      sum('24', 'Meals', 200),
      sum('24', 'Meals', 100, { functionalClass: 'Fundraising' }),
      sum('24', 'Banners', 100),
      sum('24', 'Camps', 50),
      sum('24', 'Apples', 20),
    ]);
    const named = ['24a', '24b', '24c', '24d'].map((code) => [
      line(report, code)?.description,
      line(report, code)?.total,
    ]);
    expect(named).toEqual([
      ['Meals', 300],
      ['Sound', 300],
      ['Banners', 100],
      ['Books', 100],
    ]);
    expect(line(report, '24a')).toMatchObject({ programServices: 200, fundraising: 100 });
    expect(line(report, '24e')).toMatchObject({ description: 'All other expenses', total: 70 });
    expect(line(report, '24e')?.subCategories.map(({ name }) => name)).toEqual(['Apples', 'Camps']);
  });

  test('does not name a subcategory whose total is zero, even if its columns are not zero', () => {
    const report = reportOf(catalog, [
      sum('24', 'Reversed', 500),
      sum('24', 'Reversed', -500, { functionalClass: 'Fundraising' }),
      ...['A', 'B', 'C', 'D'].map((name) => sum('24', name, 10)),
    ]);
    const named = ['24a', '24b', '24c', '24d'].map((code) => line(report, code)?.description);
    expect(named).toEqual(['A', 'B', 'C', 'D']);
    expect(line(report, '24e')).toMatchObject({ total: 0, programServices: 500, fundraising: -500 });
    expect(report.totals).toMatchObject({ total: 40, programServices: 540, fundraising: -500 });
    const alone = reportOf(catalog, [sum('24', 'Reversed', 0), sum('24', 'Refunded', -5)]);
    expect(line(alone, '24a')).toMatchObject({ description: 'Refunded', total: -5 });
    expect(line(alone, '24b')).toMatchObject({ description: null, total: 0 });
  });

  test('has no description for a named line that is not used', () => {
    const report = reportOf(catalog, [sum('24', 'Books', 100)]);
    expect(line(report, '24a')).toMatchObject({ description: 'Books', total: 100 });
    expect(line(report, '24b')).toMatchObject({ description: null, total: 0, subCategories: [] });
  });
});

test('lines 11g and 24e cause a warning above ten percent of line 25, but not at exactly ten percent', () => {
  const at = reportOf(catalog, [sum('11g', 'Speakers', 100), sum('16', 'Rent', 900)]);
  expect(at.warnings).toEqual([]);
  const above = reportOf(catalog, [sum('11g', 'Speakers', 101), sum('16', 'Rent', 900)]);
  expect(above.warnings).toEqual([{ code: 'line_11g_over_10_percent', line: '11g', amount: 101 }]);
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) => sum('24', name, 100));
  expect(reportOf(catalog, others).warnings).toEqual([{ code: 'line_24e_over_10_percent', line: '24e', amount: 100 }]);
});
