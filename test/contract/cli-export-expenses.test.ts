import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, addExpense, addMember, done, move, booksOfFile } from './books.ts';
import { allExpenses, columnOf, expensesOf, exportExpenses, sheetOf } from './expense-csv.ts';
import { cells, exported, newDir, removeDirs, run, works } from './people-files.ts';

const FORMULAS = ['=HYPERLINK("http://example.org","x")', '+1+1', '-2-3', '@SUM(1)', "'=1", '\t=1'];

const books = booksOfFile();
beforeAll(async () => {
  const member = await addMember(books, { firstName: 'Mei', lastName: 'Payee' });
  const full = {
    subCategoryId: books.subCategory('Guest Speakers'),
    ministryId: books.ministry('Missions & Outreach'),
    expenseDate: '2024-01-31',
    amount: 1234.5,
    vendor: 'Comma, "quote"; semicolon',
    description: '講員費 🎵',
    functionalClass: 'Fundraising',
    memberId: member.id,
    fundId: books.fund('Missions'),
    paymentMethod: 'Check',
    paymentReference: '0042',
    notes: 'Ünï\nsecond line',
  };
  const paid = await addExpense(books, full);
  for (const step of ['submit', 'approve'] as const) await move(books, paid.id, step);
  await move(books, paid.id, 'pay', { paidOn: '2024-02-02' });
  const approved = await addExpense(books, { expenseDate: '2024-02-01', amount: 0.07 });
  for (const step of ['submit', 'approve'] as const) await move(books, approved.id, step);
  for (const [index, text] of FORMULAS.entries()) {
    const fields = {
      expenseDate: `2024-03-0${index + 1}`,
      vendor: text.trim(),
      notes: text,
      description: `Formula ${index}`,
    };
    await addExpense(books, fields);
  }
});
afterAll(removeDirs);

const out = (...args: string[]) => exportExpenses(books.daemon.dataDir, ...args);
const sheet = (...args: string[]) => sheetOf(books.daemon.dataDir, ...args);

describe('vestry export expenses', () => {
  test('writes exactly the expenses that the API lists, as JSON, while the daemon runs', async () => {
    const { stdout, stderr } = await works(out('--format', 'json'));
    expect(stderr).toBe('');
    expect(exported(stdout)).toEqual(await allExpenses(books));
  });

  test('writes one CSV row for each expense in any state, under one header', async () => {
    const { header, rows } = await sheet();
    expect(new Set(header).size).toBe(header.length);
    expect(rows).toHaveLength((await allExpenses(books)).length);
    for (const row of rows) expect(row).toHaveLength(header.length);
    const amounts = rows.map((row) => Number(row[columnOf(header, 'amount')]));
    expect(amounts).toEqual(expect.arrayContaining([1234.5, 0.07, 10]));
    for (const text of [
      '講員費 🎵',
      'Ünï\nsecond line',
      'Comma, "quote"; semicolon',
      '2024-01-31',
      '2024-02-02',
      '0042',
    ]) {
      expect(rows.flat()).toContain(text);
    }
    for (const text of ['Guest Speakers', 'Missions & Outreach', 'Paid', 'Draft', 'Fundraising', 'Check']) {
      expect(rows.flat()).toContain(text);
    }
    expect(JSON.stringify(rows)).not.toMatch(/undefined|\[object|null/);
  });

  test('leaves out deleted expenses', async () => {
    const { id } = await addExpense(books, { expenseDate: '2024-04-01', description: 'Leftout' });
    await done(books.admin.del(`/api/expenses/${id}`));
    expect(JSON.stringify(await sheet())).not.toContain('Leftout');
    expect((await expensesOf(books.daemon.dataDir)).map((row) => row.id)).not.toContain(id);
  });

  test('writes no CSV cell that a spreadsheet would read as a formula, and loses no text', async () => {
    const { rows } = await sheet();
    const all = rows.flat();
    for (const cell of all.filter((one) => !/^-?\d+(\.\d+)?$/.test(one)))
      expect(cell).not.toMatch(/^[\t\r\n ]*[=+\-@]/);
    for (const text of FORMULAS) expect(all.some((cell) => cell.endsWith(text.trim()))).toBe(true);
  });

  test('writes CSV by default', async () => {
    expect(cells((await works(out())).stdout)).toEqual(cells((await works(out('--format', 'csv'))).stdout));
  });

  // The range applies to the expense date, because a draft has no booking date.
  test.each([
    [['--from', '2024-02-01'], 7],
    [['--to', '2024-01-31'], 1],
    [['--from', '2024-01-31', '--to', '2024-02-01'], 2],
    [['--from', '2025-01-01'], 0],
  ])('with %j writes only the expenses in that range', async (args, count) => {
    const { rows } = await sheet(...args);
    expect(rows).toHaveLength(count);
    expect(exported((await works(out('--format', 'json', ...args))).stdout)).toHaveLength(count);
  });

  test.each([
    ['--from', '2024-02-30'],
    ['--to', 'yesterday'],
    ['--format', 'pdf'],
    ['--format', ''],
  ])('refuses %s "%s" as a usage error', async (...args) => {
    const outcome = await out(...args);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain(args[0].replace('--', ''));
    expect(outcome.stderr).not.toMatch(/too many arguments|unknown command/);
  });

  test.each(['csv', 'json'])(
    'writes the same %s to a file as to stdout, and then nothing to stdout',
    async (format) => {
      const target = path.join(newDir(), `expenses.${format}`);
      expect((await works(out('--format', format, '--output', target))).stdout).toBe('');
      expect(readFileSync(target, 'utf8')).toBe((await works(out('--format', format))).stdout);
    },
  );

  test('writes an XLSX workbook', async () => {
    const target = path.join(newDir(), 'expenses.xlsx');
    expect((await works(out('--format', 'xlsx', '--output', target))).stdout).toBe('');
    expect(readFileSync(target).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004', 'latin1'));
  });

  test('writes only a CSV header or an empty JSON list for a church without expenses', async () => {
    const dataDir = newDir();
    await works(run(dataDir, 'seed'));
    const { header, rows } = await sheetOf(dataDir);
    expect(header).toEqual((await sheet()).header);
    expect(rows).toEqual([]);
    expect(await expensesOf(dataDir)).toEqual([]);
  });
});

describe('vestry import expenses', () => {
  const KEPT = [
    'subCategoryName',
    'groupName',
    'ministryName',
    'expenseDate',
    'amount',
    'vendor',
    'description',
    'functionalClass',
    'fundId',
    'paymentMethod',
    'paymentReference',
    'notes',
  ];
  const kept = (row: Json): Json => Object.fromEntries(KEPT.map((name) => [name, row[name]]));

  test.each(['csv', 'xlsx'])(
    'imports an export in the format %s into another church, as identical drafts',
    async (format) => {
      const dataDir = newDir();
      await works(run(dataDir, 'seed'));
      const email = 'importer@example.org';
      await works(run(dataDir, 'user', 'create', '--email', email, '--name', 'Importer', '--role', 'treasurer'));
      const folder = newDir();
      for (const what of ['members', 'expenses']) {
        const moved = path.join(folder, `${what}.${format}`);
        await works(run(books.daemon.dataDir, 'export', what, '--format', format, '--output', moved));
        const flags = what === 'expenses' ? ['--submitted-by', email] : [];
        await works(run(dataDir, 'import', what, moved, ...flags));
      }
      const before = await allExpenses(books);
      const after = await expensesOf(dataDir);
      const order = (rows: readonly Json[]) =>
        rows.map((row) => JSON.stringify(kept(row))).toSorted((a, b) => (a < b ? -1 : 1));
      expect(order(after)).toEqual(order(before));
      // All imported expenses are drafts that belong to the named user. They are not yet approved, booked or paid.
      for (const row of after) {
        expect(row).toMatchObject({ status: 'Draft', submittedByName: 'Importer', bookedOn: null, receipt: null });
        expect(row).toMatchObject({ approvedBy: null, approvedAt: null, paidBy: null, paidOn: null });
        expect(row.memberId === null).toBe(row.vendor !== 'Comma, "quote"; semicolon');
      }
    },
  );
});
