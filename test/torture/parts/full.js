/**
 * Fills and empties the disk again and again while people work. A refused write must have no effect, nothing may be
 * damaged or left incomplete, and reading must work. Once there is space again, the same service must be able to write.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBooks } from '../books.js';
import { signIn } from '../call.js';
import { smallDisk } from '../small-disk.js';
import { Staff, writeList } from '../staff.js';

const ROUNDS = 25;
/** After this many rounds, new books begin, because the books themselves would otherwise fill the disk. */
const ROUNDS_A_CHURCH = 5;
const MEBIBYTES = 192;
const PEOPLE = 6;
const MOST_LEFT = 300_000;
/**
 * The number of gifts in an offering that is written to the full disk. Smaller writes may fit into the existing
 * write-ahead log, but a few offerings of this size need more space.
 */
const LINES = 800;
const MOST_OFFERINGS = 200;
const NEW = /^(\.vestry-draft-|.*\.new$)/;

export async function torturePart({ place, findings, random, rounds = ROUNDS }) {
  const disk = smallDisk(place, MEBIBYTES);
  if (disk.why) {
    findings.skip(disk.why);
    return;
  }
  await startWithoutSpace(place, findings, disk);
  for (let round = 0; round < rounds; round += ROUNDS_A_CHURCH) {
    const staff = new Staff({ place, findings, random, directory: path.join(disk.root, 'church') });
    await keepChurch(staff, disk, Math.min(ROUNDS_A_CHURCH, rounds - round));
    findings.say(`${findings.total('rounds')} of ${rounds} rounds`);
  }
}

/** Runs one church on the disk for this many rounds and then removes it. */
async function keepChurch(staff, disk, rounds) {
  const { place, findings, directory } = staff;
  // The service logs to the same disk, like a service started with `vestry start`.
  const service = place.service(directory, { args: ['--kept-by', 'start'], env: { VESTRY_LOG_LEVEL: 'info' } });
  staff.port = await service.ready;
  staff.token = (await signIn(staff.port)).token;
  const replaceReceipt = await staff.replacedReceipt();
  for (let round = 0; round < rounds; round += 1) {
    staff.token = (await signIn(staff.port)).token;
    await workOnFull(staff, disk);
    await refuseAll(staff, disk, replaceReceipt);
    disk.empty();
    await takeAll(staff);
    findings.count('rounds');
  }
  const { code, signal, stderr } = await service.stop();
  findings.expect(code === 0, `the service ended with ${code ?? signal}: ${stderr}`);
  await look(staff);
  rmSync(directory, { recursive: true });
}

/**
 * Checks that a first start on an almost full disk succeeds or fails with a plain message, and that a later start in
 * the same directory succeeds.
 */
async function startWithoutSpace(place, findings, disk) {
  const directory = path.join(disk.root, 'new');
  for (const left of [0, 8192, 65_536, 262_144]) {
    disk.fill(left);
    const service = place.service(directory);
    const { code, stderr } = await service.ready.then(service.stop, () => service.ended);
    if (code !== 0) expectPlain(findings, `serve with ${left} bytes left`, { code, stderr });
    disk.empty();
  }
  const service = place.service(directory);
  await signIn(await service.ready);
  await service.stop();
  findings.count('starts without space', 4);
}

/** Lets everybody work while the disk is filled and emptied. */
async function workOnFull(staff, disk) {
  const work = staff.work({ people: PEOPLE });
  for (let turn = 0; turn < 3; turn += 1) {
    disk.fill(staff.random.between(0, MOST_LEFT));
    await pause(staff.random.between(50, 400));
    disk.empty();
    await pause(staff.random.between(0, 100));
  }
  staff.stop();
  await work;
}

/** Checks on a full disk that each kind of write is refused as documented, and that reading works. */
async function refuseAll(staff, disk, replaceReceipt) {
  const { findings } = staff;
  disk.fill(0);
  let offering;
  for (let n = 0; n < MOST_OFFERINGS && offering?.status !== 503; n += 1) offering = await staff.offer(LINES);
  expectUnavailable(findings, 'an offering', offering);
  expectUnavailable(findings, 'a receipt', await replaceReceipt());
  const list = await staff.ask('GET', '/api/givings');
  findings.expect(list.status === 200, `the list of givings answered ${list.status} on a full disk`);
  await refuseCommand(staff, ['backup', 'create']);
  await refuseCommand(staff, ['import', 'givings', writeList(staff, 2000, 'never').file, '--no-givers']);
}

function expectUnavailable(findings, what, { status, body }) {
  const isRight = status === 503 && body.code === 'unavailable' && /disk/.test(body.detail);
  findings.expect(isRight, `${what} on a full disk answered ${status} ${JSON.stringify(body)}`);
}

async function refuseCommand(staff, args) {
  const outcome = await staff.place.vestry([...args, '--data-dir', staff.directory]).ended;
  staff.findings.count('commands refused');
  expectPlain(staff.findings, `vestry ${args.slice(0, 2).join(' ')}`, outcome);
}

/** Checks that a command failed with a message that mentions the disk or its space and has no stack trace. */
function expectPlain(findings, what, { code, stderr }) {
  const isPlain = /disk|space|room/i.test(stderr) && !/^\s+at |SqliteError|\bnode:/m.test(stderr);
  findings.expect(code !== 0 && isPlain, `${what} on a full disk ended with ${code}: ${stderr}`);
}

/** Checks that every write succeeds at the first attempt once there is space again. */
async function takeAll(staff) {
  const { findings } = staff;
  findings.expect((await staff.give()).outcome === 'done', 'a giving is refused although there is space again');
  findings.expect(await staff.spend(), 'an expense with a receipt is refused although there is space again');
  await staff.expectCommand(['backup', 'create']);
  await staff.verifyBackups();
}

async function look(staff) {
  const { directory, findings, ledger } = staff;
  const { records, faults, orphans } = readBooks(directory);
  for (const fault of [...faults, ...ledger.settle(records)]) findings.complain(fault);
  findings.expect(orphans.length === 0, `receipt files without a row remain: ${orphans.join(', ')}`);
  const left = ['backups', 'receipts', '.'].flatMap((folder) => readdirSync(path.join(directory, folder)));
  findings.expect(!left.some((name) => NEW.test(name)), `unfinished files remain: ${left.join(', ')}`);
  await staff.expectCommand(['audit', 'verify']);
  findings.count('records compared', records.size);
  for (const [outcome, count] of Object.entries(ledger.counts)) findings.count(`writes ${outcome}`, count);
}
