import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTerminal } from '../../../../src/cli/kit/output.ts';
import { createEntry } from '../../../../src/features/accounting/journal-entries/service.ts';
import { createAccount } from '../../../../src/features/ledger/accounts/service.ts';
import { describeForm990 } from '../../../../src/features/reports/form990/description.ts';
import { functionalExpenses } from '../../../../src/features/reports/form990/service.ts';
import { reportWorkbook } from '../../../../src/features/reports/form990/workbook.ts';
import { printReportPdf } from '../../../../src/features/reports/formats/report-pdf.ts';
import { getLetterhead } from '../../../../src/features/church/profile/service.ts';
import { type Minor, toDecimal } from '../../../../src/lib/money.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { fillBooks } from '../../../support/books.ts';

let app: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, close } = await fileApp());
  await fillBooks(app, { seed: 11, rows: 1200 });
});
afterAll(() => close());

const YEAR = { from: '2026-01-01', to: '2026-12-31' };

test('the expenses in the workbook add up to the figures of the report', async () => {
  const report = await functionalExpenses(app, YEAR);
  const bytes = await reportWorkbook(app, YEAR);
  const [header, ...lines] = (await readSheet(bytes, 'Part IX')) as unknown[][];
  expect(header).toEqual(['Line', 'Description', 'Total', 'Program services', 'Management & general', 'Fundraising']);
  const shown = report.lines.map(({ code, description, total, programServices, managementAndGeneral, fundraising }) => [
    code,
    description,
    ...[total, programServices, managementAndGeneral, fundraising].map(toDecimal),
  ]);
  expect(lines.slice(0, shown.length).map((row) => row.slice(0, 6))).toEqual(shown);
  expect(lines.flat()).toContain('Our church');
  expect(lines.flat().filter((cell) => String(cell).startsWith('Warning: '))).toHaveLength(report.warnings.length);

  const [titles = [], ...expenses] = (await readSheet(bytes, 'Expenses')) as unknown[][];
  const cells = new Map<string, number>();
  const at = (row: unknown[], title: string) => row[titles.indexOf(title)];
  for (const row of expenses) {
    const key = `${String(at(row, 'Line'))} ${String(at(row, 'Column'))}`;
    cells.set(key, (cells.get(key) ?? 0) + Math.round(Number(at(row, 'Amount')) * 100));
  }
  for (const line of report.lines.filter(({ code }) => code !== '25')) {
    const sums = ['Program services', 'Management & general', 'Fundraising'].map(
      (column): number => cells.get(`${line.code} ${column}`) ?? 0,
    );
    expect([line.code, ...sums]).toEqual([
      line.code,
      line.programServices,
      line.managementAndGeneral,
      line.fundraising,
    ]);
  }
  const booked = expenses.map((row) => at(row, 'Booked on') as Date);
  expect(booked.every((day, index) => index === 0 || (booked[index - 1] ?? day) <= day)).toBe(true);
  expect(new Set(expenses.map((row) => at(row, 'Id'))).size).toBe(expenses.length);
});

test('the printed report has its lines on one page, and warnings on a second page if needed', async () => {
  const church = { ...(await getLetterhead(app)), name: '芝加哥華人基督教會', ein: '12-3456789' };
  const pagesOf = async (range: typeof YEAR) => {
    const pdf = (await printReportPdf(describeForm990(await functionalExpenses(app, range), church))).toString(
      'latin1',
    );
    expect(pdf).toMatch(/^%PDF-/);
    expect(pdf).toContain('/MediaBox [0 0 792 612]');
    return /\/Count (\d)/.exec(pdf)?.[1];
  };
  expect(await pagesOf({ from: '2001-01-01', to: '2001-12-31' })).toBe('1');
  expect(await pagesOf(YEAR)).toBe('2');
});

test('a workbook or PDF is not written to a terminal', () => {
  const { isTTY } = process.stdout;
  try {
    process.stdout.isTTY = true;
    expect(() => refuseTerminal('A PDF', undefined)).toThrow('Name a file with --output.');
    expect(() => refuseTerminal('A PDF', 'report.pdf')).not.toThrow();
    process.stdout.isTTY = false;
    expect(() => refuseTerminal('A PDF', undefined)).not.toThrow();
  } finally {
    process.stdout.isTTY = isTTY;
  }
});

test('the expenses in the workbook include those of adjusting entries', async () => {
  const account = await createAccount(app, { ...NEW_ACCOUNT, name: 'Organ', kind: 'FixedAsset' });
  const line = { ...NEW_LINE, subCategoryId: 2, ministryId: 1, debit: 1250 as Minor };
  const lines = [line, { ...line, ministryId: null, debit: 50 as Minor }];
  const credit = { ...NEW_LINE, accountId: account.id, credit: 1300 as Minor };
  const entry = { date: '2025-01-31', memo: 'Depreciation', yearEnd: false, lines: [...lines, credit] };
  const range = { from: '2025-01-01', to: '2025-01-31' };
  const sums = async () => {
    const { programServices, managementAndGeneral, total } = (await functionalExpenses(app, range)).totals;
    return [programServices, managementAndGeneral, total];
  };
  const before = await sums();
  const { id } = await createEntry(app, entry);
  const after = await sums();
  expect(after.map((sum, index) => sum - (before[index] ?? 0))).toEqual([1250, 50, 1300]);
  const [, ...rows] = (await readSheet(await reportWorkbook(app, range), 'Expenses')) as unknown[][];
  const shown = rows.map((row) => row.slice(4)).filter((row) => row.at(-1) === `entry ${id}`);
  expect(shown.map(([ministry, , , memo, amount]) => [ministry, memo, amount])).toEqual([
    ['Worship', 'Depreciation', 12.5],
    [null, 'Depreciation', 0.5],
  ]);
});

const NEW_ACCOUNT = { nameZh: null, number: null, isActive: true, isDefault: false };
const NEW_LINE = {
  accountId: null,
  subCategoryId: null,
  incomeCategoryId: null,
  netAssets: false,
  fundId: null,
  ministryId: null,
  functionalClass: null,
  debit: null,
  credit: null,
};
