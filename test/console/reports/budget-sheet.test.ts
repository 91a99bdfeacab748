/** The lines of a budget as they are typed: spreading, single months, pasted cells, keys, sums and the request. */
import { expect, test } from 'vitest';
import type { Budget, Catalog } from '../../../src/console/reports/budgets/queries.ts';
import {
  amountAt,
  annualOf,
  bottomLines,
  changesOf,
  linesOf,
  nextPlace,
  readCell,
  requestOf,
  sumsOf,
  withAmount,
  withPasted,
} from '../../../src/console/reports/budgets/sheet.ts';
import type { Minor } from '../../../src/lib/money.ts';

const item = (id: number, name: string, isActive = true) => ({ id, name, nameZh: null, isActive });
const catalog: Catalog = {
  categoryId: [item(1, 'Tithes'), item(2, 'Missions')],
  incomeCategoryId: [item(1, 'Interest'), item(2, 'Old', false)],
  subCategoryId: [item(7, 'Rent'), item(5, 'Power')],
  accountId: [item(3, 'Loan')],
  ministryId: [item(4, 'Youth')],
  fundId: [],
};
const none = { categoryId: null, incomeCategoryId: null, subCategoryId: null, accountId: null };
const stored = {
  ...none,
  subCategoryId: 5,
  name: 'Power',
  ministryId: 4,
  ministryName: 'Youth',
  fundId: null,
  fundName: null,
  annual: 12,
  months: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
};
const budget = { lines: [stored] } as Pick<Budget, 'lines'>;
const lines = linesOf(budget, catalog);
const [tithes, power] = [lines[0], lines[4]];

test('shows the lines in the order of the catalogs, and an empty line for each category in use', () => {
  expect(lines.map(({ sent }) => sent)).toEqual(['Tithes', 'Missions', 'Interest', 'Rent', 'Power · Youth']);
  expect(lines.map(annualOf)).toEqual([0, 0, 0, 0, 1200]);
});

test('spreads a typed year over the months, and adds typed months up to the year', () => {
  const spread = withAmount(lines, { line: 0, column: 0 }, 100_01 as Minor);
  expect(spread[0]?.months).toEqual([833, 833, 833, 833, 833, 833, 833, 834, 834, 834, 834, 834]);
  const typed = withAmount(spread, { line: 0, column: 12 }, 0 as Minor);
  expect(typed[0] && amountAt(typed[0], 0)).toBe(9167);
  expect(typed[1]).toBe(lines[1]);
});

test('keeps uneven months when the year is left as it is', () => {
  const uneven = withAmount(lines, { line: 4, column: 1 }, 500 as Minor);
  expect(withAmount(uneven, { line: 4, column: 0 }, 1600 as Minor)[4]).toBe(uneven[4]);
});

test('reads amounts as people type them, an empty text and a dash as zero, and nothing else', () => {
  expect(['1,200.5', '', '0', ' - ', '10+2', '１２', '-5', 'x', '1.234'].map(readCell)).toEqual([
    120_050,
    0,
    0,
    0,
    1200,
    1200,
    undefined,
    undefined,
    undefined,
  ]);
});

test('pastes cells from the chosen one on, all or none', () => {
  const pasted = withPasted(lines, { line: 0, column: 1 }, '10\t20\n30\t\n');
  if (pasted === 'outside' || 'bad' in pasted) throw new Error('The cells were not pasted.');
  expect(pasted.cells).toBe(4);
  expect(pasted.lines.map((line) => line.months.slice(0, 3))).toEqual([
    [1000, 2000, 0],
    [3000, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [100, 100, 100],
  ]);
  expect(withPasted(lines, { line: 4, column: 0 }, '1\n2')).toBe('outside');
  expect(withPasted(lines, { line: 0, column: 12 }, '1\t2')).toBe('outside');
  expect(withPasted(lines, { line: 0, column: 0 }, '5\nmany')).toEqual({ bad: 'many' });
});

test('takes the months of a pasted row that has the year, too', () => {
  const row = ['99', ...Array.from({ length: 12 }, (_, month) => String(month))].join('\t');
  const pasted = withPasted(lines, { line: 0, column: 0 }, row);
  if (pasted === 'outside' || 'bad' in pasted) throw new Error('The cells were not pasted.');
  expect(pasted.lines[0] && annualOf(pasted.lines[0])).toBe(6600);
});

test('leads down and up in a column, and to the next line after the last month', () => {
  const at = { line: 1, column: 12 };
  expect((['up', 'down', 'left', 'right', 'next', 'previous'] as const).map((way) => nextPlace(at, way, 3))).toEqual([
    { line: 0, column: 12 },
    { line: 2, column: 12 },
    { line: 1, column: 11 },
    undefined,
    { line: 2, column: 0 },
    { line: 1, column: 11 },
  ]);
  expect(nextPlace({ line: 2, column: 12 }, 'next', 3)).toBeUndefined();
});

test('adds up each part, and takes the expenses from the income', () => {
  const typed = withAmount(lines, { line: 0, column: 0 }, 24_00 as Minor);
  expect(sumsOf(typed, 'categoryId').slice(0, 2)).toEqual([2400, 200]);
  const { operating, cash } = bottomLines(typed, catalog);
  expect([operating.slice(0, 2), cash.slice(0, 2)]).toEqual([
    [1200, 100],
    [1200, 100],
  ]);
});

test('sends only lines with amounts, and knows what was changed', () => {
  expect(requestOf(lines)).toEqual([
    { subCategoryId: 5, ministryId: 4, fundId: null, annual: 12, months: stored.months },
  ]);
  const typed = withAmount(lines, { line: 0, column: 3 }, 100 as Minor);
  expect(Object.keys(changesOf(typed, lines))).toEqual([tithes?.key]);
  expect(changesOf(typed, lines)).not.toHaveProperty(power?.key ?? '');
  expect(changesOf(lines, lines)).toEqual({});
});

test('both bottom lines have each amount once: purchases and debt in cash alone, depreciation in the result alone', () => {
  const wear = { ...item(9, 'Wear'), form990LineCode: '22' };
  const more = { ...catalog, subCategoryId: [...catalog.subCategoryId, wear] };
  const of = (target: object, annual: number) => ({ ...stored, ministryId: null, ...none, ...target, annual });
  const year = (line: ReturnType<typeof of>) => ({ ...line, months: [line.annual, ...Array<number>(11).fill(0)] });
  const budgeted = [of({ categoryId: 1 }, 1000), of({ subCategoryId: 5 }, 300)];
  const others = [of({ subCategoryId: 9 }, 50), of({ accountId: 3 }, 80)];
  const all = linesOf({ lines: [...budgeted, ...others].map(year) }, more);
  const { operating, cash } = bottomLines(all, more);
  expect([operating[0], operating[1], operating[2]]).toEqual([65_000, 65_000, 0]);
  expect([cash[0], cash[1], cash[2]]).toEqual([62_000, 62_000, 0]);
});
