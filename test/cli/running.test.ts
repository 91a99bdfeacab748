import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { birthOf } from '../../src/cli/daemon/process-birth.ts';
import { isRunning, readPidFile } from '../../src/cli/daemon/running.ts';
import { dataPaths } from '../../src/data-dir.ts';
import { lockFile } from '../../src/db/connect.ts';
import Sqlite from 'better-sqlite3';
import { startDaemon, temporaryDir, vestry } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
let paths: ReturnType<typeof dataPaths>;
beforeEach(() => {
  place = temporaryDir();
  paths = dataPaths(place.dir);
});
afterEach(() => place.remove());

/** Writes this PID file and holds the lock on the data directory, as a running service does, while `look` runs. */
function whileHeld<T>(content: string, look: () => T): T {
  writeFileSync(paths.pid, content);
  const release = lockFile(paths.lock);
  try {
    return look();
  } finally {
    release?.();
  }
}

test('a running service is reported with its process and address, and a killed service is not reported', async () => {
  const daemon = await startDaemon({ dataDir: place.dir });
  const held = isRunning(paths);
  expect(isRunning(paths)).toEqual(held);
  expect(statSync(paths.pid).mode & 0o777).toBe(0o600);
  process.kill(daemon.pid, 'SIGKILL');
  await daemon.stop();
  expect(held).toEqual({ pid: daemon.pid, url: daemon.url });
  expect(readPidFile(paths)).toMatchObject({ pid: daemon.pid, url: daemon.url, flags: { port: '0' } });
  expect(isRunning(paths)).toBeUndefined();
});

test('the PID file contains no secret from the environment', async () => {
  const daemon = await startDaemon({ dataDir: place.dir, env: { VESTRY_LINE_CHANNEL_SECRET: 'hush-hush' } });
  const text = readFileSync(paths.pid, 'utf8');
  await daemon.stop();
  expect(text).toContain('VESTRY_LINE_CHANNEL_SECRET');
  expect(text).not.toContain('hush');
});

test('a PID file is ignored if no process holds the lock', () => {
  writeFileSync(paths.pid, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) }));
  expect(isRunning(paths)).toBeUndefined();
});

test('a process that has the id of an earlier service is not mistaken for that service', () => {
  const stale = JSON.stringify({ pid: process.pid, url: 'http://localhost:1', birth: 'another time' });
  expect(whileHeld(stale, () => isRunning(paths))).toEqual({ pid: null, url: null });
});

test.each([
  ['a plain number', String(process.pid), { pid: process.pid, url: null }],
  ['a number that no process has', '999999999', { pid: null, url: null }],
  ['nonsense', '{"pid": "x"', { pid: null, url: null }],
  ['nothing', '', { pid: null, url: null }],
])('only the valid part of a PID file that contains %s is used', (_name, content, expected) => {
  expect(whileHeld(content, () => isRunning(paths))).toEqual(expected);
});

test('an unreadable PID file does not hide a running service', () => {
  mkdirSync(paths.pid);
  const release = lockFile(paths.lock);
  expect(isRunning(paths)).toEqual({ pid: null, url: null });
  release?.();
});

test('a newer command does not upgrade the database while a service of the earlier version runs', async () => {
  await vestry(['seed', '--data-dir', place.dir]);
  const db = new Sqlite(paths.database);
  const version = () => Number(db.pragma('user_version', { simple: true }));
  const before = version() - 1;
  db.pragma(`user_version = ${before}`);
  const release = lockFile(paths.lock);
  expect(await vestry(['member', 'list', '--data-dir', place.dir])).toMatchObject({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringMatching(/newer than the running service.*vestry restart/),
  });
  release?.();
  expect(version()).toBe(before);
  db.close();
});
