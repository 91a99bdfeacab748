/**
 * Lets system calls of the service and of commands fail: the Nth write, sync, read, rename or unlink, once, for a while, or
 * for ever. Whoever gets an answer must be able to rely on it, no answer may be an unexpected error, and a command says
 * in a sentence what is wrong with the disk.
 */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBooks } from '../books.js';
import { signIn } from '../call.js';
import { Staff, writeList } from '../staff.js';
import { cannotTrace } from './sync.js';

const ROUNDS = 60;
const ROWS = 300;
/** The calls that fail, and with which errors. */
const CALLS = {
  pwrite64: ['EIO', 'ENOSPC', 'EDQUOT', 'EINTR'],
  'fsync,fdatasync': ['EIO', 'ENOSPC', 'EINTR'],
  'read,pread64': ['EIO', 'EINTR'],
  rename: ['EIO', 'ENOSPC', 'EROFS'],
  unlink: ['EIO', 'EROFS'],
};
/** From which call on, and how many of them, fail: one, every third, or all. */
const WAYS = ['', '+3', '+'];
const LATEST = 40;
/** A sentence about the disk, and no stack trace. */
const PLAIN = /disk|space|room|written|read|cannot|interrupted|damaged/i;
const TRACE = /^\s+at |SqliteError|\bnode:|report it/m;

export async function torturePart({ place, findings, random, rounds = ROUNDS }) {
  const why = cannotTrace();
  if (why) {
    findings.skip(why);
    return;
  }
  const staff = new Staff({ place, findings, random, directory: place.directory() });
  for (let round = 0; round < rounds; round += 1) {
    const fault = drawn(random);
    const before = findings.faults;
    await (round % 2 === 0 ? serveDuring(staff, fault) : commandDuring(staff, fault));
    for (const found of look(staff)) findings.complain(found);
    findings.count('faults injected');
    if (findings.faults > before) findings.say(`The last violation was with ${fault} in round ${round + 1}`);
  }
}

/** Returns the argument of strace for a fault. */
function drawn(random) {
  const call = random.pick(Object.keys(CALLS));
  const error = random.pick(CALLS[call]);
  // SQLite repeats a call that was interrupted, so one that always is would never end.
  const way = `${random.between(1, LATEST)}${random.pick(error === 'EINTR' ? WAYS.slice(0, 2) : WAYS)}`;
  return `inject=${call}:error=${error}:when=${way}`;
}

/**
 * Returns the command line of strace for a fault. Only reads of the database, and of the file that a command is given, fail,
 * and not those of the program.
 */
function strace(directory, fault, file) {
  const [, calls] = /inject=([^:]+)/.exec(fault);
  const books = ['vestry.db', 'vestry.db-wal'].map((name) => path.join(directory, name));
  const files = calls.includes('read') ? [...books, ...(file === undefined ? [] : [file])] : [];
  const only = files.flatMap((name) => ['-P', name]);
  return ['strace', '-f', '-qq', '-o', '/dev/null', ...only, '-e', `trace=${calls}`, '-e', fault];
}

/** Lets people write while the calls of the service fail. When they succeed again, every write succeeds again. */
async function serveDuring(staff, fault) {
  const { place, findings, random, directory } = staff;
  const service = place.service(directory);
  staff.port = await service.ready;
  staff.token = (await signIn(staff.port)).token;
  const [program, ...args] = strace(directory, fault);
  const tracer = spawn(program, [...args, '-p', String(service.child.pid)]);
  const detached = once(tracer, 'exit');
  await attached(service.child.pid);
  const work = staff.work({ people: 3 });
  await Promise.race([service.ended, pause(random.between(300, 1200))]);
  staff.stop();
  await work;
  tracer.kill('SIGINT');
  await detached;
  if (service.child.exitCode === null) {
    let answer = await staff.give();
    if (answer.body?.code === 'database_damaged') answer = await trustAgain(staff);
    const { outcome, status } = answer;
    findings.expect(outcome === 'done' || isEnding(service), `the disk works again, but a gift is answered ${status}`);
  }
  const { code, stderr } = await service.stop();
  const isRight = code === 0 || /The disk failed to write/.test(stderr);
  findings.expect(isRight, `the service ended with ${code}: ${stderr}`);
}

/**
 * SQLite takes pages that cannot be read for damaged. Then the file is marked until a check finds nothing, as that of the
 * doctor. Returns the response to a gift afterwards.
 */
async function trustAgain(staff) {
  staff.findings.count('files marked as damaged');
  await staff.place.vestry(['doctor', '--fix', '--data-dir', staff.directory]).ended;
  return staff.give();
}

const isEnding = ({ child }) => child.exitCode !== null;

/** Waits until a process is traced. */
async function attached(pid) {
  while (/TracerPid:\s+0\b/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))) await pause(10);
}

/** Runs a command whose calls fail, and then the same command without a fault. */
async function commandDuring(staff, fault) {
  const { random } = staff;
  await random.pick([importUnder, finalizeUnder, backUpUnder, restoreUnder])(staff, fault);
}

/** Runs a command under strace. `file` is the file that it reads. Returns its outcome. */
async function under(staff, fault, args, file) {
  const { place, findings, directory } = staff;
  const tracer = strace(directory, fault, file);
  const { code, signal, stderr } = await place.vestry([...args, '--data-dir', directory], { under: tracer }).ended;
  const said = `vestry ${args.slice(0, 2).join(' ')} under ${fault} ended with ${code ?? signal}: ${stderr}`;
  findings.count(code === 0 ? 'commands that succeeded' : 'commands that failed');
  findings.expect(code === 0 || (PLAIN.test(stderr) && !TRACE.test(stderr)), said);
  // A command that ends because of its disk does not know whether its work was saved.
  const failed = /The disk failed to write/.test(stderr) ? 'unknown' : 'refused';
  return { outcome: code === 0 ? 'done' : failed, code, stderr };
}

async function importUnder(staff, fault) {
  const mark = staff.nextMark('i');
  const { file, state } = writeList(staff, ROWS, mark);
  await staff.ledger.attempt(mark, state, () => under(staff, fault, ['import', 'givings', file, '--no-givers'], file));
}

async function finalizeUnder(staff, fault) {
  const { year, month } = staff.nextMonth();
  const key = `${year}-${String(month).padStart(2, '0')}`;
  const mark = `s${key}`;
  const draft = { status: 'Draft', notes: mark };
  const args = ['statement', 'update', key, '--opening-balance', '0', '--notes', mark];
  await staff.ledger.attempt(mark, draft, () => staff.command(args, false));
  await staff.ledger.attempt(mark, { ...draft, status: 'Finalized' }, () =>
    under(staff, fault, ['statement', 'finalize', key, '--force']),
  );
}

async function backUpUnder(staff, fault) {
  const { code } = await under(staff, fault, ['backup', 'create']);
  const made = readdirSync(path.join(staff.directory, 'backups')).filter((one) => one.startsWith('vestry-'));
  staff.findings.expect(code !== 0 || made.length > 0, 'a backup was made, but there is none');
  await staff.verifyBackups();
}

/** Restores a backup of the present books into the directory. Whatever fails, the books are the same afterwards. */
async function restoreUnder(staff, fault) {
  const { place, directory, findings } = staff;
  await staff.verifyBackups();
  await staff.expectCommand(['backup', 'create']);
  const folder = path.join(directory, 'backups');
  const name = readdirSync(folder).find((one) => one.startsWith('vestry-'));
  const archive = path.join(place.directory(), name);
  cpSync(path.join(folder, name), archive);
  rmSync(path.join(folder, name));
  const args = ['backup', 'restore', archive, '--yes', '--keep-settings'];
  const { code, stderr } = await under(staff, fault, args, archive);
  if (!existsSync(path.join(directory, 'restoring.json'))) return;
  const isSaid = stderr.includes('vestry backup restore --finish');
  findings.expect(code !== 0 && isSaid, `a restore was cut off, and says: ${stderr}`);
  await staff.expectCommand(['backup', 'restore', '--finish']);
}

function look(staff) {
  const { records, faults } = readBooks(staff.directory);
  staff.findings.count('records compared', records.size);
  return [...faults, ...staff.ledger.settle(records)];
}
