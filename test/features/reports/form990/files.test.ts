import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseTerminal } from '../../../../src/cli/kit/output.ts';
import { describeForm990 } from '../../../../src/features/reports/form990/description.ts';
import { functionalExpenses } from '../../../../src/features/reports/form990/service.ts';
import { reportWorkbook } from '../../../../src/features/reports/form990/workbook.ts';
import { printReportPdf } from '../../../../src/features/reports/formats/report-pdf.ts';
import { getLetterhead } from '../../../../src/features/church/profile/service.ts';
import { toDecimal } from '../../../../src/lib/money.ts';
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
