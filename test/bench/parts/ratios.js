import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { dayOf, gift } from '../gifts.js';
import { judge, keepRelease, readHistory } from '../history.js';
import { median } from '../measure.js';
import { membersChurch, spread } from '../members.js';
import { privateMemoryOf } from '../memory.js';
import { daemonArguments, floor, request } from '../process.js';
import { Conversation } from '../sockets.js';

const MEMBERS = 10_000;
const CONNECTIONS = 4;
/** The first rounds are not counted, because Node.js compiles a service while it answers. */
const WARM_UPS = 25;
const ROUNDS = 25;
/** How often the ratios are measured for a line of the history, which is their medians. */
const KEPT_RUNS = 3;
/** These characters are the same in traditional and simplified Chinese, so the minimal server need not convert them. */
const SEARCHES = ['林', '王', '李', '恩', '明'].map((one) => `/api/members?search=${encodeURIComponent(one)}`);
const SAFEGUARDS = fileURLToPath(new URL('../safeguards.js', import.meta.url));
/** SQLite's number for `synchronous = FULL`. */
const FULL = 2;

/** The servers' databases are in this folder in memory, if it has enough space, so that no commit waits for the disk. */
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 ** 28;

const TITLES = {
  list: 'list of 25 with total',
  record: 'one member',
  search: 'search by one Chinese character',
  giving: 'posting a gift',
  memory: 'private memory after these',
};

/** The requests that a round sends for each row. No gift is sent twice. */
const REQUESTS = {
  list: () => Array.from({ length: 60 }, () => ({ path: '/api/members' })),
  record: () => spread(MEMBERS, 200).map((id) => ({ path: `/api/members/${id}` })),
  search: () => Array.from({ length: 40 }, (_, n) => ({ path: SEARCHES[n % SEARCHES.length] })),
  giving: (round) =>
    Array.from({ length: 60 }, (_, n) => {
      const number = round * 60 + n;
      return { method: 'POST', path: '/api/givings', body: { ...gift(number, MEMBERS), date: dayOf(number) } };
    }),
};

/**
 * Compares four requests, and then the memory, with a minimal server, and with the ratios of the last releases. If a
 * ratio is worse than usual, everything is measured again by new processes, once the machine is quiet. With `keep`, measures three times,
 * and adds the medians to the history under this name. Skips the part on a system that does not report the processor time
 * and the private memory of a process.
 */
export async function measurePart(workspace, { keep } = {}) {
  if (!['schedstat', 'smaps_rollup'].every((file) => existsSync(`/proc/self/${file}`))) {
    console.error('ratios: skipped. This system does not report processor time and private memory in /proc.');
    return [];
  }
  const church = await membersChurch(workspace, { members: MEMBERS, accounts: 1 });
  const history = readHistory();
  const runs = [];
  const resultsOf = () => Object.keys(TITLES).map((row) => resultOf(row, runs, history));
  const isOnceWorse = () => runs.length === 1 && resultsOf().some(({ isMet }) => !isMet);
  while (runs.length < (keep ? KEPT_RUNS : 1) || isOnceWorse()) {
    if (runs.length > 0) {
      console.error('ratios: measuring again ...');
      if (!keep) await untilQuiet();
    }
    runs.push(await measureOnce(workspace, church));
  }
  const results = resultsOf();
  if (keep) keepRelease(keep, results);
  return results;
}

/** The longest time for which a second measurement waits for other work to end, and how often it looks. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 5000;

/** Waits until fewer processes want to run than there are processors, because what spoiled one measurement spoils the next. */
async function untilQuiet() {
  for (let waited = 0; os.loadavg()[0] >= os.cpus().length && waited < PATIENCE_MS; waited += LOOK_MS)
    await setTimeout(LOOK_MS);
}

/** Starts both servers on copies of the church, measures all rows, and checks that the service ran with its safeguards. */
async function measureOnce(workspace, { directory, logins }) {
  const [own, other] = [workspace.copy(directory, folder()), workspace.copy(directory, folder())];
  const ours = await workspace.start(['--import', SAFEGUARDS, ...daemonArguments(own)]);
  const bare = await workspace.start(floor('members', other));
  const { accessToken } = await request(ours.port, 'POST', '/api/auth/login', { body: logins[0] });
  const servers = {
    ours: { pid: ours.child.pid, conversation: new Conversation(ours, CONNECTIONS) },
    floor: { pid: bare.child.pid, conversation: new Conversation(bare, CONNECTIONS) },
  };
  const rounds = [];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    rounds.push(await measureRound(servers, round, { Authorization: `Bearer ${accessToken}` }));
  }
  for (const { conversation } of Object.values(servers)) conversation.end();
  await checkSynchronous(ours);
  await ours.stop();
  await bare.stop();
  checkAudit(own);
  return Object.fromEntries(Object.keys(TITLES).map((row) => [row, summaryOf(row, rounds.slice(WARM_UPS))]));
}

function folder() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > NEEDED_BYTES ? MEMORY : tmpdir();
}

/** Sends the requests of all rows to both servers in turn. Returns the rates, and the memory after them. */
async function measureRound(servers, round, headers) {
  const inTurn = async (measure) => ({ ours: await measure(servers.ours), floor: await measure(servers.floor) });
  const values = {};
  for (const [row, requestsOf] of Object.entries(REQUESTS)) {
    const requests = requestsOf(round).map((one) => ({ ...one, headers }));
    values[row] = await inTurn(({ conversation }) => conversation.rateOf(requests, { count: requests.length }));
  }
  values.memory = await inTurn(({ pid }) => privateMemoryOf(pid));
  return values;
}

/**
 * Returns the result of a row. The rate of a server is that of its best round, which other work disturbed least. Its memory
 * is the median of the rounds, because Node.js may free much of it at any time.
 */
function summaryOf(row, rounds) {
  const pick = row === 'memory' ? median : (values) => Math.max(...values);
  const [ours, floor] = ['ours', 'floor'].map((who) => pick(rounds.map((round) => round[row][who])));
  return { ours, floor, ratio: ours / floor };
}

/** Throws unless every connection of the service that writes waits until a commit is on the disk. */
async function checkSynchronous({ child }) {
  child.kill('SIGUSR2');
  const [line] = await once(child.stdout, 'data');
  const { synchronous } = JSON.parse(line);
  if (synchronous.length > 0 && synchronous.every((value) => value === FULL)) return;
  throw new Error(`The service wrote with "synchronous" ${synchronous.join(', ')}, not ${FULL}.`);
}

/** Throws unless the audit log has an entry for each gift. */
function checkAudit(directory) {
  const db = new Sqlite(path.join(directory, 'vestry.db'), { readonly: true });
  const { gifts, entries } = db
    .prepare(
      `select (select count(*) from givings) as gifts,
        (select count(distinct entityId) from auditLogs where action = 'GivingCreated') as entries`,
    )
    .get();
  db.close();
  if (gifts === 0 || entries !== gifts) throw new Error(`The audit log has ${entries} entries for ${gifts} gifts.`);
}

/** Returns a row of the printed table. */
function resultOf(row, runs, history) {
  const own = runs.map((run) => run[row]);
  const ratios = own.map(({ ratio }) => ratio);
  return { row, name: TITLES[row], unit: row === 'memory' ? 'MB' : '/CPU s', ratios, ...judge(row, own, history) };
}
