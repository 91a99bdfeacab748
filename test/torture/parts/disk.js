/**
 * Lets syncs of the database fail while people work, as a failing disk does: what was not written is then nowhere, and
 * the next sync succeeds. Afterwards rebuilds the disk as a power cut, or the end of the process, leaves it at many
 * moments. Each of these disks must have what was acknowledged before, nothing that was refused, and no damage.
 */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { readBooks } from '../books.js';
import { signIn } from '../call.js';
import { DatedLedger } from '../dated-ledger.js';
import { buildLibrary, DATABASE, ForgetfulDisk, LOG } from '../forgetful-disk.js';
import { Staff } from '../staff.js';

const ROUNDS = 45;
const DISKS_A_ROUND = 12;
const PEOPLE = 4;
const SPELLS = 2;
const MOST_FAILURES = 3;
const LATEST_MS = 2000;
/** So many offerings of so many gifts let the log be copied. */
const OFFERINGS = 3;
const LINES = 600;
/** The exit code of a process that ends because of its disk. */
const FAILED = 1;
const SAID = /The disk failed to write .*vestry\.db/;

export async function torturePart({ place, findings, random, rounds = ROUNDS }) {
  const { library, why } = buildLibrary(place.directory());
  if (why) {
    findings.skip(why);
    return;
  }
  for (let round = 0; round < rounds; round += 1) {
    const root = place.directory();
    const disk = new ForgetfulDisk({ library, root, journal: path.join(place.directory(), 'journal') });
    const staff = new Staff({ place, findings, random, directory: root, env: disk.env });
    staff.ledger = new DatedLedger(disk.now);
    await workOn(staff, disk);
    await lookAtDisks(staff, disk);
    rmSync(root, { recursive: true });
    findings.count('rounds');
    findings.say(`${round + 1} of ${rounds} rounds, ${findings.total('disks')} disks`);
  }
}

/** Lets people work while the disk fails now and then. A service that ends because of the disk is started again. */
async function workOn(staff, disk) {
  const { findings, random, directory } = staff;
  let service = await started(staff, disk);
  const work = staff.work({ people: PEOPLE });
  for (let spell = 0; spell < SPELLS; spell += 1) {
    const file = random.once(2) ? DATABASE : LOG;
    // Sometimes another process is in the way of the mark after a commit that failed, and all ends before it.
    const isKilled = file === LOG && random.once(2);
    const reader = heldSnapshot(directory);
    // Now the log can be copied only in part.
    if (file === DATABASE) await fillLog(staff);
    else await pause(random.between(50, 700));
    disk.fail(file, random.between(1, MOST_FAILURES), { holds: isKilled });
    reader.close();
    if (file === DATABASE) await fillLog(staff);
    if (isKilled) await disk.held(LATEST_MS);
    await Promise.race([service.ended, pause(isKilled ? random.between(0, 60) : random.between(100, 500))]);
    if (!isKilled) disk.recover();
    const wanted = isKilled || random.once(4) ? service.kill : random.once(3) ? service.stop : undefined;
    const end = service.child.exitCode === null ? await wanted?.() : await service.ended;
    disk.recover();
    if (end === undefined) continue;
    expectEnd(findings, end);
    service = await started(staff, disk);
  }
  staff.stop();
  await work;
  expectEnd(findings, await service.stop());
  await staff.expectCommand(['audit', 'verify']);
}

/** Checks that a service ended because of its disk, or because it was stopped or killed. */
function expectEnd(findings, { code, signal, stderr }) {
  const isRight = code === 0 || signal === 'SIGKILL' || (code === FAILED && SAID.test(stderr));
  findings.expect(isRight, `the service ended with ${code}: ${stderr}`);
  findings.count('services that ended because of the disk', SAID.test(stderr) ? 1 : 0);
}

/** Starts the service. A command that still has the database open may be in the way of mending it. */
async function started(staff, disk) {
  for (let tries = 5; ; tries -= 1) {
    const service = staff.place.service(staff.directory, { env: disk.env });
    const port = await service.ready.catch(() => undefined);
    if (port !== undefined) {
      staff.port = port;
      staff.token = (await signIn(port)).token;
      return service;
    }
    const { code, stderr } = await service.ended;
    if (tries === 0) throw new Error(`The service cannot be started: ${code} ${stderr}`);
    await pause(500);
  }
}

/** Writes so much that the log is copied. */
async function fillLog(staff) {
  for (let left = OFFERINGS; left > 0; left -= 1) await staff.offer(LINES);
}

/** Reads a snapshot of the books, as a backup does, so that the log can be copied only in part. */
function heldSnapshot(directory) {
  const reader = new Sqlite(path.join(directory, 'vestry.db'), { readonly: true });
  reader.exec('begin');
  reader.prepare('select count(*) from givings').get();
  return reader;
}

/** Looks at the disks of many moments, most of them soon after a failure. */
async function lookAtDisks(staff, disk) {
  const { findings, random, place } = staff;
  const recording = disk.read();
  for (const [file, name] of [
    [DATABASE, 'database'],
    [LOG, 'log'],
  ])
    findings.count(`failed syncs of the ${name}`, recording.failures.filter((one) => one.file === file).length);
  const after = (failure) => {
    const index = recording.moments.indexOf(failure.end) + random.pick([0, 1, 5, 30, 300]);
    return recording.moments[Math.min(index, recording.moments.length - 1)];
  };
  const moments = Array.from({ length: DISKS_A_ROUND }, (_, number) => {
    if (number === 0) return recording.moments.at(-1);
    const isAfter = recording.failures.length > 0 && !random.once(3);
    return isAfter ? after(random.pick(recording.failures)) : random.pick(recording.moments);
  }).toSorted((a, b) => a - b);
  const directory = place.directory();
  await recording.replay([...new Set(moments)], ({ at, write }) => {
    for (const how of [{ random }, {}]) {
      rmSync(directory, { recursive: true });
      mkdirSync(directory);
      write(directory, how);
      const name = how.random ? 'after a power cut' : 'after the end of the process';
      for (const fault of faultsOf(staff, directory, at)) findings.complain(`at ${at}, ${name}: ${fault}`);
      findings.count(how.random ? 'disks' : 'files after the end of a process');
    }
  });
}

function faultsOf({ ledger, findings }, directory, at) {
  try {
    const { records, faults } = readBooks(directory);
    findings.count('records compared', records.size);
    // The rebuilt disks have no receipts.
    return [...faults.filter((fault) => !/receipt/.test(fault)), ...ledger.settleAt(at, records)];
  } catch (error) {
    // Before the first commit of a new church, there are no tables.
    return /no such table/.test(error.message) && ledger.settleAt(at, new Map()).length === 0 ? [] : [error.message];
  }
}
