import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { request, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
let dir: string;
beforeEach(() => {
  place = temporaryDir();
  dir = path.join(place.dir, 'data');
});
afterEach(() => place.remove());

const serve = (...args: string[]) => vestry(['serve', '--port', '0', '--data-dir', dir, ...args], { isRefused: true });

/** Returns the content of every file in the data directory, by path. */
function contents(): Record<string, string> {
  if (!existsSync(dir)) return {};
  const entries = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => path.join(dir, name));
  return Object.fromEntries(
    entries.map((entry) => [entry, statSync(entry).isDirectory() ? 'folder' : readFileSync(entry).toString('base64')]),
  );
}

/** Matches a single line that contains this message, without a stack trace. */
const oneLine = (text: RegExp) => expect.stringMatching(new RegExp(`^vestry: [^\\n]*${text.source}[^\\n]*\\n$`));

describe('a failed start prints one line and changes nothing', () => {
  test('when the data directory cannot be made', async () => {
    writeFileSync(dir, 'a file in the way');
    expect(
      await vestry(['serve', '--port', '0', '--data-dir', path.join(dir, 'x')], { isRefused: true }),
    ).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: oneLine(/cannot be written \(ENOTDIR\).*--data-dir/),
    });
  });

  test('when the directory holds the files of something else', async () => {
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'package.json'), '{}');
    const before = contents();
    expect(await serve()).toMatchObject({ exitCode: 2, stderr: oneLine(/holds other files, such as package\.json/) });
    expect(contents()).toEqual(before);
  });

  test('when the place of the directory is a file, also for a command that only lists files', async () => {
    writeFileSync(dir, 'a file in the way');
    const list = await vestry(['backup', 'list', '--data-dir', dir]);
    expect(list).toMatchObject({ exitCode: 5, stdout: '', stderr: oneLine(/cannot be used \(ENOTDIR\)/) });
  });

  test('when the database file is not a database', async () => {
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'vestry.db'), 'not a database, but long enough to hold a header of one '.repeat(5));
    const before = contents();
    expect(await serve()).toMatchObject({ exitCode: 1, stdout: '', stderr: oneLine(/is not a database/) });
    expect(contents()).toEqual(before);
  });

  test('when the database belongs to another program', async () => {
    mkdirSync(dir);
    const other = new Sqlite(path.join(dir, 'vestry.db'));
    other.exec('create table theirs (x)');
    other.close();
    const before = contents();
    expect(await serve()).toMatchObject({ exitCode: 1, stderr: oneLine(/belongs to another program.*--data-dir/) });
    expect(contents()).toEqual(before);
  });

  test('when the database is damaged inside', async () => {
    await vestry(['seed', '--data-dir', dir]);
    const file = path.join(dir, 'vestry.db');
    const damaged = readFileSync(file);
    damaged.fill(0xa5, 100);
    writeFileSync(file, damaged);
    expect(await serve()).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: oneLine(/is damaged \(SQLITE_\w+.*vestry backup restore FILE/),
    });
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  test.each([
    ['receipts', 'missing', (file: string) => rmSync(file)],
    ['backups', 'empty', (file: string) => writeFileSync(file, '')],
  ])('when the folder %s of a church exists but its database is %s', async (folder, what, lose) => {
    await vestry(['seed', '--data-dir', dir]);
    mkdirSync(path.join(dir, folder), { recursive: true });
    writeFileSync(path.join(dir, folder, 'made.json'), '[]');
    lose(path.join(dir, 'vestry.db'));
    const before = contents();
    const refused = { exitCode: 1, stdout: '', stderr: oneLine(new RegExp(`is ${what}.*vestry backup restore FILE`)) };
    expect(await serve()).toMatchObject(refused);
    for (const command of [['seed'], ['member', 'list']])
      expect(await vestry([...command, '--data-dir', dir])).toMatchObject(refused);
    expect(contents()).toEqual(before);
  });

  test.each([
    ['missing', undefined, /is missing.*--new-secrets/],
    ['not JSON', '{', /is damaged/],
    ['of the wrong form', '{"jwtKey":"AAAA","encryptionKey":"AAAA"}', /is damaged/],
  ])('when the secrets are %s', async (_name, content, message) => {
    await vestry(['seed', '--data-dir', dir]);
    const file = path.join(dir, 'secrets.json');
    rmSync(file);
    if (content !== undefined) writeFileSync(file, content);
    const before = contents();
    expect(await serve()).toMatchObject({ exitCode: 1, stdout: '', stderr: oneLine(message) });
    expect(contents()).toEqual(before);
  });

  test('when the port is taken', async () => {
    const other = http.createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await serve('--port', String(port))).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: oneLine(new RegExp(`Port ${port} is taken.*--port`)),
    });
    expect(existsSync(dir)).toBe(false);
    other.close();
  });

  test.each([
    [{ VESTRY_PROT: '1' }, [], /Unknown setting VESTRY_PROT\. Known:.*VESTRY_PORT/],
    [{ VESTRY_PORT: '80x' }, [], /VESTRY_PORT is not usable/],
    [{ VESTRY_ENV: 'prod' }, [], /VESTRY_ENV is not usable/],
    [{ VESTRY_CORS_ORIGINS: 'https://a.example/path' }, [], /VESTRY_CORS_ORIGINS is not usable/],
    [{ VESTRY_CORS_ORIGINS: '*' }, [], /VESTRY_CORS_ORIGINS is not usable/],
    [
      { VESTRY_CORS_ORIGINS: 'https://*.example.org' },
      [],
      /VESTRY_CORS_ORIGINS is not usable: must be origins .* without \*/,
    ],
    [{ VESTRY_BASE_URL: 'https://a.example/vestry' }, [], /VESTRY_BASE_URL is not usable: .* without a path/],
    [{ VESTRY_BASE_URL: 'https://a.example//' }, [], /VESTRY_BASE_URL is not usable/],
    [{ VESTRY_ALLOWED_HOSTS: 'https://a.example' }, [], /VESTRY_ALLOWED_HOSTS is not usable: must be names/],
    [{}, ['--allowed-hosts', 'a.example, *.b.example'], /--allowed-hosts is not usable/],
    [{ VESTRY_TLS_CERT: '/nowhere' }, [], /VESTRY_TLS_CERT and VESTRY_TLS_KEY belong together/],
    [{}, ['--base-url', 'ftp://x'], /--base-url is not usable/],
  ])('when a setting is wrong: %o %o', async (env, args, message) => {
    const outcome = await vestry(['serve', '--data-dir', dir, ...args], { env, isRefused: true });
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '', stderr: oneLine(message) });
    expect(existsSync(dir)).toBe(false);
  });

  test('when config.json has an unknown setting', async () => {
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'config.json'), '{"prot": 1}');
    expect(await serve()).toMatchObject({ exitCode: 2, stderr: oneLine(/Unknown setting "prot" in .*config\.json/) });
    expect(readdirSync(dir)).toEqual(['config.json']);
  });
});

test('a command for a directory without Vestry says so and creates nothing', async () => {
  const outcome = await vestry(['statement', 'show', '2026-02', '--data-dir', dir]);
  expect(outcome).toMatchObject({ exitCode: 3, stdout: '', stderr: oneLine(/There is no Vestry in .*--data-dir/) });
  expect(existsSync(dir)).toBe(false);
});

test('a flag overrides the environment, which overrides config.json', async () => {
  mkdirSync(dir);
  writeFileSync(
    path.join(dir, 'config.json'),
    '{"baseUrl": "http://file.example", "corsOrigins": "http://web.example"}',
  );
  const env = { VESTRY_BASE_URL: 'http://environment.example', VESTRY_CORS_ORIGINS: '' };
  const byEnvironment = await startDaemon({ dataDir: dir, env });
  await byEnvironment.stop();
  expect(byEnvironment.url).toBe('http://environment.example');
  const byFlag = await startDaemon({ dataDir: dir, env, args: ['--base-url', 'http://flag.example'] });
  await byFlag.stop();
  expect(byFlag.url).toBe('http://flag.example');
});

test('only the owner can read the files that the first start creates', async () => {
  const daemon = await startDaemon({ dataDir: dir });
  const made = Object.fromEntries(readdirSync(dir).map((name) => [name, statSync(path.join(dir, name))]));
  await daemon.stop();
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  for (const [name, about] of Object.entries(made))
    expect(about.mode & 0o777, name).toBe(about.isDirectory() ? 0o700 : 0o600);
  expect(made['receipts']?.isDirectory()).toBe(true);
  expect(Object.keys(made)).toEqual(expect.arrayContaining(['secrets.json', 'vestry.db', 'vestry.pid']));
});

test('lost secrets are replaced only on request', async () => {
  await vestry(['seed', '--data-dir', dir]);
  const before = readFileSync(path.join(dir, 'secrets.json'), 'utf8');
  const refused = await serve('--new-secrets');
  expect(refused).toMatchObject({ exitCode: 1, stderr: oneLine(/secrets\.json exists/) });
  expect(readFileSync(path.join(dir, 'secrets.json'), 'utf8')).toBe(before);
  rmSync(path.join(dir, 'secrets.json'));
  const daemon = await startDaemon({ dataDir: dir, args: ['--new-secrets'] });
  await daemon.stop();
  expect(readFileSync(path.join(dir, 'secrets.json'), 'utf8')).not.toBe(before);
});

test('a killed service does not prevent the next start', async () => {
  const first = await startDaemon({ dataDir: dir });
  process.kill(first.pid, 'SIGKILL');
  await first.stop();
  const second = await startDaemon({ dataDir: dir });
  expect((await request(second.url, 'GET', '/api/health')).status).toBe(200);
  await second.stop();
});

test('in production, the development account does not exist', async () => {
  const daemon = await startDaemon({ dataDir: dir, args: ['--env', 'production'] });
  const body = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  expect(await request(daemon.url, 'POST', '/api/auth/login', { body })).toMatchObject({ status: 401 });
  await daemon.stop();
});

test('a directory from a development trial is refused in production until its known password is changed', async () => {
  const tryOut = await startDaemon({ dataDir: dir });
  await tryOut.stop();
  const refused = await serve('--env', 'production');
  expect(refused).toMatchObject({
    exitCode: 4,
    stdout: '',
    stderr: oneLine(/admin@vestry\.local.*vestry user reset-password/),
  });
  await vestry(['user', 'reset-password', 'admin@vestry.local', '--data-dir', dir]);
  const daemon = await startDaemon({ dataDir: dir, args: ['--env', 'production'] });
  expect((await request(daemon.url, 'GET', '/api/health')).status).toBe(200);
  await daemon.stop();
});

test('a program that uses the port on the IPv6 loopback address prevents the start', async () => {
  const other = http.createServer();
  const listening = await new Promise<boolean>((resolve) => {
    other.once('error', () => resolve(false));
    other.listen(0, '::1', () => resolve(true));
  });
  const port = listening ? (other.address() as AddressInfo).port : undefined;
  const outcome = port === undefined ? undefined : await serve('--port', String(port));
  other.close();
  expect(outcome?.exitCode ?? 5).toBe(5);
});

test('seed fills the catalogs of an empty directory and reports how many entries it added', async () => {
  const first = await vestry(['seed', '--data-dir', dir, '--json']);
  expect(JSON.parse(first.stdout)).toEqual({ added: 120 });
  const second = await vestry(['seed', '--data-dir', dir]);
  expect(second.stdout).toBe('The catalogs are complete.\n');
});
