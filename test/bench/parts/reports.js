import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { fillBooks } from '../ledger.js';
import { compareMemory, compareTimes } from '../measure.js';
import { membersChurch } from '../members.js';
import { daemonArguments, floor, p99Of, request, timeCommand, usageOf, vestry } from '../process.js';
import { compareTurns, serveWatched } from '../turn.js';

const YEAR = { from: '2025-01-01', days: 365, expenses: 100_000, givings: 20_000 };
/** Together with the payments of the expenses, these make about 100,000 transactions in a journal. */
const DECADE = { from: '2016-01-01', days: 3653, expenses: 25_000, givings: 50_000 };
const MEMBERS = 1000;
const LIMIT = 1.3;
const LONGEST_TURN_MS = 50;
const P99_LIMIT = 2;
/** The first requests take longer, until the code is compiled. */
const WARM_UP = 12;
const ROUNDS = 5;
const LOAD_SECONDS = 4;
const ANSWERS = {
  'Form 990': '/api/form990/functional-expenses?year=2025',
  statement: '/api/monthly-statements/2025/12',
};
const BARE = { 'Form 990': '/990', statement: '/statement' };

/**
 * For a year that has 100,000 expenses, compares our reports with a minimal server that only adds up the amounts. Also
 * measures how long the reports block the event loop and how they affect other requests. Then compares the command that
 * shows a monthly statement with hledger, which reads the journal that we export.
 */
export async function measurePart(workspace) {
  const { directory, logins } = await membersChurch(workspace, { members: MEMBERS, accounts: 1 });
  fillBooks(directory, YEAR);
  return [...(await measureService(workspace, directory, logins[0])), ...(await measureCommand(workspace))];
}

async function measureService(workspace, directory, login) {
  const copy = workspace.directory();
  cpSync(directory, copy, { recursive: true });
  const bare = await workspace.start(
    floor('reports', path.join(copy, 'vestry.db'), '2025', '2025-12-01', '2025-12-31'),
  );
  const daemon = await workspace.start(daemonArguments(directory));
  const { accessToken: token } = await request(daemon.port, 'POST', '/api/auth/login', { body: login });
  const results = [];
  for (const name of Object.keys(ANSWERS)) results.push(...(await measureAnswer(name, { daemon, bare, token })));
  await daemon.stop();
  await bare.stop();
  // The turns are measured in a separate daemon, because the measurement keeps the processor busy.
  const watched = await serveWatched(workspace, { directory, logins: [login] });
  for (const [name, route] of Object.entries(ANSWERS)) {
    results.push(await compareTurns(`reports: ${name}, longest turn`, watched, [route], LONGEST_TURN_MS));
  }
  await watched.service.stop();
  return results;
}

async function measureAnswer(name, { daemon, bare, token }) {
  const route = ANSWERS[name];
  const [ours, floor] = [() => timeRequest(daemon, route, token), () => timeRequest(bare, BARE[name])];
  for (let n = 0; n < WARM_UP; n++) await ours().then(floor);
  return [
    await compareTimes(`reports: ${name}, 100,000 expenses / minimal http + sums`, { ours, floor, limit: LIMIT }),
    await compareTimes(`reports: p99 of others with one ${name} a second / without`, {
      ours: () => whileReporting(daemon, route, token),
      floor: () => p99OfOthers(daemon, token),
      limit: P99_LIMIT,
      rounds: ROUNDS,
    }),
  ];
}

async function timeRequest({ port }, route, token) {
  const startedAt = performance.now();
  await request(port, 'GET', route, { token });
  return performance.now() - startedAt;
}

async function whileReporting(daemon, route, token) {
  const asked = [];
  const reporting = setInterval(() => asked.push(request(daemon.port, 'GET', route, { token })), 1000);
  try {
    const p99 = await p99OfOthers(daemon, token);
    await Promise.all(asked);
    return p99;
  } finally {
    clearInterval(reporting);
  }
}

/** Measures the 99th percentile of the response time of lists and single members, as an office would request them. */
function p99OfOthers(daemon, token) {
  const headers = { Authorization: `Bearer ${token}` };
  const requests = ['', '?page=3', '/7', '/77', '/777'].map((rest) => ({ path: `/api/members${rest}`, headers }));
  return p99Of(daemon, { requests, seconds: LOAD_SECONDS, connections: 4 });
}

async function measureCommand(workspace) {
  if (spawnSync('hledger', ['--version']).status !== 0) {
    console.error(
      'reports: the comparison with hledger is skipped, because hledger is not installed (apt-get install hledger)',
    );
    return [];
  }
  const { directory } = await membersChurch(workspace, { members: 1, accounts: 1 });
  fillBooks(directory, DECADE);
  const journal = path.join(directory, 'church.journal');
  timeCommand(vestry('export', 'journal', '--output', journal, '--data-dir', directory));
  const ours = [process.execPath, ...vestry('statement', 'show', '2025-03', '--data-dir', directory)];
  const theirs = ['hledger', '-f', journal, 'incomestatement', '-p', '2025-03'];
  const name = 'vestry statement show, 100,000 transactions over 10 years / hledger incomestatement';
  const measured = { limit: 1, rounds: 3 };
  return [
    await compareTimes(`reports: ${name}`, {
      ours: async () => (await usageOf(ours)).ms,
      floor: async () => (await usageOf(theirs)).ms,
      ...measured,
    }),
    await compareMemory('reports: the same, peak memory', {
      ours: async () => (await usageOf(ours)).megabytes,
      floor: async () => (await usageOf(theirs)).megabytes,
      ...measured,
    }),
  ];
}
