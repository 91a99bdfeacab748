import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkModes, checkNode, checkOpenFiles } from '../../src/cli/commands/doctor/machine.ts';
import { checkHosts, checkOrigins, checkTls } from '../../src/cli/commands/doctor/settings.ts';
import { type Flags, loadConfig } from '../../src/config.ts';
import { dataPaths } from '../../src/data-dir.ts';
import { rememberBackup } from '../../src/features/upkeep/backups/history.ts';
import { noteTrouble, readTrouble } from '../../src/trouble.ts';
import { startSmtp } from '../support/smtp.ts';
import { copyDataDir, signIn, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { LUNCH, pdf } from '../support/receipts.ts';

const church = temporaryDir();
beforeAll(async () => {
  const daemon = await startDaemon({ dataDir: church.dir });
  const token = await signIn(daemon.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${daemon.url}/api/expenses`, { method: 'POST', headers, body: JSON.stringify(LUNCH) });
  await fetch(`${daemon.url}/api/expenses/1/receipt`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/pdf' },
    body: new Uint8Array(pdf()),
  });
  await daemon.stop();
});
afterAll(() => church.remove());

let dir: string;
let remove: () => void;
beforeEach(() => {
  ({ dir, remove } = temporaryDir());
  copyDataDir(church.dir, dir);
});
afterEach(() => remove());

const doctor = (...args: string[]) => vestry(['doctor', '--data-dir', dir, ...args]);

async function findings(...args: string[]) {
  const { exitCode, stdout } = await doctor('--json', ...args);
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; status: string; message: string; advice: string }[];
  };
  return { exitCode, findings, bad: findings.filter(({ status }) => status !== 'ok') };
}

function change(sql: string): void {
  const db = new Database(path.join(dir, 'vestry.db'));
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
}

/** Returns the path of the only receipt file. */
function receipt(): string {
  const folder = path.join(dir, 'receipts');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const file = names.find((name) => name.endsWith('.pdf')) ?? '';
  return path.join(folder, file);
}

test('when everything is in order, doctor says so and exits with 0', async () => {
  const { exitCode, stdout, stderr } = await doctor();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const line of [
    'undamaged',
    'refers to rows that exist',
    'chain is unbroken',
    '1 receipt is present and unchanged',
  ])
    expect(stdout).toContain(line);
  expect(stdout).toContain('Everything is in order.');
  const { exitCode: asJson, findings: all } = await findings();
  expect(asJson).toBe(0);
  expect(all.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'node ok',
    'files ok',
    'open files ok',
    'disk ok',
    'secrets ok',
    'database ok',
    'references ok',
    'audit log ok',
    'receipts ok',
    'clock ok',
    'backups ok',
    'web apps ok',
    'host names ok',
    'TLS ok',
    'certificate ok',
    'accounts ok',
    'stored keys ok',
    'tax ids ok',
    'apps ok',
    'webhook secrets ok',
    'messages ok',
    'mail ok',
    'LINE ok',
  ]);
});

test('doctor warns about unfinished uploads, which --fix removes, and about foreign files, which --fix keeps', async () => {
  const leftover = path.join(dir, 'receipts', `${'a'.repeat(32)}.new`);
  writeFileSync(leftover, 'half');
  utimesSync(leftover, 1, 1);
  mkdirSync(path.join(dir, 'receipts', 'old'));
  writeFileSync(path.join(dir, 'receipts', 'old', 'Thumbs.db'), '');
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(0);
  expect(bad).toMatchObject([
    { check: 'receipts', status: 'warn', advice: expect.stringContaining('--fix') },
    { check: 'receipts', status: 'warn', message: expect.stringContaining('old/Thumbs.db') },
  ]);
  expect(existsSync(leftover)).toBe(true);
  const fixed = await findings('--fix');
  expect(fixed.bad).toMatchObject([{ message: expect.stringContaining('old/Thumbs.db') }]);
  expect(existsSync(leftover)).toBe(false);
  expect(existsSync(receipt())).toBe(true);
});

test('doctor reports a lost receipt, a broken reference and a changed log, each with advice, and exits with 1', async () => {
  rmSync(receipt());
  change(`update auditLogs set actorName = 'somebody else' where id = 1`);
  change('update expenses set ministryId = 4711');
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(1);
  expect(bad.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'references fail',
    'audit log fail',
    'receipts fail',
  ]);
  expect(bad.map(({ message }) => message)).toEqual([
    expect.stringContaining('expenses 1 -> ministries'),
    expect.stringContaining('entry 1'),
    expect.stringContaining('expense 1 (missing)'),
  ]);
  expect(bad.filter(({ advice }) => !advice)).toEqual([]);
  const { exitCode: asTable, stdout } = await doctor();
  expect(asTable).toBe(1);
  expect(stdout).toContain('3 findings need attention.');
  for (const { advice } of bad) expect(stdout).toContain(`-> ${advice}`);
});

test('doctor reports a damaged database, and its advice mentions the backup', async () => {
  const file = path.join(dir, 'vestry.db');
  const db = new Database(file);
  const pageSize = db.pragma('page_size', { simple: true }) as number;
  const [{ pageno: page } = { pageno: 0 }] = db
    .prepare(`select pageno from dbstat where name = 'expensesByDate' limit 1`)
    .all() as { pageno: number }[];
  db.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(pageSize - 100), 0, pageSize - 100, (page - 1) * pageSize + 100);
  closeSync(handle);
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(1);
  expect(bad[0]).toMatchObject({ check: 'database', status: 'fail', advice: expect.stringContaining('backup') });
});

test('doctor exits with 3 in a folder without a church', async () => {
  const elsewhere = path.join(dir, 'elsewhere');
  mkdirSync(elsewhere);
  expect((await vestry(['doctor', '--data-dir', elsewhere])).exitCode).toBe(3);
});

test('doctor names files that other users can read, and corrects their permissions on request', async () => {
  const secrets = path.join(dir, 'secrets.json');
  chmodSync(secrets, 0o644);
  chmodSync(dir, 0o755);
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(1);
  expect(bad).toMatchObject([{ check: 'files', status: 'fail', message: expect.stringContaining('secrets.json') }]);
  expect(statSync(secrets).mode & 0o777).toBe(0o644);
  expect(await findings('--fix')).toMatchObject({ exitCode: 0, bad: [] });
  expect([secrets, dir].map((file) => statSync(file).mode & 0o077)).toEqual([0, 0]);
});

test.each([0, 1])('doctor reports a clock that was set back, even after %i later entries', async (since) => {
  change(`update auditLogs set at = '2999-01-01T00:00:00.000Z' where id = (select max(id) from auditLogs) - ${since}`);
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(1);
  expect(bad.find(({ check }) => check === 'clock')?.message).toContain('2999-01-01');
});

test('doctor approves a working mail server, and names the command to run if the mail server or LINE is unreachable', async () => {
  const smtp = await startSmtp();
  const look = async (env: NodeJS.ProcessEnv) => {
    const { stdout } = await vestry(['doctor', '--data-dir', dir, '--json'], { env });
    return (JSON.parse(stdout) as { findings: { check: string; status: string; advice: string | null }[] }).findings;
  };
  const env = { VESTRY_SMTP_URL: smtp.url, VESTRY_MAIL_FROM: 'office@grace.example' };
  expect((await look(env)).find(({ check }) => check === 'mail')?.status).toBe('ok');
  await smtp.close();
  const line = { VESTRY_LINE_CHANNEL_ACCESS_TOKEN: 'token', VESTRY_LINE_API_BASE: 'http://127.0.0.1:1' };
  const findings = await look({ ...env, ...line });
  expect(findings.filter(({ status }) => status === 'fail')).toMatchObject([
    { check: 'mail', advice: expect.stringContaining('vestry mail set') },
    { check: 'LINE', advice: expect.stringContaining('vestry config set lineChannelAccessToken') },
  ]);
});

const config = (settings: Flags) => loadConfig({ dataDir: dir, ...settings }, {});

test('doctor checks the permissions of the backup passphrase file and the TLS key file, wherever they are', async () => {
  const elsewhere = temporaryDir();
  const files = ['passphrase.txt', 'key.pem'].map((name) => path.join(elsewhere.dir, name));
  const [backupPassphraseFile = '', tlsKey = ''] = files;
  for (const file of files) writeFileSync(file, 'four words that nobody expects\n');
  const look = () => {
    const settings = config({ backupPassphraseFile, tlsKey, tlsCert: tlsKey });
    return checkModes({ paths: dataPaths(dir), config: settings })[0];
  };
  const give = (...modes: number[]) => files.forEach((file, index) => chmodSync(file, modes[index] ?? 0));
  give(0o600, 0o640);
  expect(look()).toMatchObject({ status: 'ok' });
  give(0o640, 0o644);
  const found = look();
  for (const file of files) expect(found?.message).toContain(file);
  await found?.fix?.();
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o640]);
  elsewhere.remove();
});

test.each([
  ['http://localhost:5173', {}, 'ok'],
  ['http://127.0.0.1:5173', {}, 'warn'],
  ['https://app.grace.example', { baseUrl: 'https://books.grace.example' }, 'ok'],
  ['https://grace.example', { baseUrl: 'https://books.grace.example' }, 'ok'],
  ['http://app.grace.example', { baseUrl: 'https://books.grace.example' }, 'warn'],
  ['https://other.example', { baseUrl: 'https://books.grace.example' }, 'warn'],
  ['https://one.org.uk', { baseUrl: 'https://two.org.uk' }, 'warn'],
  ['https://one.github.io', { baseUrl: 'https://two.github.io' }, 'warn'],
])('doctor’s finding for a web app at %s with %o is %s', (corsOrigins, settings, status) => {
  expect(checkOrigins(config({ corsOrigins, ...settings })).status).toBe(status);
});

test.each([
  [{}, 'ok'],
  [{ host: '0.0.0.0' }, 'warn'],
  [{ trustProxy: '1' }, 'warn'],
  [{ tlsCert: 'cert.pem', tlsKey: 'key.pem' }, 'warn'],
  [{ trustProxy: '1', baseUrl: 'https://books.grace.example' }, 'ok'],
  [{ host: '0.0.0.0', allowedHosts: 'books.grace.example' }, 'ok'],
])('doctor’s finding on host names for a service with %o is %s', (settings: Flags, status) => {
  expect(checkHosts(config(settings)).status).toBe(status);
});

test.each([
  [{}, 'ok'],
  [{ host: '0.0.0.0' }, 'fail'],
  [{ host: '0.0.0.0', env: 'development' }, 'warn'],
  [{ host: '0.0.0.0', trustProxy: '1', baseUrl: 'https://books.grace.example' }, 'ok'],
  [{ host: '0.0.0.0', trustProxy: '1', baseUrl: 'http://books.grace.example' }, 'fail'],
  [{ host: '0.0.0.0', tlsCert: 'cert.pem', tlsKey: 'key.pem' }, 'ok'],
])('doctor’s finding on TLS for a service with %o is %s', (settings: Flags, status) => {
  expect(checkTls(config(settings)).status).toBe(status);
});

test.each([
  [{ host: '0.0.0.0' }, true],
  [{ host: '0.0.0.0', trustProxy: '1' }, false],
  [{ host: '0.0.0.0', baseUrl: 'https://books.grace.example' }, false],
])('doctor’s advice on TLS for a service with %o names vestry https: %s', (settings: Flags, isNamed) => {
  expect(checkTls(config(settings)).advice?.includes('vestry https')).toBe(isNamed);
});

test.each([
  ['22.14.0', '13.0.3', 'ok'],
  ['22.13.1', '13.0.3', 'fail'],
  ['24.21.0', '13.0.3', 'ok'],
  ['20.20.2', '13.0.3', 'fail'],
  ['24.21.0', '12.11.1', 'warn'],
  ['22.23.3', '13.2.0', 'warn'],
])('doctor’s finding for Node.js %s with better-sqlite3 %s is %s', (node, driver, status) => {
  expect(checkNode(node, driver).status).toBe(status);
});

test.each([
  [1024, 'ok'],
  [400, 'warn'],
])('doctor’s finding for a service that may open %d files is %s', (files, status) => {
  expect(checkOpenFiles(files).status).toBe(status);
});

test('doctor names the versions of Node.js and better-sqlite3 that are in use', async () => {
  const { findings: all } = await findings();
  const { message } = all.find(({ check }) => check === 'node') ?? {};
  expect(message).toBe(`Node.js ${process.versions.node}, better-sqlite3 13.0.3.`);
});

test.each([
  ['cut off', (file: string) => truncateSync(file, 20_000), /damaged \(SQLITE_CORRUPT\)/, /vestry backup restore FILE/],
  [
    'not a database',
    (file: string) => writeFileSync(file, 'x'.repeat(200)),
    /is not a database.*restore FILE/,
    /doctor/,
  ],
  ['missing', (file: string) => rmSync(file), /is missing.*vestry backup restore FILE/, /doctor/],
])(
  'doctor reports that the database is %s, after its findings about the computer',
  async (_name, spoil, message, advice) => {
    spoil(path.join(dir, 'vestry.db'));
    const { exitCode, findings: all, bad } = await findings();
    expect(exitCode).toBe(1);
    expect(all.map(({ check }) => check)).toEqual(['node', 'files', 'open files', 'disk', 'secrets', 'database']);
    const database = { check: 'database', status: 'fail', message: expect.stringMatching(message) };
    expect(bad.filter(({ check }) => check !== 'disk')).toEqual([
      { ...database, advice: expect.stringMatching(advice) },
    ]);
    expect((await doctor()).stdout).toMatch(/database +fail/);
  },
);

test('doctor shows a disk that failed and a clock that jumped, until it is told to forget them', async () => {
  const at = '2026-11-18T18:00:00.000Z';
  noteTrouble(dir, {
    disk: { at, code: 'SQLITE_IOERR_FSYNC', mendedAt: null },
    clock: { expected: at, shown: '2027-11-18T18:00:00.000Z' },
  });
  const { bad } = await findings();
  // The command itself has written the log again.
  expect(bad).toContainEqual({
    check: 'disk failure',
    status: 'warn',
    message: expect.stringMatching(/failed to write.*SQLITE_IOERR_FSYNC.*written again at 20/),
    advice: expect.stringMatching(/another disk.*doctor --fix/),
  });
  expect(bad).toContainEqual({
    check: 'clock jump',
    status: 'warn',
    message: expect.stringContaining('showed 2027-11-18T18:00:00.000Z when'),
    advice: expect.stringContaining('vestry audit list'),
  });
  await doctor('--fix');
  expect(readTrouble(dir)).toEqual({});
});

test('a scheduled backup of books that do not agree with their log is a fault, and the way back is the last good one', async () => {
  const { backups } = dataPaths(dir);
  const figures = { church: null, members: 0, givings: 0, expenses: 0, size: 0, isScheduled: true };
  mkdirSync(backups, { recursive: true });
  for (const isFaulty of [false, true]) {
    const file = path.join(backups, isFaulty ? 'vestry-20261102-090000.tar.gz' : 'vestry-20261101-090000.tar.gz');
    const at = isFaulty ? '2026-11-02T09:00:00.000Z' : '2026-11-01T09:00:00.000Z';
    writeFileSync(file, '');
    await rememberBackup({ backups }, { file, at, isFaulty, ...figures });
  }
  const { bad } = await findings();
  expect(bad).toContainEqual(
    expect.objectContaining({
      check: 'backups',
      status: 'fail',
      message: expect.stringContaining('made at 2026-11-02T09:00:00.000Z, but the books in it do not agree') as unknown,
      advice: expect.stringContaining('vestry-20261101-090000.tar.gz') as unknown,
    }),
  );
});
