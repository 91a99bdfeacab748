import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addGiving, addSession, close, done, booksOfFile, statementOf } from './books.ts';
import { expectRefused, newDir, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
beforeAll(async () => {
  await done(books.admin.put('/api/monthly-statements/2020/11', { openingBalance: 1234.5 }));
  await addGiving(books, { date: '2020-12-06', amount: 20.25, categoryId: books.category('Tithe') });
  await addGiving(books, { date: '2020-12-06', amount: 5, categoryId: books.category('Missions') });
  await addSession(books, { date: '2020-12-13', sundayAttendanceCount: 61 });
  await addApproved(books, { expenseDate: '2020-12-07', amount: 10.1, subCategoryId: books.subCategory('Rent') });
  await close(books, '2020/12');
  await done(books.admin.put('/api/monthly-statements/2021/1', { notes: '已對帳 checked' }));
});
afterAll(removeDirs);

const statement = (...args: string[]) => run(books.daemon.dataDir, 'statement', ...args);
const read = (month: string) => statementOf(books, month);

describe('vestry statement list', () => {
  test('prints exactly the API’s response when --json is given', async () => {
    const { stdout, stderr } = await works(statement('list', '--json'));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(await done(books.admin.get('/api/monthly-statements')));
  });

  test('prints each saved month with its status and balance', async () => {
    const { stdout, stderr } = await works(statement('list'));
    expect(stderr).toBe('');
    const lineOf = (month: string) => stdout.split('\n').find((line) => line.includes(month)) ?? '';
    expect(lineOf('2020-12')).toMatch(/Finalized/);
    expect(lineOf('2020-12')).toContain('1,249.65');
    expect(lineOf('2020-11')).toMatch(/Draft/);
    expect(lineOf('2021-01')).toMatch(/Draft/);
    expect(stdout).not.toContain('\u001B');
    expect(stdout).not.toMatch(/undefined|null|NaN|\[object/);
  });

  test('prints no finalized month for a newly seeded church', async () => {
    const dataDir = newDir();
    await works(run(dataDir, 'seed'));
    const { stdout } = await works(run(dataDir, 'statement', 'list', '--json'));
    const { items } = JSON.parse(stdout) as { items: { status: string }[] };
    expect(items.filter(({ status }) => status === 'Finalized')).toEqual([]);
    expect((await works(run(dataDir, 'statement', 'list'))).stdout).not.toMatch(/Finalized|undefined/);
  });
});

describe('vestry statement update', () => {
  test('keeps the notes when only the balance is given, and the balance when only the notes are given', async () => {
    await works(statement('update', '2021-02', '--opening-balance', '7.5', '--notes', 'kept'));
    await works(statement('update', '2021-02', '--opening-balance', '8'));
    expect(await read('2021/2')).toMatchObject({ openingBalance: 8, notes: 'kept' });
    await works(statement('update', '2021-02', '--notes', 'other'));
    expect(await read('2021/2')).toMatchObject({ openingBalance: 8, notes: 'other' });
  });

  test('is recorded in the audit log under a name that begins with "cli:"', async () => {
    await works(statement('update', '2021-03', '--notes', 'unmistakable note'));
    const { items } = await done(books.admin.get('/api/audit-logs?entityType=MonthlyStatement&pageSize=200'));
    const entry = items.find((one: { changes: unknown }) => JSON.stringify(one.changes).includes('unmistakable note'));
    expect(entry).toMatchObject({ actorId: null });
    expect(entry.actorName).toMatch(/^cli:.+/);
  });

  test('exits 2 for a month that does not exist', async () => {
    expectRefused(await statement('update', '2021-13', '--notes', 'n'), [2]);
  });
});

describe('vestry statement show --pdf', () => {
  const pdf = (month: string, target: string, ...args: string[]) => statement('show', month, '--pdf', target, ...args);

  test.each([
    ['a finalized month', '2020-12'],
    ['a draft', '2021-01'],
    ['an unsaved month', '2019-05'],
  ])('writes %s as a complete PDF and does not change the statement', async (_label, month) => {
    const target = path.join(newDir(), `${month}.pdf`);
    const before = await read(month.replace('-0', '/').replace('-', '/'));
    await works(pdf(month, target));
    const bytes = readFileSync(target);
    expect(bytes.subarray(0, 8).toString('latin1')).toMatch(/^%PDF-\d\.\d/);
    expect(bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
    expect(bytes.toString('latin1')).toMatch(/\/Type\s*\/Page\b/);
    expect(bytes.length).toBeGreaterThan(1000);
    expect(await read(month.replace('-0', '/').replace('-', '/'))).toEqual(before);
  });

  test('prints either the statement as JSON or nothing when --json is given', async () => {
    const target = path.join(newDir(), 'quiet.pdf');
    const { stdout } = await works(pdf('2020-12', target, '--json'));
    expect(stdout === '' || JSON.parse(stdout).year === 2020).toBe(true);
    expect(statSync(target).size).toBeGreaterThan(1000);
  });

  test('refuses a file in a directory that does not exist, and names the file', async () => {
    const target = path.join(newDir(), 'missing', 'a.pdf');
    const { exitCode, stderr } = await pdf('2020-12', target);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain('a.pdf');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(target)).toBe(false);
  });

  test.each(['2020-13', 'December', ''])(
    'exits 2 for "%s", which is not a month, and writes nothing',
    async (month) => {
      const target = path.join(newDir(), 'none.pdf');
      expectRefused(await pdf(month, target), [2]);
      expect(existsSync(target)).toBe(false);
    },
  );

  test('exits 2 if no file name is given', async () => {
    expectRefused(await statement('show', '2020-12', '--pdf'), [2]);
  });
});
