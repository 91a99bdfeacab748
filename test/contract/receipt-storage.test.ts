import Database from 'better-sqlite3';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { addExpense, done, booksOfFile } from './books.ts';
import { filesWith, getReceipt, pdf, putFile, storedFiles } from './receipt-files.ts';

const books = booksOfFile();
let bytes: Buffer;
let id: number;
let file: string;
let serial = 0;

beforeEach(async () => {
  bytes = pdf(`stored ${(serial += 1)}`);
  ({ id } = await addExpense(books, { expenseDate: '2024-01-10' }));
  await done(putFile({ books, who: books.admin, id }, { bytes }));
  file = filesWith(books, bytes)[0] ?? 'none';
});

const SECRET = '%PDF-1.4\n%a secret outside the root\n%%EOF\n';
const root = () => path.join(books.daemon.dataDir, 'receipts');

/** Writes a secret file outside the root, as a target for malicious paths, and returns its path. */
function secretFile(): string {
  const target = path.join(books.daemon.dataDir, 'outside', 'secret.pdf');
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, SECRET);
  return target;
}

/**
 * Expects that the receipt is not served, that the refusal contains neither file contents nor a path, and that the
 * expense can still be read.
 */
async function expectNotServed(): Promise<void> {
  const { status, headers, bytes: got } = await getReceipt(books, books.admin, id);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
  const text = got.toString('latin1');
  for (const secret of ['secret', 'SQLite', books.daemon.dataDir, 'ENOENT']) {
    expect(text).not.toContain(secret);
  }
  expect((await books.admin.get(`/api/expenses/${id}`)).status).toBe(200);
}

test('a stored file that was replaced by a link to a file outside the root is not served', async () => {
  rmSync(file);
  symlinkSync(secretFile(), file);
  await expectNotServed();
});

test('a stored file that was replaced by a directory is not served', async () => {
  rmSync(file);
  mkdirSync(file);
  await expectNotServed();
});

test('a missing stored file is not served, and the expense can still be read', async () => {
  rmSync(file);
  await expectNotServed();
  expect((await putFile({ books, who: books.admin, id }, { bytes: pdf('sent again') })).status).toBe(200);
});

/** Replaces every stored path of the file in the database with `value`, and returns how many were replaced. */
function tamper(value: string): number {
  const db = new Database(path.join(books.daemon.dataDir, 'vestry.db'), { timeout: 5000 });
  const relative = path.relative(root(), file);
  const forms = [relative, path.join('receipts', relative), file, path.basename(file)];
  const columns = db
    .prepare(
      "SELECT m.name AS tbl, c.name AS col FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'",
    )
    .all() as { tbl: string; col: string }[];
  let changed = 0;
  for (const { tbl, col } of columns) {
    for (const form of forms) {
      const found = db.prepare(`SELECT count(*) AS n FROM "${tbl}" WHERE "${col}" = ?`).get(form) as { n: number };
      if (found.n === 0) continue;
      try {
        changed += db.prepare(`UPDATE "${tbl}" SET "${col}" = ? WHERE "${col}" = ?`).run(value, form).changes;
      } catch (error) {
        // A constraint or a trigger of the database may also refuse the path.
        if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_CONSTRAINT')) throw error;
      }
    }
  }
  db.close();
  return changed;
}

test.each([
  ['out of the root', () => '../outside/secret.pdf'],
  ['out of the root and its parent', () => '../../outside/secret.pdf'],
  ['to the database', () => '../vestry.db'],
  ['to a file by its absolute path', () => secretFile()],
  ['to a sibling whose name begins with that of the root', () => '../receipts-outside/secret.pdf'],
  ['to the root', () => '.'],
  ['to a name with a NUL character', () => 'a\u0000b'],
  ['nowhere, because it is empty,', () => ''],
])('a path in the database that leads %s is not followed', async (_label, value) => {
  secretFile();
  const sibling = `${root()}-outside`;
  mkdirSync(sibling, { recursive: true });
  writeFileSync(path.join(sibling, 'secret.pdf'), SECRET);
  const changed = tamper(value());
  const answer = await getReceipt(books, books.admin, id);
  const text = answer.bytes.toString('latin1');
  expect(text).not.toContain('secret');
  expect(text).not.toContain('SQLite');
  expect(text).not.toContain(books.daemon.dataDir);
  // If no path was replaced, the correct file must be served.
  expect(answer.status === 200).toBe(changed === 0);
  expect(answer.bytes.equals(bytes)).toBe(changed === 0);
});

test('an upload that replaces a receipt whose path was tampered with writes nothing outside the root', async () => {
  tamper('../outside/written.pdf');
  await putFile({ books, who: books.admin, id }, { bytes: pdf('after tampering') });
  await books.admin.del(`/api/expenses/${id}/receipt`);
  expect(existsSync(path.join(books.daemon.dataDir, 'outside', 'written.pdf'))).toBe(false);
  expect(storedFiles(books)).not.toContain('../outside/written.pdf');
});
