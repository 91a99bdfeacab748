import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, done } from './books.ts';
import { expectRefused } from './people-files.ts';
import { expectProblem, login } from './support.ts';
import { type Outcome, request, signIn, temporaryDir, vestry } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';

const EMAIL = 'pastor@church.example';
const PASSWORD = 'the first password of all';
const NAME = 'Pat Pastor';
const CHURCH = 'First Church 第一教會';
const ZONE = 'America/Denver';

/** The flag of each prompt. */
const FLAGS = {
  email: '--email',
  name: '--name',
  password: '--password-stdin',
  church: '--church',
  zone: '--time-zone',
};
const ALL = [FLAGS.email, EMAIL, FLAGS.name, NAME, FLAGS.church, CHURCH, FLAGS.zone, ZONE, FLAGS.password];

const daemon = daemonOfFile({ args: ['--env', 'production'] });

const init = (args: readonly string[], input = `${PASSWORD}\n`, dataDir = daemon.dataDir): Promise<Outcome> =>
  vestry(['init', ...args, '--data-dir', dataDir], { env: { VESTRY_ENV: 'production' }, input });

/** Returns all flags, but without the given flag, or with another value for it. */
function flags(flag: string, value?: string): string[] {
  const at = ALL.indexOf(flag);
  return [...ALL.slice(0, at), ...(value === undefined ? [] : [flag, value]), ...ALL.slice(at + 2)];
}

const users = async (token: string): Promise<Json[]> =>
  (await done(request(daemon.url, 'GET', '/api/users?pageSize=200', { token }))).items;

const expectNames = ({ stderr }: Outcome, flag: string) => expect(stderr).toContain(flag);

function expectShownOnce(first: Outcome, again: Outcome): void {
  const [, shown = ''] = /"temporaryPassword":\s*"([^"]+)"/.exec(first.stdout) ?? [];
  expect(shown.length).toBeGreaterThanOrEqual(16);
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stdout).not.toContain(shown);
}

// The order of the tests matters: the refused commands here must not create a user, because the tests below need a
// church without users.
describe('vestry init in a church without users', () => {
  test('does not make a default account in production', async () => {
    expectProblem(await login(daemon.url, 'admin@vestry.local', 'Vestry-dev-1'), 401, 'invalid_credentials');
  });

  test.each([FLAGS.email, FLAGS.name])('without %s and without a terminal exits 2 and names the flag', async (flag) => {
    const outcome = await init(flags(flag));
    expectRefused(outcome, [2]);
    expect(outcome.stderr).toContain(flag);
  });

  test('without any flag exits 2, names a flag and does not wait for input', async () => {
    const outcome = await init([], '');
    expectRefused(outcome, [2]);
    expect(outcome.stderr).toContain('--');
  });

  test.each([
    [FLAGS.email, 'no address'],
    [FLAGS.email, ''],
    [FLAGS.name, '   '],
    [FLAGS.zone, 'Mars/Olympus'],
    [FLAGS.zone, 'UTC+25'],
  ])('refuses %s "%s"', async (flag, value) => {
    const outcome = await init(flags(flag, value));
    expectRefused(outcome, [2, 4]);
  });

  test.each(['', 'short', 'x'.repeat(129), EMAIL])('does not accept %j as a password', async (password) => {
    expectRefused(await init(ALL, `${password}\n`), [2, 4]);
    const answer = await login(daemon.url, 'nobody@church.example', 'x');
    expect(answer.status).toBe(401);
  });

  test('never accepts a password as an argument', async () => {
    const args = [...ALL.slice(0, -1), '--password', PASSWORD];
    const outcome = await init(args, '');
    expect(outcome.exitCode).toBe(2);
    expect(outcome.stdout).toBe('');
  });

  test('refuses an unknown flag', async () => {
    expectRefused(await init([...ALL, '--super']), [2]);
  });
});

describe('vestry init', () => {
  let first: Outcome;
  let token: string;
  beforeAll(async () => {
    first = await init([...ALL, '--json']);
  });

  test('creates only the first super_admin, who can sign in while the daemon runs', async () => {
    expect(first.exitCode, first.stderr).toBe(0);
    token = await signIn(daemon.url, EMAIL, PASSWORD);
    const all = await users(token);
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({
      email: EMAIL,
      displayName: NAME,
      roles: ['super_admin'],
      isActive: true,
      mustChangePassword: false,
    });
  });

  test('prints only JSON with --json, and never the password', async () => {
    expect(() => JSON.parse(first.stdout) as unknown).not.toThrow();
    expect(first.stdout).toContain(EMAIL);
    expect(first.stdout + first.stderr).not.toContain(PASSWORD);
  });

  test('makes no default account', async () => {
    expectProblem(await login(daemon.url, 'admin@vestry.local', 'Vestry-dev-1'), 401, 'invalid_credentials');
    expect(JSON.stringify(await users(token))).not.toContain('vestry.local');
  });

  test('stores the name and the time zone of the church', async () => {
    const { status, body } = await request(daemon.url, 'GET', '/api/church-profile', { token });
    // A 404 is accepted, because the service may have no route for the church profile.
    const kept = { status: 200, name: CHURCH, timeZone: ZONE };
    const { name, timeZone } = body;
    expect(status === 404 ? kept : { status, name, timeZone }).toEqual(kept);
  });

  test('fills the catalogs', async () => {
    expect((await done(request(daemon.url, 'GET', '/api/ministries', { token }))).items).toHaveLength(10);
    expect((await done(request(daemon.url, 'GET', '/api/expense-categories', { token }))).items).toHaveLength(11);
  });

  test('is recorded in the audit log as done by the command line, without the password', async () => {
    const { items } = await done(request(daemon.url, 'GET', '/api/audit-logs?action=UserCreated', { token }));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ entityType: 'User', actorId: null });
    expect(items[0].actorName).toMatch(/^cli:.+/);
    expect(JSON.stringify(items)).not.toContain(PASSWORD);
  });

  test('exits 0 when it is run again, creates no second account, and does not change the password', async () => {
    const before = await users(token);
    expect((await init(ALL, 'another password entirely\n')).exitCode).toBe(0);
    expectProblem(await login(daemon.url, EMAIL, 'another password entirely'), 401, 'invalid_credentials');
    const other = await init(flags(FLAGS.email, 'second@church.example'), 'another password entirely\n');
    expect(other.exitCode, other.stderr).toBe(0);
    const answer = await login(daemon.url, 'second@church.example', 'another password entirely');
    expectProblem(answer, 401, 'invalid_credentials');
    expect((await users(token)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await expect(signIn(daemon.url, EMAIL, PASSWORD)).resolves.toMatch(/^eyJ/);
  });
});

describe('vestry init in an empty directory', () => {
  test('makes the files that the service needs, and lets only their owner read the secrets', async () => {
    const { dir, remove } = temporaryDir();
    const dataDir = path.join(dir, 'church');
    const outcome = await init([...ALL, '--json'], `${PASSWORD}\n`, dataDir);
    expect(outcome.exitCode, outcome.stderr).toBe(0);
    expect(existsSync(path.join(dataDir, 'vestry.db'))).toBe(true);
    // These files are made by the first command that needs them, whether `init` or `start`.
    const mode = statSync(path.join(dataDir, 'secrets.json'), { throwIfNoEntry: false })?.mode ?? 0o600;
    expect(mode & 0o777).toBe(0o600);
    const listed = await vestry(['user', 'list', '--json', '--data-dir', dataDir]);
    expect(listed.stdout).toContain(EMAIL);
    expect(listed.stdout).not.toContain('vestry.local');
    remove();
  });

  test('without a password either shows a generated password once, or is refused with the name of the flag', async () => {
    const { dir, remove } = temporaryDir();
    const args = [...ALL.slice(0, -1), '--json'];
    const outcome = await init(args, '', dir);
    const again = await init(args, '', dir);
    remove();
    if (outcome.exitCode === 0) {
      expectShownOnce(outcome, again);
    } else {
      expectRefused(outcome, [2]);
      expectNames(outcome, FLAGS.password);
    }
  });
});
