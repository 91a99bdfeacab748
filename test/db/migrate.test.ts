import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { SetupError } from '../../src/errors.ts';
import { temporaryDir } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
let file: string;
beforeEach(() => {
  place = temporaryDir();
  file = path.join(place.dir, 'vestry.db');
});
afterEach(() => place.remove());

const NOW = new Date('2026-11-18T18:00:00.000Z');
const FIRST = { name: 'first', sql: 'create table a (id integer primary key) strict' };
const SECOND = { name: 'second', sql: 'create table b (id integer primary key) strict' };
const BROKEN = { name: 'broken', sql: 'create table c (id integer primary key) strict; create table c (x)' };

const run = (migrations = MIGRATIONS) =>
  migrate(file, { backupDir: path.join(place.dir, 'backups'), now: NOW, migrations });

const inspect = <T>(look: (db: Sqlite.Database) => T): T => {
  const db = new Sqlite(file, { readonly: true });
  try {
    return look(db);
  } finally {
    db.close();
  }
};

test('a new database has every table, in strict mode, and a write-ahead log', () => {
  expect(run()).toEqual(MIGRATIONS.map(({ name }) => name));
  const tables = inspect((db) => db.prepare('pragma table_list').all()) as {
    name: string;
    schema: string;
    strict: number;
  }[];
  const own = tables.filter(({ name, schema }) => schema === 'main' && !/^(sqlite_|searchIndex)/.test(name));
  expect(own.length).toBeGreaterThan(20);
  expect(own.filter(({ strict }) => strict !== 1)).toEqual([]);
  expect(inspect((db) => db.pragma('journal_mode', { simple: true }))).toBe('wal');
});

test('a database that is already up to date is not changed', () => {
  run();
  expect(run()).toEqual([]);
  expect(existsSync(path.join(place.dir, 'backups'))).toBe(false);
});

test('an upgrade copies the file and then applies only the new migrations', () => {
  run([FIRST]);
  expect(run([FIRST, SECOND])).toEqual(['second']);
  const [copy = ''] = readdirSync(path.join(place.dir, 'backups'));
  expect(copy).toBe('before-upgrade-from-1-2026-11-18T18-00-00-000Z.db');
  const old = new Sqlite(path.join(place.dir, 'backups', copy), { readonly: true });
  expect(old.pragma('user_version', { simple: true })).toBe(1);
  old.close();
});

test('an upgrade whose copy fails changes nothing and leaves no partial copy', () => {
  run([FIRST]);
  const backups = path.join(place.dir, 'backups');
  // A directory where the copy should be makes the last step of copying fail.
  mkdirSync(path.join(backups, 'before-upgrade-from-1-2026-11-18T18-00-00-000Z.db'), { recursive: true });
  expect(() => run([FIRST, SECOND])).toThrow(/could not be upgraded to this version/);
  expect(readdirSync(backups)).toEqual(['before-upgrade-from-1-2026-11-18T18-00-00-000Z.db']);
  expect(inspect((db) => db.pragma('user_version', { simple: true }))).toBe(1);
});

test('a file that another process has begun is opened once that process has written', async () => {
  // As Vestry begins a new file: marked as its own, and without a write-ahead log.
  const begin = `
    import Sqlite from 'better-sqlite3';
    const db = new Sqlite(process.argv[1]);
    db.pragma('application_id = 0x56535452');
    db.exec('begin immediate');
    process.stdout.write('begun');
    setTimeout(() => { db.exec('commit'); db.close(); }, 300);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', begin, file]);
  await once(other.stdout, 'data');
  expect(run([FIRST])).toEqual(['first']);
  expect(inspect((db) => db.pragma('journal_mode', { simple: true }))).toBe('wal');
  await once(other, 'exit');
});

test('a failed migration leaves the database as it was, and the error says how to continue', () => {
  run([FIRST]);
  expect(() => run([FIRST, SECOND, BROKEN])).toThrow(
    /table c already exists.*Nothing was changed.*go back to your earlier version/s,
  );
  expect(readdirSync(path.join(place.dir, 'backups'))).toEqual([]);
  expect(inspect((db) => db.pragma('user_version', { simple: true }))).toBe(1);
  expect(inspect((db) => db.prepare("select name from sqlite_schema where type = 'table'").pluck().all())).toEqual([
    'a',
    'upgrades',
  ]);
});

test('an upgrade of rows that refer to missing rows names them before it begins, and changes nothing', () => {
  const CHILD = {
    name: 'child',
    sql: 'create table child (id integer primary key, aId integer references a (id)) strict',
  };
  run([FIRST, CHILD]);
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  for (let id = 1; id <= 12; id += 1) db.prepare('insert into child values (?, 99)').run(id);
  db.close();
  expect(() => run([FIRST, CHILD, SECOND])).toThrow(
    /refer to rows that do not exist: child 1 -> a, .*, child 10 -> a, and 2 more\. Nothing was changed\. Restore an earlier backup: .* npm install vestry@\d/,
  );
  expect(existsSync(path.join(place.dir, 'backups'))).toBe(false);
  expect(inspect((db) => db.pragma('user_version', { simple: true }))).toBe(2);
});

test('a damaged file is not upgraded, and the error says to restore a backup', () => {
  run([FIRST]);
  const db = new Sqlite(file);
  db.exec(
    'with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000) insert into a select i from n',
  );
  db.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xff, bytes.length - 4096));
  expect(() => run([FIRST, SECOND])).toThrow(/is damaged, so it was not upgraded.*vestry backup restore FILE/);
});

test('`beforeUpgrade` can refuse an upgrade before anything changes, and is not called for a new database', () => {
  const no = () => {
    throw new Error('a service runs');
  };
  const options = { backupDir: path.join(place.dir, 'backups'), now: NOW, beforeUpgrade: no };
  migrate(file, { ...options, migrations: [FIRST] });
  expect(() => migrate(file, { ...options, migrations: [FIRST, SECOND] })).toThrow(/^a service runs$/);
  expect(inspect((db) => db.pragma('user_version', { simple: true }))).toBe(1);
  expect(migrate(file, { ...options, migrations: [FIRST] })).toEqual([]);
});

test('a database of a newer version is refused with a hint to install that version, and is not changed', () => {
  run([FIRST, SECOND]);
  const before = readFileSync(file);
  expect(() => run([FIRST])).toThrow(/newer Vestry.*npm install vestry@0\.1\.0\./s);
  expect(readFileSync(file).equals(before)).toBe(true);
  const db = new Sqlite(file);
  db.exec('drop table upgrades');
  db.close();
  expect(() => run([FIRST])).toThrow(/npm install vestry@latest/);
});

test.each([
  ['text', Buffer.from('this is not a database at all, only some text that is long enough to fill a header'.repeat(3))],
  ['zeroes', Buffer.alloc(8192)],
])('a file of %s is refused and not changed', (_name, content) => {
  writeFileSync(file, content);
  expect(() => run()).toThrow(SetupError);
  expect(readFileSync(file).equals(content)).toBe(true);
});

test("another program's database is refused and not changed", () => {
  const other = new Sqlite(file);
  other.exec('create table theirs (x)');
  other.close();
  const before = readFileSync(file);
  expect(() => run()).toThrow(/another program/);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(place.dir)).toEqual(['vestry.db']);
});

test('after the upgrade, a corrected contribution statement refers to the statement that replaces it', () => {
  run(MIGRATIONS.filter(({ name }) => name < '0005'));
  const db = new Sqlite(file);
  const insert = db.prepare(
    "insert into contributionStatements (year, number, contentHash, replaces, issuedAt) values (?, ?, 'x', ?, 'x')",
  );
  for (const row of [
    [2024, 1, null],
    [2025, 1, null],
    [2025, 2, null],
    [2025, 3, 1],
  ])
    insert.run(...row);
  db.close();
  run();
  const rows = inspect((db) => db.prepare('select year, number, replacedBy from contributionStatements').raw().all());
  expect(rows).toEqual([
    [2024, 1, null],
    [2025, 1, 3],
    [2025, 2, null],
    [2025, 3, null],
  ]);
});

test('the migration that allows imports of expenses keeps earlier imports and reuses no import number', () => {
  run(MIGRATIONS.slice(0, 4));
  const add = (kind: string) => {
    const db = new Sqlite(file);
    const sql = `insert into imports (kind, fileName, fileHash, rows, created, at, byName) values (?, 'a.csv', ?, 1, '{}', 'x', 'me')`;
    try {
      return db.prepare(sql).run(kind, 'f'.repeat(64)).lastInsertRowid;
    } finally {
      db.close();
    }
  };
  add('members');
  add('givings');
  expect(() => add('expenses')).toThrow(/CHECK/);
  const read = () => inspect((db) => db.prepare('select * from imports order by id').all());
  const before = read();
  expect(run()).toContain('0007-import-expenses');
  expect(read()).toEqual(before);
  expect(add('expenses')).toBe(3);
  expect(() => add('sermons')).toThrow(/CHECK/);
  const indexes = inspect((db) =>
    db.prepare(`select name from sqlite_master where tbl_name = 'imports'`).pluck().all(),
  );
  expect(indexes).toContain('importsByHash');
});
