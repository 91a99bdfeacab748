import { readSheet } from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import { widthOf } from '../../../../src/cli/kit/layout.ts';
import { reportCsv } from '../../../../src/features/reports/formats/csv.ts';
import { printReport } from '../../../../src/features/reports/formats/print.ts';
import { printReportPdf } from '../../../../src/features/reports/formats/report-pdf.ts';
import type { Report, ReportColumn, ReportRow } from '../../../../src/features/reports/formats/report.ts';
import { reportWorkbook } from '../../../../src/features/reports/formats/workbook.ts';
import { pagesOf, textOf } from '../../../support/pdf.ts';

const amounts = (count: number, start = 0): number[] => Array.from({ length: count }, (_, index) => start + index);
const months = (count: number): ReportColumn[] =>
  amounts(count, 1).map((month) => ({ title: `Month ${month}`, kind: 'amount' }));

/** Returns a report with a column for each amount. `lines` are the names of its lines. */
function reportWith(count: number, lines: readonly string[], some: Partial<Report> = {}): Report {
  const rows: ReportRow[] = [
    { kind: 'heading', text: 'Expenses' },
    { kind: 'heading', text: 'Facilities', indent: 1 },
    ...lines.map((name, index): ReportRow => {
      return { kind: 'line', indent: 2, values: [name, ...amounts(count, 1_234_500 * (index + 1))] };
    }),
    { kind: 'subtotal', values: ['Total expenses', ...amounts(count, 7_000_000)] },
    { kind: 'gap' },
    { kind: 'total', values: ['Net change', ...amounts(count, -5_000)] },
  ];
  return {
    locale: 'en-US',
    title: 'Income statement',
    church: { name: 'Grace Church', ein: '12-3456789', currency: 'USD', paper: 'LETTER' },
    about: ['From 2026-01-01 to 2026-12-31', 'Unaudited.'],
    columns: [{ title: 'Item', kind: 'text' }, ...months(count)],
    rows,
    notes: ['A note.'],
    ...some,
  };
}

describe('a report as CSV', () => {
  test('has the section and the kind of each row, and two decimals in each amount', () => {
    expect(reportCsv(reportWith(2, ['Rent'])).split('\r\n')).toEqual([
      'Section,Row,Item,Month 1,Month 2',
      'Expenses: Facilities,line,Rent,12345.00,12345.01',
      'Expenses,subtotal,Total expenses,70000.00,70000.01',
      ',total,Net change,-50.00,-49.99',
      '',
    ]);
  });

  test('has no cell that a spreadsheet would run as a formula', () => {
    const csv = reportCsv(reportWith(1, ['=HYPERLINK("x")', '+1+1', '@SUM(A1)', '-2+3', '＝1']));
    for (const name of ["'=HYPERLINK", "'+1+1", "'@SUM", "'-2+3", "'＝1"]) expect(csv).toContain(name);
    expect(csv).toContain(',-50.00');
  });

  test('begins with a byte order mark only if it has letters beyond ASCII', () => {
    expect(reportCsv(reportWith(1, ['Rent']))).toMatch(/^Section/);
    expect(reportCsv(reportWith(1, ['租金']))).toMatch(/^\uFEFFSection/);
    expect(reportCsv(reportWith(1, ['租金'], { locale: 'zh-TW' }))).toContain(
      'Expenses: Facilities,明細,租金,12345.00',
    );
  });
});

describe('a report as a workbook', () => {
  test('stores amounts as numbers, and names the church below the table', async () => {
    const rows = (await readSheet(await reportWorkbook(reportWith(2, ['=1+1', '租金'])))) as unknown[][];
    expect(rows.slice(0, 5)).toEqual([
      ['Item', 'Month 1', 'Month 2'],
      ['Expenses', null, null],
      ['Facilities', null, null],
      ['=1+1', 12_345, 12_345.01],
      ['租金', 24_690, 24_690.01],
    ]);
    expect(rows.flat()).toEqual(
      expect.arrayContaining(['Grace Church', 'EIN 12-3456789', 'Income statement', 'Unaudited.', 'A note.']),
    );
  });
});

describe('a report at a terminal', () => {
  test.each([1, 4, 13])('fits 80 columns with %i amounts, and shows every title and every amount', (count) => {
    const report = reportWith(count, ['Repairs & Maintenance of the building and its grounds', '購置新會堂之租金']);
    const text = printReport(report, 80);
    for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    for (const { title } of report.columns) for (const word of title.split(' ')) expect(text).toContain(word);
    for (const amount of ['12,345.00', '24,690.00', '70,000.00', `-${((5000 - count + 1) / 100).toFixed(2)}`])
      expect(text).toContain(amount);
  });

  test('is divided into numbered tables if it has many columns, and each table repeats the names of the rows', () => {
    const text = printReport(reportWith(13, ['Rent']), 80);
    const parts = Number(/part 1 of (\d)/.exec(text)?.[1]);
    expect(parts).toBeGreaterThan(1);
    expect(text.match(/Rent /g)).toHaveLength(parts);
    expect(text).toContain(`Columns, part ${parts} of ${parts}`);
  });

  test('is a single table if the output is a pipe, however many columns the report has', () => {
    const text = printReport(reportWith(13, ['Rent']), Infinity);
    expect(text.match(/Rent /g)).toHaveLength(1);
    expect(text).not.toContain('part 1 of');
  });
});

describe('a printed report', () => {
  const PORTRAIT = '/MediaBox [0 0 612 792]';
  const LONG = 'Repairs & Maintenance of the building and its grounds';
  const LANDSCAPE = '/MediaBox [0 0 792 612]';

  test('is in portrait format if it has few columns, and in landscape format if it has many', async () => {
    expect((await printReportPdf(reportWith(3, ['Rent']))).toString('latin1')).toContain(PORTRAIT);
    expect((await printReportPdf(reportWith(9, [LONG]))).toString('latin1')).toContain(LANDSCAPE);
  });

  test('with 20 columns of amounts shows each column on exactly one page, and the names of the rows on every page', async () => {
    const pages = pagesOf(await printReportPdf(reportWith(20, ['Rent', LONG])));
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toEqual(expect.arrayContaining(['Rent', 'Total expenses', 'Net change']));
    for (const { title } of months(20)) expect(pages.flat().filter((text) => text === title)).toHaveLength(1);
    expect(pages.map((page) => page.find((text) => text.startsWith('Columns')))).toEqual([
      'Columns, part 1 of 2',
      'Columns, part 2 of 2',
    ]);
  });

  test('repeats the titles of its columns on each page, and numbers the pages', async () => {
    const names = amounts(150).map((number) => `Line ${number}`);
    const pages = pagesOf(await printReportPdf(reportWith(2, names)));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      expect(page).toEqual(expect.arrayContaining(['Item', 'Month 1', 'Month 2']));
      expect(page).toContain(`Income statement · Page ${index + 1} of ${pages.length}`);
    }
    for (const name of names) expect(pages.flat()).toContain(name);
    expect(pages.at(-1)).toEqual(expect.arrayContaining(['Net change', 'A note.']));
  });

  test('wraps a long name and shows all of it', async () => {
    const words = amounts(60).map((number) => `word${number}`);
    const text = textOf(await printReportPdf(reportWith(4, [words.join(' ')])));
    for (const word of words) expect(text).toMatch(new RegExp(String.raw`\b${word}\b`));
    expect(text).not.toContain('…');
  });

  test('names the church and the period, and says that it is unaudited', async () => {
    expect(textOf(await printReportPdf(reportWith(1, ['Rent'])))).toMatch(
      /Grace Church\nIncome statement\nEIN 12-3456789\nFrom January 1, 2026 to December 31, 2026\nUnaudited\./,
    );
  });

  test('has the dates of its title in words', async () => {
    const titled = { ...reportWith(1, ['Rent']), title: 'Expenses from 2026-01-01 to 2026-12-31' };
    const lines = textOf(await printReportPdf(titled)).split('\n');
    expect(lines.filter((line) => line.startsWith('Expenses from January 1, 2026 to December 31, 2026'))).toHaveLength(
      2,
    );
  });

  test('has the sign of the currency at the first amount of a column and at totals, and plain dates in Chinese', async () => {
    const church = { name: 'Grace Church', ein: null, currency: 'TWD', paper: 'A4' as const };
    const lines = textOf(await printReportPdf({ ...reportWith(1, ['Rent', 'Power']), church })).split('\n');
    const [first, second] = [lines.indexOf('Rent'), lines.indexOf('Power')];
    expect(lines[first + 1]).toMatch(/^-?NT\$[\d,]+\.\d\d$/);
    expect(lines[second + 1]).toMatch(/^-?[\d,]+\.\d\d$/);
    expect(lines).toContain('-NT$50.00');
    const chinese = textOf(await printReportPdf({ ...reportWith(1, ['Rent']), locale: 'zh-TW' }));
    expect(chinese).toContain('From 2026-01-01 to 2026-12-31');
  });

  test('in Chinese embeds a font that has the letters', async () => {
    const chinese = reportWith(2, ['購置新會堂之租金'], { locale: 'zh-TW', title: '收支表' });
    expect((await printReportPdf(chinese)).toString('latin1')).toContain('NotoSansTC');
  });
});
