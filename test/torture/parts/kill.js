/**
 * SIGKILL at random moments while people write over HTTP and at the terminal: what was acknowledged is there once and whole,
 * what was not is there whole or not at all, and everything agrees with everything.
 */
import { existsSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBooks } from '../books.js';
import { call, signIn } from '../call.js';
import { churchFaults, copyFaults, makeOldChurch } from '../old-church.js';
import { Staff } from '../staff.js';

const ROUNDS = 200;
/** After so many rounds the books begin anew, so that looking at them takes no longer and longer. */
const ROUNDS_A_CHURCH = 20;
const PEOPLE = 8;
/** So many writes are acknowledged at most between two kills. */
const MOST_WRITES = 120;
const LONGEST_LOOK_MS = 20;
const LOOKS = 3000;
const REPEATED = 3;
const SOUGHT = 4;

export async function torturePart({ place, findings, random, rounds = ROUNDS }) {
  let staff;
  for (let round = 0; round < rounds; round += 1) {
    if (round % ROUNDS_A_CHURCH === 0) {
      if (staff) await finish(staff);
      staff = new Staff({ place, findings, random, directory: place.directory() });
    }
    const before = findings.faults;
    await kindOf(round)(staff);
    await look(staff);
    findings.count('rounds');
    if (findings.faults > before) findings.say(`that was in round ${round + 1}`);
    else if ((round + 1) % 10 === 0) findings.say(`${round + 1} of ${rounds} rounds`);
  }
  await finish(staff);
}

/** Every fourth round kills a start; every other of these, one that upgrades. */
function kindOf(round) {
  if (round % 4 !== 1) return killedWork;
  return round % 8 === 1 ? killedUpgrade : killedStart;
}

/** A service that is killed while it upgrades the books of the version before: they are of one version or the other. */
async function killedUpgrade({ place, random, findings }) {
  const directory = place.directory();
  const steps = await makeOldChurch(place, directory);
  const service = place.service(directory);
  await pause(random.between(200, 1200));
  await service.kill();
  for (const fault of [...copyFaults(directory, steps), ...churchFaults(directory, steps)]) findings.complain(fault);
  const again = place.service(directory);
  await again.ready;
  await again.stop();
  for (const fault of churchFaults(directory, steps)) findings.complain(fault);
  findings.count('upgrades');
}

/** A service that is killed before it is ready, sometimes on an empty directory, where it makes the books. */
async function killedStart(staff) {
  const { place, random, findings } = staff;
  const isNew = random.once(2);
  const directory = isNew ? place.directory() : staff.directory;
  const service = place.service(directory);
  await pause(random.between(50, 700));
  await service.kill();
  if (!isNew) return;
  const again = place.service(directory);
  await expectCatalogs(findings, await again.ready);
  await again.stop();
}

/** Whatever became of the first start, the next one makes the catalogs whole. */
async function expectCatalogs(findings, port) {
  const { token } = await signIn(port);
  const count = async (route) => (await call(port, 'GET', route, { token })).body.items.length;
  findings.expect((await count('/api/roles')) === 13, 'after a killed first start there are not 13 roles');
  findings.expect((await count('/api/ministries')) === 10, 'after a killed first start there are not 10 ministries');
  findings.expect(
    (await count('/api/expense-categories')) === 11,
    'after a killed first start there are not 11 groups',
  );
}

/** A service that is killed while everybody works; commands go on, or are killed by themselves. */
async function killedWork(staff) {
  const { place, random, directory } = staff;
  const service = place.service(directory);
  staff.port = await service.ready;
  staff.token = (await signIn(staff.port)).token;
  await repeatKeys(staff);
  await search(staff);
  const work = staff.work({ people: PEOPLE, killsCommands: true });
  const enough = staff.ledger.counts.done + random.between(1, MOST_WRITES);
  const isAtWork = () => staff.ledger.counts.done < enough && service.child.exitCode === null;
  for (let look = 0; look < LOOKS && isAtWork(); look += 1) await pause(random.between(1, LONGEST_LOOK_MS));
  const { signal, stderr } = await service.kill();
  staff.findings.expect(signal === 'SIGKILL', `the service ended by itself: ${stderr}`);
  staff.stop();
  await work;
}

/** A key that was answered is answered the same again; one that was not does what it asks for, once in all. */
async function repeatKeys(staff) {
  const { findings, ledger } = staff;
  const open = staff.keyed.filter(({ outcome }) => outcome === 'unknown');
  const answered = staff.keyed.filter(({ outcome }) => outcome === 'done').slice(-REPEATED);
  staff.keyed = [];
  for (const { mark, state, route, options } of open) {
    const again = await ledger.attempt(mark, state, () => staff.ask('POST', route, options));
    findings.expect(again.status === 201, `the key of ${mark}, said again after a kill, answered ${again.status}`);
    findings.count('keys repeated');
  }
  for (const { mark, route, options, id } of answered) {
    const again = await staff.ask('POST', route, options);
    const isSame = again.headers?.['idempotency-replayed'] === 'true' && again.body.id === id;
    findings.expect(isSame, `the key of ${mark} was not answered the same again: ${JSON.stringify(again.body)}`);
    findings.count('keys repeated');
  }
}

/** The index finds what is there. */
async function search(staff) {
  const { findings, ledger, random } = staff;
  const lists = { g: '/api/givings', e: '/api/expenses', m: '/api/members' };
  for (const [kind, route] of Object.entries(lists)) {
    const marks = ledger.present(kind);
    for (let n = 0; n < Math.min(SOUGHT, marks.length); n += 1) {
      const mark = random.pick(marks);
      const { body } = await staff.ask('GET', `${route}?search=${mark}`);
      findings.expect(body?.totalCount === ledger.visible(mark), `the search for ${mark} finds ${body?.totalCount}`);
    }
  }
}

/** Reads the books as the kill left them, and has the program prove its log. */
async function look(staff) {
  const { directory, findings, ledger } = staff;
  // A start that was killed at once has left nothing.
  if (!existsSync(path.join(directory, 'vestry.db'))) return;
  const { records, faults } = readBooks(directory);
  for (const fault of [...faults, ...ledger.settle(records)]) findings.complain(fault);
  findings.count('records compared', records.size);
  await staff.expectCommand(['audit', 'verify']);
  await staff.verifyBackups();
}

/** What a kill leaves among the receipts belongs to nobody, and the doctor takes it away once it is old. */
async function finish(staff) {
  const { directory, findings, ledger } = staff;
  for (const [outcome, count] of Object.entries(ledger.counts)) findings.count(`writes ${outcome}`, count);
  const { orphans } = readBooks(directory);
  findings.count('receipts without a row', orphans.length);
  for (const file of orphans) utimesSync(file, 0, 0);
  await staff.command(['doctor', '--fix', '--quiet'], false);
  findings.expect(
    readBooks(directory).orphans.length === 0,
    'receipts that nobody names are still there after doctor --fix',
  );
}
