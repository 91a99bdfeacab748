import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, addMember, done, booksOfFile } from './books.ts';
import {
  allMembers,
  cells,
  exported,
  importInto,
  membersOf,
  newDir,
  removeDirs,
  run,
  said,
  works,
} from './people-files.ts';

const FULL = {
  firstName: 'Mei-Ling',
  lastName: "O'Chen",
  nickname: 'Meimei',
  chineseName: '陳美玲',
  gender: 'Female',
  birthDate: '1984-02-29',
  email: 'mei@example.org',
  phone: '+1 (312) 555-0100',
  address: { line1: '1 Church St', line2: 'Apt 2', city: 'Chicago', state: 'IL', postalCode: '06060', country: 'US' },
  status: 'Deceased',
  joinedOn: '2020-01-05',
  baptizedOn: '2021-04-04',
  diedOn: '2025-06-07',
  estate: {
    name: 'Mei-Ling O. Chen',
    careOf: 'Ann Wu',
    address: { line1: '4 Oak St', line2: null, city: 'Aurora', state: 'IL', postalCode: '60502', country: null },
  },
  familyRole: 'Spouse',
  externalId: '0077',
  offeringNumber: '007',
};

/** Nicknames that a spreadsheet would read as formulas, and nicknames that themselves begin with an apostrophe. */
const FORMULAS = {
  equals: '=HYPERLINK("http://example.org","x")',
  plus: '+1+1',
  minus: '-2-3',
  at: '@SUM(1)',
  quoted: "'Okina",
  escaped: "'=1",
  twice: "''-1",
};

const books = booksOfFile();
beforeAll(async () => {
  await addMember(books, FULL);
  await addMember(books, { firstName: 'Plain', lastName: 'Person' });
  await addMember(books, {
    firstName: 'Comma, "quote"',
    lastName: 'Semi;colon',
    notes: 'one\ntwo\n\n"three", four 🎵',
  });
  await addMember(books, { firstName: '𠮷', lastName: 'Ünï', nickname: 'שלום', status: 'Deceased', notes: 'a\ttab' });
  for (const [key, nickname] of Object.entries(FORMULAS)) {
    await addMember(books, { firstName: 'Formula', lastName: key, nickname, notes: nickname });
  }
  const gone = await addMember(books, { firstName: 'Deleted', lastName: 'Leftout' });
  await done(books.admin.del(`/api/members/${gone.id}`));
});
afterAll(removeDirs);

const out = (...args: string[]) => run(books.daemon.dataDir, 'export', 'members', ...args);
const csv = async () => (await works(out('--format', 'csv'))).stdout;

describe('vestry export members', () => {
  test('writes exactly the members that the API lists, as JSON, while the daemon runs', async () => {
    const { stdout, stderr } = await works(out('--format', 'json'));
    expect(stderr).toBe('');
    expect(exported(stdout)).toEqual(await allMembers(books));
    expect(stdout).not.toContain('Leftout');
  });

  test('writes one CSV row for each member that is not deleted, under one header', async () => {
    const [header = [], ...rows] = cells(await csv());
    expect(new Set(header).size).toBe(header.length);
    expect(rows).toHaveLength((await allMembers(books)).length);
    for (const row of rows) expect(row).toHaveLength(header.length);
    for (const text of [
      "O'Chen",
      '陳美玲',
      'mei@example.org',
      '1984-02-29',
      '06060',
      '007',
      '0077',
      'Deceased',
      'Aurora',
    ]) {
      expect(rows.flat()).toContain(text);
    }
    expect(rows.flat()).toContain('one\ntwo\n\n"three", four 🎵');
    expect(JSON.stringify(rows)).not.toContain('Leftout');
    expect(JSON.stringify(rows)).not.toMatch(/undefined|\[object|null/);
  });

  test('writes no CSV cell that a spreadsheet would read as a formula, and loses no text', async () => {
    const all = cells(await csv()).flat();
    for (const cell of all) expect(cell).not.toMatch(/^[\t\r\n ]*[=+\-@]/);
    for (const text of Object.values(FORMULAS)) {
      expect(all.some((cell) => cell.endsWith(text))).toBe(true);
    }
    expect(all.some((cell) => cell.endsWith(FULL.phone))).toBe(true);
  });

  test('writes CSV by default', async () => {
    expect(cells((await works(out())).stdout)).toEqual(cells(await csv()));
  });

  test.each(['csv', 'json'])(
    'writes the same %s to a file as to stdout, and then nothing to stdout',
    async (format) => {
      const target = path.join(newDir(), `members.${format}`);
      const { stdout } = await works(out('--format', format, '--output', target));
      expect(stdout).toBe('');
      expect(readFileSync(target, 'utf8')).toBe((await works(out('--format', format))).stdout);
    },
  );

  test('writes an XLSX workbook', async () => {
    const target = path.join(newDir(), 'members.xlsx');
    const { stdout } = await works(out('--format', 'xlsx', '--output', target));
    expect(stdout).toBe('');
    const bytes = readFileSync(target);
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004', 'latin1'));
  });

  test.each(['pdf', 'CSVX', ''])('refuses the unknown format "%s"', async (format) => {
    const outcome = await out('--format', format);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain('format');
  });

  test('writes only a CSV header or an empty JSON list for a church without members', async () => {
    const dataDir = newDir();
    await works(run(dataDir, 'seed'));
    const { stdout } = await works(run(dataDir, 'export', 'members', '--format', 'csv'));
    expect(cells(stdout)).toEqual(cells(await csv()).slice(0, 1));
    expect(await membersOf(dataDir)).toEqual([]);
  });
});

describe('vestry import members', () => {
  const sorted = (rows: Json[]) =>
    rows.map(said).toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

  test.each(['csv', 'xlsx'])(
    'imports an export in the format %s into another church without any change',
    async (format) => {
      const target = path.join(newDir(), `members.${format}`);
      await works(out('--format', format, '--output', target));
      const dataDir = newDir();
      await works(importInto(dataDir, target));
      const imported = await membersOf(dataDir);
      expect(sorted(imported)).toEqual(sorted(await allMembers(books)));
      expect(JSON.stringify(imported)).not.toContain('Leftout');
    },
  );

  test.each(['csv', 'xlsx'])(
    'imports an export in the format %s into the same church without adding any member twice',
    async (format) => {
      const before = await allMembers(books);
      const target = path.join(newDir(), `members.${format}`);
      await works(out('--format', format, '--output', target));
      const outcome = await importInto(books.daemon.dataDir, target);
      expect([0, 4], outcome.stderr).toContain(outcome.exitCode);
      expect((await allMembers(books)).map(said)).toEqual(before.map(said));
    },
  );

  test('imports an export so that the next export has the same header and the same last names', async () => {
    const target = path.join(newDir(), 'members.csv');
    await works(out('--format', 'csv', '--output', target));
    const dataDir = newDir();
    await works(importInto(dataDir, target));
    const again = (await works(run(dataDir, 'export', 'members', '--format', 'csv'))).stdout;
    const [header = []] = cells(again);
    expect(header).toEqual(cells(readFileSync(target, 'utf8'))[0]);
    // New records get new ids and times, so only the last names are compared.
    const column = header.findIndex((name) => /^last\s*name$/i.test(name));
    const names = (text: string) =>
      cells(text)
        .slice(1)
        .map((row) => row[column])
        .toSorted((left = '', right = '') => left.localeCompare(right));
    expect(column).toBeGreaterThanOrEqual(0);
    expect(names(again)).toEqual(names(readFileSync(target, 'utf8')));
  });
});
