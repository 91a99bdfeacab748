import { spawn } from 'node:child_process';
import path from 'node:path';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, addApproved, addExpense, done, booksOfFile, ZONE } from './books.ts';
import { cells, file, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
beforeAll(async () => {
  const spend = (name: string, amount: number, fields: Record<string, unknown> = {}) =>
    addApproved(books, { subCategoryId: books.subCategory(name), expenseDate: '2024-02-05', amount, ...fields });
  await spend('Rent', 1234.5, { description: 'February rent' });
  await spend('Rent', 1000, { description: 'Rent of another year', expenseDate: '2023-12-31' });
  await spend('Office Supplies', 0.07, { ministryId: books.ministry('Administration'), vendor: '=1+1' });
  await spend('Fellowship Meals', 20.1, { description: '愛宴' });
  await spend('Benevolence', 40, { ministryId: books.ministry('Administration') });
  await addExpense(books, { expenseDate: '2024-02-06', amount: 77, description: 'Only a draft' });
});
afterAll(removeDirs);

const form990 = (...args: string[]) => run(books.daemon.dataDir, 'report', 'form990', ...args);
const api = () => done(books.admin.get('/api/form990/functional-expenses?year=2024'));
const PROGRAM = path.resolve(import.meta.dirname, '../../bin/vestry.js');

/** Runs the command. Returns its exit code, the bytes of its standard output, and its error output as text. */
function bytesOf(...args: string[]): Promise<{ exitCode: number | null; bytes: Buffer; stderr: string }> {
  const all = [PROGRAM, 'report', 'form990', ...args, '--data-dir', books.daemon.dataDir];
  const child = spawn(process.execPath, all, { env: { ...process.env, TZ: ZONE, NO_COLOR: '1' } });
  child.stdin.end();
  const parts: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, bytes: Buffer.concat(parts), stderr }));
  });
}

/** Returns the sheets of a workbook as rows of cells. A cell that is neither text nor a number becomes null. */
async function sheetsOf(bytes: Buffer): Promise<(string | number | null)[][][]> {
  const sheets = await readWorkbook(file(bytes, 'report.xlsx'));
  const text = (cell: unknown) => (typeof cell === 'number' || typeof cell === 'string' ? cell : null);
  return sheets.map(({ data }) => data.map((row) => row.map(text)));
}

describe('vestry report form990 --format csv', () => {
  test('prints every line of the API, and counts only the approved expenses of the year', async () => {
    const { stdout } = await works(form990('--year', '2024', '--format', 'csv'));
    const [, ...rows] = cells(stdout);
    const body = await api();
    expect(rows.map(([code]) => code)).toEqual(body.lines.map(({ code }: Json) => code));
    const rent = rows.find(([code]) => code === '16');
    expect(rent?.[2]).toBe('1234.50');
    expect(rows.at(-1)?.[2]).toBe('1294.67');
  });

  test('prints no cell that a spreadsheet would run, even if a subcategory’s name looks like a formula', async () => {
    const { id: groupId } = await done(books.admin.post('/api/expense-categories/groups', { name: '+Group' }));
    const named = { groupId, name: '=HYPERLINK("x")', form990LineCode: '24' };
    const { id: subCategoryId } = await done(books.admin.post('/api/expense-categories/subcategories', named));
    await addApproved(books, { expenseDate: '2020-02-05', subCategoryId });
    const { stdout } = await works(form990('--year', '2020', '--format', 'csv'));
    expect(stdout).toContain('HYPERLINK');
    for (const cell of cells(stdout).flat()) expect(cell).not.toMatch(/^[\t\r\n ]*[=+@]|^-\D/);
  });

  test.each([
    [['--from', '2023-12-01', '--to', '2023-12-31'], '1000.00'],
    [['--from', '2024-02-05', '--to', '2024-02-05'], '1234.50'],
    [['--from', '2024-02-06', '--to', '2024-12-31'], '0.00'],
  ])('counts only the expenses within the range %j', async (range, rent) => {
    const { stdout } = await works(form990(...range, '--format', 'csv'));
    expect(cells(stdout).find(([code]) => code === '16')?.[2]).toBe(rent);
  });
});

describe('vestry report form990 --format xlsx', () => {
  const xlsx = async () => {
    const { exitCode, bytes, stderr } = await bytesOf('--year', '2024', '--format', 'xlsx');
    expect(exitCode, stderr).toBe(0);
    return sheetsOf(bytes);
  };

  test('writes the lines of the API to the first sheet, with their figures as numbers', async () => {
    const [report = []] = await xlsx();
    for (const { code, total, programServices, managementAndGeneral, fundraising } of (await api()).lines) {
      const row = report.find((cells) => String(cells[0]) === code);
      expect(row, code).toBeDefined();
      expect(row).toEqual(expect.arrayContaining([total, programServices, managementAndGeneral, fundraising]));
    }
  });

  test('lists every approved expense of the year, with its amount, on the second sheet', async () => {
    const [, list = []] = await xlsx();
    const text = JSON.stringify(list);
    for (const shown of ['February rent', '愛宴', 'Benevolence', 'Fellowship Meals']) expect(text).toContain(shown);
    for (const not of ['Only a draft', 'Rent of another year']) expect(text).not.toContain(not);
    const place = list[0]?.findIndex((cell) => /amount/i.test(String(cell))) ?? -1;
    expect(place, `a column of amounts in ${JSON.stringify(list[0])}`).toBeGreaterThanOrEqual(0);
    const amounts = list
      .slice(1)
      .map((row) => row[place])
      .filter((cell) => typeof cell === 'number');
    expect(amounts.toSorted((a, b) => a - b).slice(0, 4)).toEqual([0.07, 20.1, 40, 1234.5]);
  });

  test('writes the vendor "=1+1" as text, not as a formula', async () => {
    const { bytes } = await bytesOf('--year', '2024', '--format', 'xlsx');
    const sheets = await sheetsOf(bytes);
    expect(sheets).toHaveLength(2);
    expect(JSON.stringify(sheets)).toContain('=1+1');
  });
});

describe('vestry report form990 --format pdf', () => {
  test('writes a complete PDF to standard output', async () => {
    const { exitCode, bytes, stderr } = await bytesOf('--year', '2024', '--format', 'pdf');
    expect(exitCode, stderr).toBe(0);
    const text = bytes.toString('latin1');
    expect(text).toMatch(/^%PDF-\d\.\d/);
    expect(text.trimEnd()).toMatch(/%%EOF$/);
    expect(bytes.length).toBeGreaterThan(1000);
  });
});

test.each(['XLSX', 'docx', ''])('vestry report form990 --format "%s" is a usage error', async (format) => {
  const outcome = await form990('--year', '2024', '--format', format);
  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
  expect(outcome.stderr).toContain('format');
});
