import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSheet } from 'read-excel-file/node';
import { pagesOf, textOf } from '../support/pdf.ts';
import { addApproved, booksOfFile, done } from './books.ts';
import { cells, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
beforeAll(async () => {
  const spend = (name: string, amount: number, fields: Record<string, unknown> = {}) =>
    addApproved(books, { subCategoryId: books.subCategory(name), expenseDate: '2024-02-05', amount, ...fields });
  await spend('Rent', 1234.5, { vendor: '=1+1' });
  await spend('Office Supplies', 0.07, { vendor: '全聯' });
  await done(books.admin.post('/api/givings', { categoryId: 1, amount: 2000.25, date: '2024-02-04', method: 'Zelle' }));
});
afterAll(removeDirs);

const folder = mkdtempSync(path.join(tmpdir(), 'vestry-reports-'));
const report = (...args: string[]) => run(books.daemon.dataDir, 'report', ...args);
const written = async (name: string, ...args: string[]): Promise<Buffer> => {
  const file = path.join(folder, name);
  await works(report(...args, '--output', file));
  return readFileSync(file);
};

/** The reports: the arguments of the command, and the address of the same report in the API. */
const REPORTS: readonly (readonly [command: string, address: string])[] = [
  ['income-statement --year 2024 --compare prior', 'income-statement?year=2024&compare=prior'],
  ['income-statement --year 2024 --columns month --basis paid', 'income-statement?year=2024&columns=month&basis=paid'],
  ['balance-sheet --at 2024-12-31 --compare prior,budget', 'balance-sheet?at=2024-12-31&compare=prior,budget'],
  ['fund-balances --from 2024-02-01 --to 2024-02-29', 'fund-balances?from=2024-02-01&to=2024-02-29'],
  ['trial-balance --at 2024-12-31', 'trial-balance?at=2024-12-31'],
  ['general-ledger --account 2 --from 2024-01-01', 'general-ledger?accountId=2&from=2024-01-01'],
  ['payables --at 2024-12-31 --basis paid', 'payables?at=2024-12-31&basis=paid'],
  [
    'payment-register --from 2024-01-01 --to 2024-12-31 --basis paid',
    'payment-register?from=2024-01-01&to=2024-12-31&basis=paid',
  ],
  ['budget --year 2024 --through 2024-02', 'budget?year=2024&through=2024-02'],
  ['giving-tie-out --year 2024 --basis paid', 'giving-tie-out?year=2024&basis=paid'],
];

describe.each(REPORTS)('vestry report %s', (command, address) => {
  const args = command.split(' ');

  test('prints exactly the API’s response when --json is given', async () => {
    const { stdout } = await works(report(...args, '--json'));
    expect(JSON.parse(stdout)).toEqual(await done(books.admin.get(`/api/reports/${address}`)));
  });

  test('is written as CSV and as a workbook with the same figures, and the workbook says that they are unaudited', async () => {
    const rows = cells((await works(report(...args, '--format', 'csv'))).stdout);
    expect(rows.length).toBeGreaterThan(1);
    for (const cell of rows.flat()) expect(cell.replace(/^\uFEFF/, '')).not.toMatch(/^[=+@]|^-\D/);
    const sheet = (await readSheet(await written(`${args[0]}-${rows.length}.xlsx`, ...args, '--force'))) as unknown[][];
    const last = rows.at(-1)?.at(-1) ?? '';
    expect(sheet.flat()).toContain(last === '' ? null : Number(last));
    expect(sheet.flat().join('\n')).toContain('Unaudited.');
  });

  test('is printed as a PDF in English, and in Chinese with --lang zh-TW', async () => {
    const english = await written(`${args[0]}.pdf`, ...args, '--force');
    expect(textOf(english)).toMatch(/Page 1 of 1/);
    const chinese = await written(`${args[0]}-zh.pdf`, ...args, '--lang', 'zh-TW', '--force');
    expect(chinese.toString('latin1')).toContain('NotoSansTC');
    expect(textOf(chinese)).not.toContain('Page 1 of 1');
  });

  test('shows an example in its help', async () => {
    expect((await works(report(args[0] ?? '', '--help'))).stdout).toContain(`$ vestry report ${args[0]} --`);
  });
});

describe('vestry report', () => {
  test('prints the figures of the income statement with two decimals, by section', async () => {
    const { stdout } = await works(report('income-statement', '--year', '2024', '--format', 'csv'));
    expect(cells(stdout)).toEqual(
      expect.arrayContaining([
        ['Section', 'Row', 'Item', 'Amount'],
        ['Giving', 'subtotal', 'Total giving', '2000.25'],
        ['Expenses: Facilities', 'line', 'Rent', '1234.50'],
        ['', 'total', 'Net change', '765.68'],
      ]),
    );
  });

  test('translates the names of accounts, funds, categories and ministries', async () => {
    const csv = async (...args: string[]) =>
      (await works(report(...args, '--format', 'csv', '--lang', 'zh-TW'))).stdout;
    expect(await csv('income-statement', '--year', '2024', '--columns', 'fund')).toContain('十一奉獻');
    const balances = await csv('trial-balance', '--at', '2024-12-31');
    for (const name of ['Giving', 'Rent', 'Checking', 'Fund']) expect(balances).not.toContain(name);
  });

  test('prints the months of a year on pages in landscape format', async () => {
    const pdf = await written('months.pdf', 'income-statement', '--year', '2024', '--columns', 'month');
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 792 612]');
    const shown = pagesOf(pdf).flat();
    for (const month of ['2024-01', '2024-06', '2024-12']) expect(shown).toContain(month);
  });

  test('names the flag of a field that is missing or wrong, and writes no file', async () => {
    const missing = await report('general-ledger');
    expect(missing).toMatchObject({ exitCode: 2, stdout: '' });
    expect(missing.stderr).toContain('--account');
    const file = path.join(folder, 'none.pdf');
    const wrong = await report('balance-sheet', '--at', '2024-02-30', '--output', file);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('--at');
    expect(existsSync(file)).toBe(false);
    expect((await report('income-statement', '--year', '2024', '--columns', 'giver')).exitCode).toBe(2);
  });
});
