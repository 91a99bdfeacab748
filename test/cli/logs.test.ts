import { appendFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paintLine } from '../../src/cli/daemon/log-lines.ts';
import { environment, PROGRAM } from '../support/command.ts';
import { temporaryDir, vestry } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
let dir: string;
beforeEach(() => {
  place = temporaryDir();
  dir = place.dir;
  mkdirSync(path.join(dir, 'logs'));
});
afterEach(() => place.remove());

const fileOf = (name: string) => path.join(dir, 'logs', name);
const logs = (...args: string[]) => vestry(['logs', '--data-dir', dir, ...args]);
const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `{"level":30,"msg":"line ${from + index}"}\n`).join('');

test('if there is no log, the command says so and exits with 3', async () => {
  expect(await logs()).toMatchObject({ exitCode: 3, stdout: '', stderr: expect.stringMatching(/There is no log yet/) });
});

test('the last lines are shown unchanged, including lines from rotated files', async () => {
  writeFileSync(fileOf('vestry.2.log'), lines(1, 100));
  writeFileSync(fileOf('vestry.1.log'), lines(101, 150));
  writeFileSync(fileOf('vestry.log'), lines(151, 160));
  expect(await logs()).toEqual({ exitCode: 0, stdout: lines(61, 160), stderr: '' });
  expect((await logs('-n', '3')).stdout).toBe(lines(158, 160));
  expect((await logs('-n', '0')).stdout).toBe('');
  expect((await logs('-n', '9999')).stdout).toBe(lines(1, 160));
  expect(await logs('-n', 'x')).toMatchObject({ exitCode: 2 });
});

test('--follow prints each new line once it is complete, even after the files are rotated', async () => {
  writeFileSync(fileOf('vestry.log'), lines(1, 5));
  const child = spawn(process.execPath, [PROGRAM, 'logs', '-f', '-n', '2', '--data-dir', dir], {
    env: environment({}),
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const shows = (text: string) => vi.waitFor(() => expect(said).toBe(text), { timeout: 10_000 });
  await shows(lines(4, 5));
  appendFileSync(fileOf('vestry.log'), lines(6, 7).slice(0, -10));
  await shows(lines(4, 6));
  appendFileSync(fileOf('vestry.log'), lines(6, 7).slice(-10) + lines(8, 9));
  // Two rotations happen before the command looks again.
  renameSync(fileOf('vestry.log'), fileOf('vestry.2.log'));
  writeFileSync(fileOf('vestry.1.log'), lines(10, 12));
  writeFileSync(fileOf('vestry.log'), lines(13, 13));
  await shows(lines(4, 13));
  appendFileSync(fileOf('vestry.log'), lines(14, 14));
  await shows(lines(4, 14));
  child.kill();
  await once(child, 'close');
});

test('a formatted log line has the time, the severity, the event and the response', () => {
  const time = new Date(2026, 2, 1, 12).getTime();
  const request = {
    level: 30,
    time,
    requestId: 'x',
    method: 'GET',
    route: '/api/members',
    status: 200,
    ms: 3.1,
    actor: 7,
    msg: 'request',
  };
  expect(paintLine(JSON.stringify(request))).toBe('2026-03-01 12:00:00 info  GET /api/members 200 3.1 ms user 7');
  const failure = {
    level: 50,
    time,
    err: { type: 'Error', message: 'gone', stack: 'Error: gone\n    at there' },
    msg: 'failed\u001B[2J',
  };
  expect(paintLine(JSON.stringify(failure))).toBe(
    '2026-03-01 12:00:00 error failed?[2J\n    Error: gone\n        at there',
  );
  expect(paintLine('{"level":30,"msg":"ready","url":"http://localhost:1","count":2}')).toBe(
    'info  ready url=http://localhost:1 count=2',
  );
  expect(paintLine('no\tJSON')).toBe('no?JSON');
});
