import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { LUNCH, pdf } from '../support/receipts.ts';

let dir: string;
let remove: () => void;
beforeEach(async () => {
  ({ dir, remove } = temporaryDir());
  const daemon = await startDaemon({ dataDir: dir });
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
afterEach(() => remove());

const doctor = (...args: string[]) => vestry(['doctor', '--data-dir', dir, ...args]);

async function findings() {
  const { exitCode, stdout } = await doctor('--json');
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

/** The file of the only receipt. */
function receipt(): string {
  const folder = path.join(dir, 'receipts');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const file = names.find((name) => name.endsWith('.pdf')) ?? '';
  return path.join(folder, file);
}

test('a church in order is told so, with exit 0', async () => {
  const { exitCode, stdout, stderr } = await doctor();
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  for (const line of [
    'undamaged',
    'refers to rows that are there',
    'chain is unbroken',
    '1 receipts are as they were stored',
  ])
    expect(stdout).toContain(line);
  expect(stdout).toContain('Everything is in order.');
  const { exitCode: asJson, findings: all } = await findings();
  expect(asJson).toBe(0);
  expect(all.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'database ok',
    'references ok',
    'audit log ok',
    'receipts ok',
  ]);
});

test('leftovers of uploads are removed, other files are only named, and neither is a failure', async () => {
  const leftover = path.join(dir, 'receipts', `${'a'.repeat(32)}.new`);
  writeFileSync(leftover, 'half');
  utimesSync(leftover, 1, 1);
  mkdirSync(path.join(dir, 'receipts', 'old'));
  writeFileSync(path.join(dir, 'receipts', 'old', 'Thumbs.db'), '');
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(0);
  expect(bad).toMatchObject([
    { check: 'receipts', status: 'warning', message: expect.stringContaining('old/Thumbs.db') },
  ]);
  expect(existsSync(leftover)).toBe(false);
  expect(existsSync(receipt())).toBe(true);
});

test('a lost receipt, a broken reference and a changed log are each found, with exit 1 and what to do', async () => {
  rmSync(receipt());
  change(`update auditLogs set actorName = 'somebody else' where id = 1`);
  change('update expenses set ministryId = 4711');
  const { exitCode, bad } = await findings();
  expect(exitCode).toBe(1);
  expect(bad.map(({ check, status }) => `${check} ${status}`)).toEqual([
    'references failed',
    'audit log failed',
    'receipts failed',
  ]);
  expect(bad.map(({ message }) => message)).toEqual([
    expect.stringContaining('expenses 1 -> ministries'),
    expect.stringContaining('entry 1'),
    expect.stringContaining('expense 1 (missing)'),
  ]);
  expect(bad.filter(({ advice }) => !advice)).toEqual([]);
  const { exitCode: asTable, stdout } = await doctor();
  expect(asTable).toBe(1);
  expect(stdout).toContain('3 to look at.');
  for (const { advice } of bad) expect(stdout).toContain(`-> ${advice}`);
});

test('a damaged database is found, whatever else can still be looked at', async () => {
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
  expect(bad[0]).toMatchObject({ check: 'database', status: 'failed', advice: expect.stringContaining('backup') });
});

test('without a church there is nothing to look at', async () => {
  rmSync(path.join(dir, 'vestry.db'));
  expect((await doctor()).exitCode).toBe(3);
});
