import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

let place: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  place = temporaryDir();
});
afterEach(() => place.remove());

const run = (...args: string[]) => vestry(['--data-dir', place.dir, ...args]);

test('doctor and audit verify approve a demo church, and a second demo is refused', async () => {
  const { exitCode, stdout } = await run('seed', '--demo', '--members', '10', '--years', '1', '--seed', 'x', '--json');
  expect(exitCode).toBe(0);
  const { demo } = JSON.parse(stdout);
  expect(demo).toMatchObject({ church: 'Demo: Grace Church', seed: 'x', members: 10, finalizedMonths: 12 });
  expect((await run('doctor')).exitCode).toBe(0);
  expect((await run('audit', 'verify')).exitCode).toBe(0);
  const again = await run('seed', '--demo');
  expect(again.exitCode).toBe(4);
  expect(again.stderr).toContain('Name an empty directory with --data-dir');
  expect((await run('seed')).stdout).toBe('The catalogs are complete.\n');
});

test.runIf(IS_NIGHTLY)(
  'a named church gets demo data under its own name, and the output suggests the next commands',
  async () => {
    const init = [
      '--church',
      'Hope Church',
      '--time-zone',
      'Asia/Taipei',
      '--email',
      'treasurer@example.org',
      '--name',
      'Ann',
    ];
    await run('init', ...init);
    const { exitCode, stdout } = await run('seed', '--demo', '--members', '10', '--years', '1');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Hope Church, ');
    const [, account = ''] = /vestry user reset-password (\S+)/.exec(stdout) ?? [];
    expect(account).toBe('demo-treasurer@example.org');
    expect((await run('user', 'reset-password', account)).exitCode).toBe(0);
    const [, month = ''] = /vestry statement show (\S+)/.exec(stdout) ?? [];
    expect((await run('statement', 'show', month)).stdout).toContain('Finalized on');
  },
);

test.each([
  [['--demo', '--members', '5001'], "option '--members <n>' argument '5001' is invalid. It must be at most 5000."],
  [['--demo', '--members', '0'], "option '--members <n>' argument '0' is invalid. It must be at least 1."],
  [['--demo', '--years', 'two'], "option '--years <n>' argument 'two' is invalid. It must be a"],
  [['--demo', '--seed', ''], "option '--seed <text>' argument '' is invalid. It must"],
  [['--years', '3'], '--years can only be used with --demo'],
])('%j is refused, and no data directory is created', async (flags, message) => {
  const { exitCode, stderr } = await run('seed', ...flags);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(existsSync(path.join(place.dir, 'vestry.db'))).toBe(false);
});
