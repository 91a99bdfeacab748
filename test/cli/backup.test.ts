import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPidFile } from '../../src/cli/running.ts';
import { dataPaths } from '../../src/data-dir.ts';
import { environment, finished, PROGRAM } from '../support/command.ts';
import { startDaemon, temporaryDir, vestry } from '../support/daemon.ts';

const PASSPHRASE = 'correct horse battery staple';

const { dir, remove } = temporaryDir();
const church = path.join(dir, 'church');
const run = (args: readonly string[], input = '') => vestry(['backup', ...args, '--data-dir', church], { input });
const backups = () => readdirSync(path.join(church, 'backups')).toSorted();

let file = '';
beforeAll(async () => {
  const account = [
    '--church',
    'Grace Church',
    '--time-zone',
    'America/Chicago',
    '--email',
    'ann@example.org',
    '--name',
    'Ann',
  ];
  await vestry(['init', '--data-dir', church, ...account]);
  const { stdout } = await run(['create', '--json']);
  file = (JSON.parse(stdout) as { file: string }).file;
});
afterAll(remove);

test('what is made is listed and can be checked', async () => {
  const { stdout } = await run(['list']);
  expect(stdout).toMatch(/vestry-\d{8}-\d{6}\.tar\.gz .*Grace Church .* no +good/);
  expect((await run(['verify', file])).stdout).toContain('The backup is good');
  const listed = JSON.parse((await run(['list', '--json'])).stdout) as { backups: { file: string }[] };
  expect(listed.backups.map((one) => one.file)).toEqual([file]);
});

test('a bad one ends with 4, one that is not there with 3, and a question without a terminal with 2', async () => {
  const cut = path.join(dir, 'cut.tar.gz');
  writeFileSync(cut, readFileSync(file).subarray(0, -500));
  expect(await run(['verify', cut])).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining('damaged or cut off'),
  });
  expect(await run(['restore', cut, '--yes'])).toMatchObject({ exitCode: 4 });
  expect(await run(['verify', path.join(dir, 'nowhere')])).toMatchObject({ exitCode: 3 });
  expect(await run(['restore', file])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
  expect(await run(['restore'])).toMatchObject({ exitCode: 2 });
  expect(await run(['restore', '--finish'])).toMatchObject({ exitCode: 3 });
});

test('a passphrase comes from standard input, and is never an argument', async () => {
  const secret = path.join(dir, 'secret.tar.gz.age');
  expect(await run(['create', '--output', secret, '--passphrase-stdin'], 'short\n')).toMatchObject({ exitCode: 2 });
  expect(existsSync(secret)).toBe(false);
  expect(await run(['create', '--output', secret, '--passphrase-stdin'], `${PASSPHRASE}\n`)).toMatchObject({
    exitCode: 0,
  });
  const wrong = await run(['verify', secret, '--passphrase-stdin'], 'another passphrase\n');
  expect(wrong).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('not opened by this passphrase') });
  const again = path.join(dir, 'again');
  const args = ['backup', 'restore', secret, '--yes', '--passphrase-stdin', '--data-dir', again];
  expect(await vestry(args, { input: `${PASSPHRASE}\n` })).toMatchObject({ exitCode: 0 });
  expect(readFileSync(path.join(again, 'secrets.json'))).toEqual(readFileSync(path.join(church, 'secrets.json')));
  expect((await vestry(['audit', 'verify', '--data-dir', again])).exitCode).toBe(0);
}, 180_000);

test('a full disk leaves nothing behind and says so', async () => {
  const before = backups();
  const args = [PROGRAM, 'backup', 'create', '--data-dir', church];
  const child = spawn('bash', ['-c', 'ulimit -f 300; exec "$0" "$@"', process.execPath, ...args], {
    env: environment({}),
  });
  const { exitCode, stderr } = await finished(child);
  expect(exitCode).toBe(5);
  expect(stderr).toMatch(/No backup was made, and nothing is left of it/);
  expect(backups()).toEqual(before);
});

test('a restore refuses beside the service, or stops it', async () => {
  const daemon = await startDaemon({ dataDir: church, args: ['--env', 'test'] });
  const before = backups();
  expect(await run(['restore', file, '--yes'])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('--stop'),
  });
  expect(backups()).toEqual(before);
  expect(await run(['restore', file, '--yes', '--stop'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('Next: vestry doctor, then vestry start'),
  });
  expect((await daemon.ended).exitCode).toBe(0);
  expect(backups().filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
  expect((await vestry(['doctor', '--data-dir', church])).exitCode).toBe(0);
}, 180_000);

test('a service in the background is stopped for a restore and goes on as it was, also when that fails', async () => {
  const other = path.join(dir, 'served');
  const here = ['--data-dir', other];
  await vestry(['backup', 'restore', file, '--yes', ...here]);
  await vestry(['start', '--port', '0', '--base-url', 'http://vestry.example', ...here]);
  const before = readPidFile(dataPaths(other));
  const restored = await vestry(['backup', 'restore', file, '--yes', '--stop', ...here]);
  expect(restored).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/Next: vestry doctor\n$/) });
  expect(restored.stderr).toContain('The service runs again at http://vestry.example');
  const after = readPidFile(dataPaths(other));
  expect(after).toMatchObject({ keeper: 'start', flags: before?.flags ?? {} });
  expect(after?.pid).not.toBe(before?.pid);
  const user = new Sqlite(dataPaths(other).database);
  user.prepare('select count(*) from members').get();
  expect(await vestry(['backup', 'restore', file, '--yes', '--stop', ...here])).toMatchObject({
    exitCode: 5,
    stderr: expect.stringMatching(/The service runs again at [^]*Another command is using the database/),
  });
  user.close();
  expect((await vestry(['stop', ...here])).stdout).toBe('Vestry has stopped.\n');
}, 180_000);

test('while a restore is cut off, nothing opens the data directory', async () => {
  const other = path.join(dir, 'other');
  await vestry(['backup', 'restore', file, '--yes', '--data-dir', other]);
  const staging = path.join(other, 'restoring-x');
  const before = path.join(other, 'backups', 'before-restore-x');
  const place = path.join(other, 'vestry.db');
  const plan = {
    file,
    staging: [staging],
    before,
    moves: [{ staged: path.join(staging, 'vestry.db'), place, kept: `${before}.db` }],
  };
  writeFileSync(path.join(other, 'restoring.json'), JSON.stringify(plan));
  const { exitCode, stderr } = await vestry(['member', 'list', '--data-dir', other]);
  expect([exitCode, stderr]).toEqual([5, expect.stringContaining('vestry backup restore --finish')]);
  expect((await vestry(['serve', '--port', '0', '--data-dir', other])).exitCode).toBe(5);
  expect((await vestry(['backup', 'restore', '--finish', '--data-dir', other])).exitCode).toBe(0);
  expect((await vestry(['member', 'list', '--data-dir', other])).exitCode).toBe(0);
});
