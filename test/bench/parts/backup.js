import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { median } from '../measure.js';
import { memoryOf } from '../memory.js';
import { daemonArguments, p99Of, request, vestry } from '../process.js';

const MIB = 1024 * 1024;
const RECEIPTS = 400;
const RECEIPT_BYTES = 2 * MIB;
/** The size of the notes of each expense. With 400 expenses, the database grows to 200 MiB. */
const NOTE_BYTES = MIB / 2;
const SECONDS = 2;
/**
 * The maximum number of measurements during one backup. The backup yields to other requests. After the last measurement
 * there are none, so the backup can finish.
 */
const WINDOWS = 5;
const LIMIT = 3;
/**
 * The memory limit in MiB: a tenth of the backed-up data. A process that kept all the data in memory would need ten
 * times as much.
 */
const MEMORY_LIMIT = 100;
const LOOK_MS = 100;

/**
 * Compares the 99th percentile of the response times during a scheduled backup of 1 GiB with the 99th percentile when
 * no backup runs. Then measures how much more memory this backup needs than a backup of a small church, not counting
 * mapped files.
 */
export async function measurePart(workspace) {
  const [small, large] = [await church(workspace, 1), await church(workspace, RECEIPTS)];
  const daemon = await workspace.start(daemonArguments(large, 'development'));
  const body = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  const { accessToken } = await request(daemon.port, 'POST', '/api/auth/login', { body });
  const headers = { Authorization: `Bearer ${accessToken}` };
  const requests = ['/api/members', '/api/givings', '/api/auth/me', '/api/expense-categories'].map((to) => ({
    path: to,
    headers,
  }));
  const p99 = () => p99Of(daemon, { seconds: SECONDS, requests });
  await p99();
  const quiet = [await p99(), await p99()];
  const making = backUp(large);
  const busy = [];
  while (busy.length < WINDOWS && !making.isOver()) busy.push(await p99());
  const peak = await making.peak;
  quiet.push(await p99());
  await daemon.stop();
  const floor = median(quiet);
  const results = [
    result('backup: p99 of other requests while 1 GiB is backed up / without', busy, {
      floor,
      unit: 'ms',
      atMost: LIMIT,
    }),
  ];
  if (process.platform === 'linux') {
    const growth = peak - (await backUp(small).peak);
    results.push(
      result('backup: memory for 1 GiB more than for a small church / the limit', [growth], {
        floor: MEMORY_LIMIT,
        unit: 'MiB',
        atMost: 1,
      }),
    );
  }
  return results;
}

function result(name, rounds, { floor, unit, atMost }) {
  const ours = median(rounds);
  const ratio = ours / floor;
  return {
    name,
    ours,
    floor,
    unit,
    ratio,
    ratios: rounds.map((one) => one / floor),
    atMost,
    atLeast: 0,
    isMet: ratio <= atMost,
  };
}

/** Creates a data directory with this many receipts. Each receipt belongs to an expense with long notes. */
async function church(workspace, receipts) {
  const directory = workspace.directory();
  const daemon = await workspace.start(daemonArguments(directory, 'development'));
  const body = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  const { accessToken: token } = await request(daemon.port, 'POST', '/api/auth/login', { body });
  const expense = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-01-04', amount: 12.5, description: 'Lunch' };
  await request(daemon.port, 'POST', '/api/expenses', { token, body: expense });
  await daemon.stop();
  addReceipts(directory, receipts);
  return directory;
}

function addReceipts(directory, count) {
  const bytes = randomBytes(RECEIPT_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  const columns = db
    .prepare('pragma table_info(expenses)')
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'id');
  const columnsOf = columns.map((name) => `"${name}"`).join(', ');
  const values = columns.map((name) => (name === 'notes' ? '@notes' : `"${name}"`)).join(', ');
  const add = db.prepare(`insert into expenses (${columnsOf}) select ${values} from expenses where id = 1`);
  const attach = db.prepare(`insert into receipts (expenseId, path, fileName, contentType, size, sha256, addedAt)
    values (@expenseId, @stored, 'a.pdf', 'application/pdf', @size, @sha256, '2026-01-01T00:00:00.000Z')`);
  mkdirSync(path.join(directory, 'receipts/2026/01'), { recursive: true });
  db.transaction(() => {
    for (let made = 0; made < count; made++) {
      const stored = `2026/01/${randomBytes(16).toString('hex')}.pdf`;
      writeFileSync(path.join(directory, 'receipts', stored), bytes);
      const { lastInsertRowid: expenseId } = add.run({ notes: randomBytes(NOTE_BYTES / 2).toString('hex') });
      attach.run({ expenseId, stored, size: bytes.length, sha256 });
    }
  })();
  db.close();
}

/**
 * Starts a backup as the service does. `peak` is a promise of its peak memory in MiB, which resolves when the backup
 * has finished.
 */
function backUp(directory) {
  const args = vestry('backup', 'create', '--scheduled', '--json', '--data-dir', directory);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, residentOf(child.pid))), LOOK_MS);
  const isOver = () => child.exitCode !== null;
  const peak = once(child, 'exit').then(([code]) => {
    clearInterval(look);
    if (code !== 0) throw new Error(`The backup ended with ${code}.`);
    return most;
  });
  return { isOver, peak };
}

function residentOf(pid) {
  try {
    return memoryOf(pid, 'RssAnon') || 0;
  } catch {
    // The process has just ended, or the system does not report its memory.
    return 0;
  }
}
