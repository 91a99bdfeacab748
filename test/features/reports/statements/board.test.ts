import { afterAll, beforeAll, expect, test } from 'vitest';
import { boardStatement } from '../../../../src/features/reports/statements/board.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { nameIn } from '../../../../src/features/reports/statements/names.ts';
import { getStatement, putStatement } from '../../../../src/features/reports/statements/service.ts';
import { printStatementPdf } from '../../../../src/features/reports/statements/statement-pdf.ts';
import { signedMoney } from '../../../../src/lib/currency.ts';
import { formatMoney, type Minor } from '../../../../src/lib/money.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { fillBooks } from '../../../support/books.ts';
import { linesOf } from '../../../support/pdf.ts';

let app: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, close } = await fileApp());
  await fillBooks(app, { seed: 3, rows: 800 });
});
afterAll(() => close());

const MONTH = { year: 2026, month: 3 };

test('each of the twelve months in the chart has the figures of its own statement', async () => {
  const { months } = await boardStatement(app, MONTH);
  expect(months.map(({ month }) => month)).toEqual([
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12].map((month) => ({ year: 2025, month })),
    ...[1, 2, 3].map((month) => ({ year: 2026, month })),
  ]);
  for (const { month, income, expenses } of months) {
    const { totalGiving, totalOtherIncome, totalExpenses } = await getStatement(app, month);
    expect([income, expenses]).toEqual([totalGiving + (totalOtherIncome ?? 0), totalExpenses]);
    expect(income).not.toBe(0);
  }
});

test('the printed statement has every figure, and every page is marked as a draft until the month is closed', async () => {
  await putStatement(app, MONTH, { openingBalance: 123_456 as Minor, notes: 'Seen by the board.' });
  const board = await boardStatement(app, MONTH);
  const { statement } = board;
  const draft = linesOf(await printStatementPdf(board, 'en-US'));
  const totals = [
    statement.openingBalance,
    statement.totalGiving,
    statement.totalExpenses,
    statement.netChange,
    statement.closingBalance,
  ];
  const amounts = [
    ...statement.givingByCategory.map(({ amount }) => amount),
    ...statement.expensesByGroup.flatMap((group) => [group, ...group.subCategories]).map(({ amount }) => amount),
    ...statement.funds
      .slice(1)
      .flatMap(({ opening, giving, expenses, closing }) => [opening, giving, expenses, closing]),
  ];
  expect(draft).toEqual(
    expect.arrayContaining([...totals.map((amount) => signedMoney(amount, 'USD')), ...amounts.map(formatMoney)]),
  );
  const names = statement.expensesByGroup.flatMap((group) => [
    group.name,
    ...group.subCategories.map(({ name }) => name),
  ]);
  expect(draft).toEqual(
    expect.arrayContaining([...names, 'Our church', 'Monthly statement, March 2026', 'Apr', '2025']),
  );
  expect(draft).toEqual(expect.arrayContaining(['DRAFT', 'DRAFT · Page 1 of 2', 'DRAFT · Page 2 of 2']));
  expect(draft).toContain(
    `Approved but not paid at the end of the month: ${signedMoney(statement.unpaid.amount, 'USD')} (${statement.unpaid.count})`,
  );
  await finalizeStatement(app, MONTH, true);
  const closed = linesOf(await printStatementPdf(await boardStatement(app, MONTH), 'en-US'));
  expect(closed.join('\n')).not.toContain('DRAFT');
  expect(closed).toEqual(
    expect.arrayContaining(['Finalized on November 18, 2026', 'Page 1 of 2', 'Seen by the board.']),
  );
});

test('a Chinese statement uses a font with Chinese characters, and the Chinese names of categories', async () => {
  const board = await boardStatement(app, { year: 2026, month: 4 });
  const pdf = await printStatementPdf(board, 'zh-TW');
  expect(pdf.toString('latin1')).toContain('NotoSansTC');
  expect(linesOf(pdf)).toContain('Our church');
  for (const name of ['Tithe', 'Missions', 'Personnel', 'Staff Wages']) {
    expect(linesOf(pdf)).not.toContain(name);
    expect(linesOf(await printStatementPdf(board, 'en-US'))).toContain(name);
  }
});

test('a Chinese statement shows the stored name of a category that was renamed or has no Chinese name', () => {
  const sum = { amount: 100 as Minor, count: 1 };
  const statement = {
    givingByCategory: [1, 2, 3].map((categoryId) => ({ categoryId, name: `Name ${categoryId}`, ...sum })),
    expensesByGroup: [
      { groupId: 1, name: 'Group', ...sum, subCategories: [{ subCategoryId: 1, name: 'Sub', ...sum }] },
    ],
    funds: [
      { fundId: 1, name: 'Fund 1' },
      { fundId: null, name: 'Fund 1' },
    ],
  } as unknown as Parameters<typeof nameIn>[0];
  const names = {
    categories: new Map([
      [1, { name: 'Name 1', nameZh: '一' }],
      [2, { name: 'Name 2', nameZh: null }],
      [3, { name: 'Renamed', nameZh: '三' }],
    ]),
    funds: new Map([[1, { name: 'Fund 1', nameZh: '基' }]]),
    groups: new Map([[1, { name: 'Group', nameZh: '組' }]]),
    subCategories: new Map([[1, { name: 'Sub', nameZh: '項' }]]),
  };
  expect(nameIn(statement, names, 'zh-TW')).toMatchObject({
    givingByCategory: [{ name: '一' }, { name: 'Name 2' }, { name: 'Name 3' }],
    expensesByGroup: [{ name: '組', subCategories: [{ name: '項' }] }],
    funds: [{ name: '基' }, { name: 'Fund 1' }],
  });
  expect(nameIn(statement, names, 'en-US')).toEqual(statement);
});

test('an empty month is printed on one page', async () => {
  const pdf = await printStatementPdf(await boardStatement(app, { year: 2001, month: 1 }), 'en-US');
  expect(pdf.toString('latin1')).toContain('/Count 1');
  expect(linesOf(pdf)).toEqual(
    expect.arrayContaining(['None', 'No approved expense is unpaid at the end of the month.']),
  );
});
