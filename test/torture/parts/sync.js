/**
 * A kill does not lose data that the system has not yet written to the disk, but a power cut does. So strace watches
 * the system calls of the service and of a command. Before a response is sent, all data that it acknowledges must be
 * synced.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { call, signIn } from '../call.js';
import { Unsynced } from '../unsynced.js';

const ROUNDS = 20;
const AT_ONCE = 10;
/** When a command that imports this many rows ends, the write-ahead log is copied into the database and removed. */
const ROWS = 2500;

export async function torturePart({ place, findings, rounds = ROUNDS }) {
  const why = cannotTrace();
  if (why) {
    findings.skip(why);
    return;
  }
  const directory = place.directory();
  await makeBooks(place, directory);
  await traced({ place, findings, directory }, 'service', (under) =>
    serve({ place, findings, rounds, directory }, under),
  );
  await traced({ place, findings, directory }, 'import', (under) => importMany(place, directory, under));
}

/** Returns why the system calls of another process cannot be watched here, or undefined if they can. */
export function cannotTrace() {
  if (process.platform !== 'linux') return 'strace exists only on Linux';
  const { error, status, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (error) return 'strace is not installed';
  return status === 0 ? undefined : `strace cannot work here: ${stderr.trim()}`;
}

async function makeBooks(place, directory) {
  const service = place.service(directory);
  await service.ready;
  await service.stop();
}

const CALLS = 'pwrite64,write,writev,fsync,fdatasync,rename,unlink,exit_group';

/** Runs some work under strace and then checks the recorded system calls. */
async function traced({ place, findings, directory }, name, work) {
  const file = path.join(place.directory(), `${name}.strace`);
  await work(['strace', '-f', '-y', '-s', '16', '-e', `trace=${CALLS}`, '-o', file]);
  const unsynced = new Unsynced(directory);
  for (const line of readFileSync(file, 'utf8').split('\n')) unsynced.read(line);
  for (const fault of unsynced.faults.slice(0, 5)) findings.complain(`${name}: ${fault}`);
  findings.count('acknowledgements', unsynced.acknowledgements);
  findings.count('syncs', unsynced.syncs);
  findings.count('logs given up', unsynced.logsGivenUp);
  findings.expect(
    Math.min(unsynced.acknowledgements, unsynced.syncs, unsynced.logsGivenUp) > 0,
    `${name}: no writes were found in ${file}`,
  );
}

/** Sends some writes one after another, and others at the same time, so that the simultaneous writes share a commit. */
async function serve({ place, findings, rounds, directory }, under) {
  const service = place.service(directory, { under });
  const port = await service.ready;
  const { token } = await signIn(port);
  const must = async (method, route, options) => {
    const answer = await call(port, method, route, { token, ...options });
    findings.expect(answer.status < 300, `${method} ${route} answered ${answer.status}`);
    return answer.body;
  };
  const gift = { categoryId: 1, amount: 12.5, date: '2026-03-01', method: 'Cash' };
  for (let round = 0; round < rounds; round += 1) {
    await must('POST', '/api/givings', { body: gift, headers: { 'idempotency-key': `sync-${round}` } });
    await Promise.all(Array.from({ length: AT_ONCE }, () => must('POST', '/api/givings', { body: gift })));
    const { id } = await must('POST', '/api/expenses', { body: BILL });
    await must('PUT', `/api/expenses/${id}/receipt`, { body: PDF, headers: { 'content-type': 'application/pdf' } });
  }
  // The signal must reach the service and not strace.
  process.kill(serverOf(directory), 'SIGTERM');
  await service.ended;
}

const BILL = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-01-04', amount: 8, description: 'Candles' };
const PDF = Buffer.from(`%PDF-1.7\n${'a receipt '.repeat(2000)}`);

function serverOf(directory) {
  return JSON.parse(readFileSync(path.join(directory, 'vestry.pid'), 'utf8')).pid;
}

async function importMany(place, directory, under) {
  const file = path.join(place.directory(), 'gifts.csv');
  const lines = Array.from({ length: ROWS }, (_, row) => `2026-02-01,${row + 1}.00,Cash,Tithe,row ${row}`);
  writeFileSync(file, ['date,amount,method,category,note', ...lines].join('\r\n'));
  const { code, stderr } = await place.vestry(['import', 'givings', file, '--no-givers', '--data-dir', directory], {
    under,
  }).ended;
  if (code !== 0) throw new Error(`The import ended with ${code}: ${stderr}`);
}
