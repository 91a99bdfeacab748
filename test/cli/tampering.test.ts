import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { headText } from '../../src/features/audit/chain.ts';
import { forge } from '../support/archive.ts';
import { copyDataDir, signIn, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';

const church = temporaryDir();
let logged: string;
beforeAll(async () => {
  const daemon = await startDaemon({ dataDir: church.dir, env: { VESTRY_LOG_LEVEL: 'info' } });
  const token = await signIn(daemon.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ categoryId: 1, amount: 50, date: '2026-01-04', method: 'Cash' });
  await fetch(`${daemon.url}/api/givings`, { method: 'POST', headers, body });
  ({ stderr: logged } = await daemon.stop());
});
afterAll(() => church.remove());

let dir: string;
beforeEach(() => {
  const made = temporaryDir();
  ({ dir } = made);
  onTestFinished(made.remove);
  copyDataDir(church.dir, dir);
});

const run = (...args: string[]) => vestry([...args, '--data-dir', dir]);
function sql(statement: string): void {
  const db = new Sqlite(path.join(dir, 'vestry.db'));
  db.exec(statement);
  db.close();
}
const head = () => {
  const db = new Sqlite(path.join(dir, 'vestry.db'), { readonly: true });
  const row = db.prepare('select entries, lastHash, seal from auditHead').get() as never;
  db.close();
  return row as { entries: number; lastHash: string; seal: string };
};
const archive = () =>
  path.join(dir, 'backups', readdirSync(path.join(dir, 'backups')).find((name) => name.endsWith('.gz')) ?? '');

test('verify prints the head in the form that it accepts later, and says that the head is authenticated', async () => {
  const { exitCode, stdout } = await run('audit', 'verify');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Its head (authenticated with the key in secrets.json):');
  expect(stdout).toContain(`\n${headText(head())}\n`);
  const later = await run('audit', 'verify', '--head', headText(head()).slice(0, 20));
  expect(later).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('The noted head is entry') });
});

test('a noted head that is not in the log is reported with exit code 4, and a malformed head with exit code 2', async () => {
  const noted = await run('audit', 'verify', '--head', `5:${'0'.repeat(64)}`, '--json');
  expect(noted.exitCode).toBe(4);
  expect(noted.stderr).toContain('The noted head is not in this log: entry 5 has the hash');
  expect((await run('audit', 'verify', '--head', `99999:${'0'.repeat(64)}`)).stderr).toContain('the log ends before');
  expect(await run('audit', 'verify', '--head', '5')).toMatchObject({ exitCode: 2 });
});

test('the service writes the head and its seal into its own log', () => {
  const note = logged.split('\n').find((line) => line.includes('auditHead')) ?? '{}';
  expect(JSON.parse(note)).toMatchObject({
    auditHead: expect.stringMatching(/^\d+:[0-9a-f]{64}$/),
    auditSeal: expect.stringMatching(/^v1\./),
  });
});

test('a service that starts with tampered books logs the faults', async () => {
  sql('update auditHead set seal = lastHash; drop index givingsBySession');
  const daemon = await startDaemon({ dataDir: dir });
  const { stderr } = await daemon.stop();
  expect(stderr).toContain('the audit log does not bear the seal of this program');
  expect(stderr).toContain('the index givingsBySession of givings is missing');
});

test('an amount changed with SQL is reported by audit verify, doctor, backup verify and backup restore', async () => {
  sql('update givings set amountMinor = 4000');
  const fault = 'Giving 1 has amount 40 in the books, but entry';
  expect(await run('audit', 'verify')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(fault) });
  expect(await run('doctor')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(fault) });
  expect(await run('backup', 'create')).toMatchObject({ exitCode: 0 });
  const verified = await run('backup', 'verify', archive());
  expect(verified).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(fault) });
  const restored = await run('backup', 'restore', archive(), '--yes');
  expect(restored).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(fault) });
});

test.each([
  ['trigger', 'create trigger sneak after insert on givings begin select 1; end', 'the trigger sneak of givings'],
  ['view', 'create view givers as select * from givings', 'the view givers'],
])(
  'a foreign %s in the database stops the service and every command but doctor with one line that names it',
  async (_kind, statement, named) => {
    sql(statement);
    for (const args of [
      ['serve', '--port', '0'],
      ['audit', 'verify'],
      ['backup', 'create'],
    ]) {
      const { exitCode, stderr } = await run(...args);
      expect({ args, exitCode }).toEqual({ args, exitCode: 4 });
      expect(stderr).toContain(named);
      expect(stderr).toContain('vestry backup restore');
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(await run('doctor')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(named) });
  },
);

test('a backup with a foreign trigger is reported as bad and is not restored', async () => {
  const backup = await run('backup', 'create');
  expect(backup.exitCode).toBe(0);
  await forge(archive(), (db) => db.exec('create trigger sneak after insert on givings begin select 1; end'));
  const named = 'The trigger sneak of givings was not made by Vestry.';
  expect(await run('backup', 'verify', archive())).toMatchObject({
    exitCode: 4,
    stderr: expect.stringContaining(named),
  });
  const restored = await run('backup', 'restore', archive(), '--yes');
  expect(restored).toMatchObject({ exitCode: 4, stderr: expect.stringContaining(named) });
});

test('an unencrypted backup of another computer is named as such, and restored only with a flag that says so', async () => {
  await run('backup', 'create');
  const file = archive();
  const other = temporaryDir();
  onTestFinished(other.remove);
  const verified = await vestry(['backup', 'verify', file, '--data-dir', other.dir]);
  const key = /this computer \(key ([0-9a-f]{16})\)/.exec((await run('backup', 'verify', file)).stdout)?.[1];
  const whose = `another computer (key ${key})`;
  expect(verified).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/key unknown/) });
  expect(verified.stdout).toContain(whose);
  const restore = (...flags: string[]) =>
    vestry(['backup', 'restore', file, '--yes', ...flags, '--data-dir', other.dir]);
  const refused = { exitCode: 4, stderr: expect.stringMatching(`sealed with the key ${key}.* add --accept-unproven`) };
  expect(await restore()).toMatchObject(refused);
  expect(await restore('--accept-unproven')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(whose) });
  const after = await vestry(['audit', 'verify', '--json', '--data-dir', other.dir]);
  expect(JSON.parse(after.stdout)).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [] });
});

test('after a restore, audit verify accepts a head of the replaced log, because an entry records that head', async () => {
  await run('backup', 'create');
  await run('seed');
  await run('ministry', 'add', '--name', 'Choir', '--class', 'ProgramServices');
  const replaced = headText(head());
  expect((await run('backup', 'restore', archive(), '--yes')).exitCode).toBe(0);
  const { exitCode, stdout } = await run('audit', 'verify', '--head', replaced);
  expect({ exitCode, stdout }).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('that a restore replaced'),
  });
});

test('after the secrets are replaced, the audit log continues, and an entry records the head that it had before', async () => {
  const before = headText(head());
  rmSync(path.join(dir, 'secrets.json'));
  const lost = await run('audit', 'verify', '--json');
  expect(JSON.parse(lost.stdout)).toMatchObject({ isIntact: true, authentication: 'key unknown' });
  const daemon = await startDaemon({ dataDir: dir, args: ['--new-secrets'] });
  await daemon.stop();
  const after = await run('audit', 'verify', '--json');
  expect(JSON.parse(after.stdout)).toMatchObject({ isIntact: true, authentication: 'authenticated' });
  const list = JSON.parse((await run('audit', 'list', '--action', 'SecretsReplaced', '--json')).stdout);
  expect(list.items).toMatchObject([{ changes: { headBefore: [null, before] } }]);
});

test('a secrets.json that does not belong to the log is refused', async () => {
  const other = JSON.parse(readFileSync(path.join(dir, 'secrets.json'), 'utf8')) as Record<string, string>;
  const encryptionKey = Buffer.alloc(32, 7).toString('base64');
  writeFileSync(path.join(dir, 'secrets.json'), JSON.stringify({ ...other, encryptionKey }), { mode: 0o600 });
  const { exitCode, stderr } = await run('audit', 'verify');
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('secrets.json') });
});
