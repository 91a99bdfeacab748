import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Handle, tryCopy } from '../../src/db/checkpoint.ts';
import { Commits } from '../../src/db/commit.ts';
import { openRaw } from '../../src/db/connect.ts';
import { noteWrite, writeFault } from '../../src/db/disk-state.ts';
import { mendAfterCrash, mendAfterFailure } from '../../src/db/mend.ts';
import { noteTrouble, readTrouble } from '../../src/trouble.ts';
import { testApp, type TestApp } from '../support/app.ts';

const failure = (code: string) => Object.assign(new Error('no'), { code });
const UNMENDED = { disk: { at: '2026-11-18T18:00:00.000Z', code: 'SQLITE_IOERR_FSYNC', mendedAt: null } };

/** A connection that records its statements, and throws the first of `errors` that is left at each that writes. */
function fakeHandle(name: string, errors: (Error | undefined)[]) {
  const said: string[] = [];
  const say = (sql: string) => {
    said.push(sql);
    const error = sql === 'user_version' ? undefined : errors.shift();
    if (error) throw error;
    return 7;
  };
  const handle = { name, open: true, inTransaction: false, exec: say, pragma: say };
  return { said, handle: handle as unknown as Handle };
}

test('a commit that failed is followed by a mark, before anything else is committed or told', async () => {
  const { said, handle } = fakeHandle('/one.db', [failure('SQLITE_IOERR_FSYNC'), failure('SQLITE_IOERR_WRITE')]);
  const commits = new Commits();
  expect(() => commits.commit(handle)).toThrow('no');
  expect(said).toEqual(['commit', 'user_version', 'user_version = 7']);
  expect(writeFault('/one.db')).toBe('SQLITE_IOERR_FSYNC');
  let isUndone = false;
  const undone = commits.undone().then(() => (isUndone = true));
  await setImmediate();
  expect(isUndone).toBe(false);
  // The mark failed, too, so it comes first.
  commits.mark(handle);
  await undone;
  expect(said.slice(3)).toEqual(['user_version', 'user_version = 7']);
  expect(writeFault('/one.db')).toBeUndefined();
  commits.mark(handle);
  expect(said).toHaveLength(5);
});

test('a commit of which a page could not be written needs no mark, because it has no end in the log', async () => {
  const { said, handle } = fakeHandle('/two.db', [failure('SQLITE_FULL')]);
  const commits = new Commits();
  expect(() => commits.commit(handle)).toThrow('no');
  await commits.undone();
  expect(said).toEqual(['commit']);
  noteWrite('/two.db');
});

test('nothing is committed while the mark cannot be written', () => {
  const { handle } = fakeHandle(
    '/three.db',
    Array.from({ length: 3 }, () => failure('SQLITE_IOERR_FSYNC')),
  );
  const commits = new Commits();
  expect(() => commits.commit(handle)).toThrow('no');
  expect(() => commits.mark(handle)).toThrow('no');
  handle.open = false;
  noteWrite('/three.db');
});

test('the mark is a commit of its own', async () => {
  const app = await testApp();
  const handle = openRaw(app.paths.database);
  try {
    const size = () => (handle.pragma('wal_checkpoint(noop)') as { log: number }[])[0]?.log ?? 0;
    const before = size();
    const commits = new Commits();
    expect(() => commits.commit(handle)).toThrow('no transaction');
    expect(size()).toBe(before + 1);
  } finally {
    handle.close();
  }
});

test('only an error of the disk is returned if the log cannot be copied', async () => {
  const app = await testApp();
  const codes = ['SQLITE_IOERR_FSYNC', 'SQLITE_FULL', 'SQLITE_LOCKED'];
  const errors = codes.map((code) => tryCopy(fakeHandle(app.paths.database, [failure(code)]).handle));
  expect(errors).toMatchObject([{ code: 'SQLITE_IOERR_FSYNC' }, undefined, undefined]);
});

test('no process copies a part of the log while a disk failure is not mended', async () => {
  const app = await testApp();
  const { said, handle } = fakeHandle(app.paths.database, []);
  noteTrouble(app.config.dataDir, UNMENDED);
  expect(tryCopy(handle)).toBeInstanceOf(Error);
  expect(said).toEqual([]);
});

const source = (file: string) => JSON.stringify(pathToFileURL(path.resolve('src/db', file)).href);

/** Writes a table, and then does what meets a failure of the disk, in a process of its own. */
function failIn(app: TestApp, what: string) {
  const script = `
    const { openRaw } = await import(${source('connect.ts')});
    const disk = await import(${source('disk-state.ts')});
    const { Commits } = await import(${source('commit.ts')});
    const file = process.argv[1];
    const handle = openRaw(file);
    const error = { code: 'SQLITE_IOERR_FSYNC' };
    handle.exec('create table failed (a); insert into failed values (1)');
    disk.onDiskFailure((sentence) => process.stderr.write(sentence));
    process.exitCode = 3;
    ${what}
    process.stdout.write('went on');
  `;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script, app.paths.database];
  return spawnSync(process.execPath, args, { encoding: 'utf8' });
}

/** Commits on a connection of which every commit fails, with a clock that runs a thousand times as fast. */
const NEVER_COMMITS = `
  const wait = setTimeout;
  globalThis.setTimeout = (work, ms) => wait(work, ms / 1000);
  const fails = () => { throw Object.assign(new Error('no'), error); };
  const commits = new Commits();
  try {
    commits.commit({ name: file, open: true, inTransaction: false, exec: fails, pragma: fails });
  } catch {}
  await commits.undone();
`;

test.each([
  ['a failure', 'disk.endAtOnce(file, error);', 1, ''],
  ['a failure at the end', 'disk.endWithoutClosing(file, error);', 3, 'went on'],
  ['a mark that cannot be written', NEVER_COMMITS, 1, ''],
])(
  '%s keeps the whole log for the next start, is noted and said, and tells nobody else',
  async (_, what, code, said) => {
    const app = await testApp();
    await app.db.destroy();
    const { status, stdout, stderr } = failIn(app, what);
    expect({ status, stdout }).toEqual({ status: code, stdout: said });
    expect(stderr).toMatch(/^The disk failed to write .*vestry\.db \(SQLITE_IOERR_FSYNC\).*next start writes it again/);
    expect(statSync(`${app.paths.database}-wal`).size).toBeGreaterThan(0);
    expect(readTrouble(app.config.dataDir).disk).toMatchObject({ code: 'SQLITE_IOERR_FSYNC', mendedAt: null });
    mendAfterFailure(app.paths.database);
    expect(readTrouble(app.config.dataDir).disk?.mendedAt).not.toBeNull();
    // The database has everything, also without its log.
    if (existsSync(`${app.paths.database}-wal`)) writeFileSync(`${app.paths.database}-wal`, '');
    const handle = openRaw(app.paths.database);
    expect(handle.prepare('select a from failed').pluck().all()).toEqual([1]);
    handle.close();
  },
);

test('a log that a crash left is written again and copied, unless another process has the database open', async () => {
  const app = await testApp();
  await app.db.destroy();
  const file = app.paths.database;
  const log = `${file}-wal`;
  const handle = openRaw(file);
  handle.exec('create table kept (a); insert into kept values (1)');
  const bytes = readFileSync(log);
  mendAfterCrash(file);
  expect(readFileSync(log).equals(bytes)).toBe(true);
  handle.close();
  const copies = [file, log].map((one) => `${one}.left`);
  const again = openRaw(file);
  again.exec('insert into kept values (2)');
  for (const [index, one] of [file, log].entries()) copyFileSync(one, copies[index] ?? '');
  again.close();
  for (const [index, one] of [file, log].entries()) copyFileSync(copies[index] ?? '', one);
  mendAfterCrash(file);
  // The database has everything, also without its log.
  rmSync(log, { force: true });
  const mended = openRaw(file);
  expect(mended.prepare('select a from kept').pluck().all()).toEqual([1, 2]);
  mended.close();
});

test('a database is not opened after a disk failure while another process has it open', async () => {
  const app = await testApp();
  await app.db.selectFrom('roles').selectAll().execute();
  noteTrouble(app.config.dataDir, UNMENDED);
  expect(() => mendAfterFailure(app.paths.database)).toThrow(/another Vestry still has it open.*vestry stop/);
  noteTrouble(app.config.dataDir, { disk: { ...UNMENDED.disk, mendedAt: UNMENDED.disk.at } });
});
