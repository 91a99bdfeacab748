/**
 * Sends SIGKILL at random moments while people write over HTTP and on the command line. An acknowledged write must be
 * stored once and completely. Any other write must be stored completely or not at all. All data must be consistent.
 */
import { existsSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readBooks } from '../books.js';
import { call, signIn } from '../call.js';
import { churchFaults, copyFaults, makeOldChurch } from '../old-church.js';
import { Staff } from '../staff.js';

const ROUNDS = 200;
/** After this many rounds, new books begin, so that the checks do not take longer and longer. */
const ROUNDS_A_CHURCH = 20;
const PEOPLE = 8;
/** The maximum number of acknowledged writes between two kills. */
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
    if (findings.faults > before) findings.say(`The last violation was in round ${round + 1}`);
    else if ((round + 1) % 10 === 0) findings.say(`${round + 1} of ${rounds} rounds`);
  }
  await finish(staff);
}

/**
 * Returns the function that plays a round. Three of four rounds kill a working service. The other rounds kill
 * a service alternately during an upgrade and during a start.
 */
function kindOf(round) {
  if (round % 4 !== 1) return killedWork;
  return round % 8 === 1 ? killedUpgrade : killedStart;
}

/**
 * Kills a service while it upgrades books of the previous version. Afterwards the books must have the old or the new
 * version.
 */
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

/** Kills a service before it is ready, sometimes on an empty directory, where it creates the books. */
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

/** Checks that the start after a killed first start completes the catalogs. */
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

/** Kills a service while everybody works. Commands continue or are killed separately. */
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

/**
 * Repeats requests with their idempotency keys. An acknowledged request must get the same response again. A request
 * without a response must be carried out exactly once.
 */
async function repeatKeys(staff) {
  const { findings, ledger } = staff;
  const open = staff.keyed.filter(({ outcome }) => outcome === 'unknown');
  const answered = staff.keyed.filter(({ outcome }) => outcome === 'done').slice(-REPEATED);
  staff.keyed = [];
  for (const { mark, state, route, options } of open) {
    const again = await ledger.attempt(mark, state, () => staff.ask('POST', route, options));
    findings.expect(
      again.status === 201,
      `the key of ${mark}, repeated after a kill, got the response ${again.status}`,
    );
    findings.count('keys repeated');
  }
  for (const { mark, route, options, id } of answered) {
    const again = await staff.ask('POST', route, options);
    const isSame = again.headers?.['idempotency-replayed'] === 'true' && again.body.id === id;
    findings.expect(isSame, `the key of ${mark} did not get the same response again: ${JSON.stringify(again.body)}`);
    findings.count('keys repeated');
  }
}

/** Checks that the search finds the records that exist. */
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

/** Reads the books as the kill left them, and lets the program verify its audit log. */
async function look(staff) {
  const { directory, findings, ledger } = staff;
  // A start that was killed at once leaves no files.
  if (!existsSync(path.join(directory, 'vestry.db'))) return;
  const { records, faults } = readBooks(directory);
  for (const fault of [...faults, ...ledger.settle(records)]) findings.complain(fault);
  findings.count('records compared', records.size);
  await staff.expectCommand(['audit', 'verify']);
  await staff.verifyBackups();
}

/** Checks that doctor removes old files in the receipts folder that no row refers to. */
async function finish(staff) {
  const { directory, findings, ledger } = staff;
  for (const [outcome, count] of Object.entries(ledger.counts)) findings.count(`writes ${outcome}`, count);
  const { orphans } = readBooks(directory);
  findings.count('receipts without a row', orphans.length);
  for (const file of orphans) utimesSync(file, 0, 0);
  await staff.command(['doctor', '--fix', '--quiet'], false);
  findings.expect(readBooks(directory).orphans.length === 0, 'unused receipt files are still there after doctor --fix');
}
