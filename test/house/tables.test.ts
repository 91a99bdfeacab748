/** Tests for `tables.js`, which checks in `npm run check` that a room (a folder of src/features) uses only its own tables. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

type Use = { file: string; line: number; table: string; owner: string; room: string };

const FILE = new URL('tables.js', import.meta.url).href;
const { advice, foreignTables, idleExceptions } = (await import(FILE)) as {
  advice: (use: Use) => string;
  foreignTables: (root: string) => Use[];
  idleExceptions: (root: string) => string[];
};

/** Creates a source tree with the real list of tables and one more file. */
function treeOf(file: string, text: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'vestry-tables-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(path.join(root, 'src/db'), { recursive: true });
  cpSync('src/db/schema.ts', path.join(root, 'src/db/schema.ts'));
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
  return root;
}

/** Returns the messages of the check about one file. */
const said = (file: string, text: string) => foreignTables(treeOf(file, text)).map(advice);

test.each([
  ['a selected table', `export const q = (db: Db) => db.selectFrom('members').selectAll();`],
  ['a table with an alias', `export const q = (db: Db) => db.selectFrom('members as giver').selectAll();`],
  ['one of several tables', `export const q = (db: Db) => db.selectFrom(['givings', 'members']).selectAll();`],
  ['a joined table', `export const q = (db: Db) => db.selectFrom('givings').leftJoin('members', 'a', 'b');`],
  ['an inserted row', `export const q = (db: Db) => db.insertInto('members').values({});`],
  ['a changed row', `export const q = (db: Db) => db.updateTable('members').set({});`],
  ['a deleted row', `export const q = (db: Db) => db.deleteFrom('members');`],
  ['a table in SQL text', 'export const q = sql`select id from "givings" join members on members.id = ${one}`;'],
  ['a table in a sort order', `export const order = { tables: [{ table: 'members', on: one }] };`],
])(
  'the check finds %s of another room, and names the room that owns the table and the place for the query',
  (_what, text) => {
    expect(said('src/features/giving/givings/queries.ts', `// A line before\n${text}\n`)).toEqual([
      'src/features/giving/givings/queries.ts:2 uses the table members, which belongs to src/features/people/. ' +
        'Move the query to src/features/people/ and call its service. To join a name, use or add a sub-select in its joins.ts.',
    ]);
  },
);

test('the message says that a sum of documents belongs in src/books/', () => {
  const [one = ''] = said(
    'src/features/reports/queries.ts',
    `export const q = (db: Db) => db.selectFrom('expenses');\n`,
  );
  expect(one).toContain(
    'src/features/reports/queries.ts:1 uses the table expenses, which belongs to src/features/spending/.',
  );
  expect(one).toContain('A sum or a list of documents belongs in src/books/');
});

test('books/ may use the tables of documents, but no other table of a room', () => {
  expect(said('src/books/sums.ts', `export const q = (db: Db) => db.selectFrom('givings');\n`)).toEqual([]);
  const [one = ''] = said('src/books/sums.ts', `export const q = (db: Db) => db.selectFrom('members');\n`);
  expect(one).toContain('src/books/sums.ts:1 uses the table members');
  expect(one).toContain('books/ reads documents only');
});

test('an exception is reported as unnecessary if its file is gone or uses no table of another room', () => {
  const root = treeOf('src/features/upkeep/catalogs.ts', `export const none = 1;\n`);
  expect(idleExceptions(root)).toEqual(['src/features/upkeep/backups/queries.ts', 'src/features/upkeep/catalogs.ts']);
});

test('only books/ decides which documents count', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.startsWith('db/migrations') &&
      /\['Approved', 'Paid'\]|'Approved' \|\||in \('Approved'/.test(readFileSync(path.join('src', file), 'utf8')),
  );
  expect(files).toEqual(['books/counted.ts']);
});
