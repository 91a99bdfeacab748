import { writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataPaths } from '../../src/data-dir.ts';
import { type Outcome, temporaryDir, vestry, vestryProcess } from '../support/daemon.ts';

const { dir, remove } = temporaryDir();
const file = (name: string) => path.join(dir, name);
const church = ['--data-dir', file('church')];

beforeAll(async () => {
  writeFileSync(file('people.csv'), 'firstName,lastName\nMei,Lin\n');
  writeFileSync(file('others.csv'), 'firstName,lastName\nAn,Chen\n');
  const account = ['--email', 'ann@example.org', '--name', 'Ann', '--password-stdin'];
  const input = 'Quiet-river-21-stones\n';
  await vestryProcess(['init', '--church', 'Grace', ...account, ...church], { input });
  await vestryProcess(['import', 'members', file('people.csv'), ...church]);
});
afterAll(remove);

/**
 * Returns an outcome with its JSON output parsed. The order of the schemas in an OpenAPI document depends on the order
 * in which modules are loaded, so two documents must be compared as parsed values, not as text.
 */
function said({ stdout, ...rest }: Outcome) {
  return { ...rest, stdout: stdout.startsWith('{') ? (JSON.parse(stdout) as unknown) : stdout };
}

// Most tests run several commands in one process. This file proves that each command does the same in its own
// process.
test('a command in its own process reads the church that earlier processes set up', async () => {
  expect(JSON.parse((await vestryProcess(['init', '--json', ...church])).stdout)).toMatchObject({
    church: { name: 'Grace' },
    superAdmin: { email: 'ann@example.org', mustChangePassword: false },
    isNew: false,
  });
  expect(JSON.parse((await vestryProcess(['member', 'list', '--json', ...church])).stdout).totalCount).toBe(1);
});

test('a password is hashed at full cost, which only the processes of the tests lower', async () => {
  const db = new Sqlite(dataPaths(file('church')).database, { readonly: true });
  const hashes = db.prepare('select passwordHash from users').pluck().all();
  db.close();
  expect(hashes).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
});

test.each([
  [0, ['--version']],
  [2, ['no-such-command']],
  [0, ['init', '--json', ...church]],
  [0, ['user', 'list', ...church]],
  [0, ['member', 'list', '--json', ...church]],
  [3, ['member', 'show', '99', ...church]],
  [0, ['statement', 'show', '2026-02', ...church]],
  [0, ['report', 'form990', '--year', '2026', ...church]],
  [0, ['audit', 'verify', ...church]],
  [4, ['import', 'members', file('people.csv'), ...church]],
  [0, ['import', 'members', file('others.csv'), '--dry-run', ...church]],
  [0, ['export', 'members', '--format', 'csv', ...church]],
  [0, ['doctor', ...church]],
  [0, ['openapi']],
  [3, ['statement', 'show', '2026-02', '--data-dir', file('nowhere')]],
])(
  'the exit code is %i, and the output is the same in a new process as in a reused one: %s',
  async (exitCode, args) => {
    const own = await vestryProcess(args);
    expect(own.exitCode, own.stderr).toBe(exitCode);
    expect(said(await vestry(args))).toEqual(said(own));
  },
);
