import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compareTimes } from '../measure.js';
import { membersChurch } from '../members.js';
import { daemonArguments, p99Of, request } from '../process.js';

const FEW = 10_000;
const MANY = 1_000_000;
const ROUNDS = 5;
const P99_LIMIT = 4;
const LONGEST_TURN_MS = 20;
const TRIES = 5;
const MONITOR = fileURLToPath(new URL('../loop.js', import.meta.url));

/** Common ones, rare ones, and ones across the border of two names; then ones that nobody has. */
const TERMS = {
  'one Chinese character': { hits: '陳 林 黄 明 恩 燕 晴', misses: '龜 鬱 囍 鑫' },
  'two Chinese characters': { hits: '陳志 林恩 明美 欧阳 王得 天賜', misses: '陳龜 龜鬱 美陳 囍事' },
  'three Chinese characters': { hits: '陳志明 林美玲 黃建國 欧阳雪 李恩光', misses: '陳志龜 龜鬱囍 美陳志 林美囍' },
  'Latin letters': {
    hits: "a ch li son chen smith nathan gomez gutierrez o'brien zoe 77 4711",
    misses: 'q xq zz smithch qwerty vestry nathanael xylophone',
  },
};
const ORDERED = ['', '&sort=-lastName', '&sort=birthDate', '&sort=-id&page=200', '&status=Visitor', '&hasUser=true'];

/**
 * Searches one after another among 1,000,000 members, against the same among 10,000; and how long the longest of them
 * keeps everybody else waiting, also with a sort or a filter, against what is allowed.
 */
export async function measurePart(workspace) {
  const [few, many] = [await serve(workspace, FEW), await serve(workspace, MANY)];
  const results = [];
  for (const [name, terms] of Object.entries(TERMS)) {
    for (const [kind, words] of Object.entries(terms)) {
      results.push(
        await compareTimes(`search: p99 of ${name}, ${kind}, 1,000,000 / 10,000 members`, {
          ours: () => p99Of(many.service, searches(many, words)),
          floor: () => p99Of(few.service, searches(few, words)),
          limit: P99_LIMIT,
          rounds: ROUNDS,
        }),
      );
    }
  }
  results.push(
    await compareTimes('search: longest turn of the event loop / what is allowed', {
      ours: () => longestTurn(many),
      floor: () => LONGEST_TURN_MS,
      limit: 1,
      rounds: 1,
    }),
  );
  await few.service.stop();
  await many.service.stop();
  return results;
}

/** A daemon that watches its event loop, and what signs requests to it. */
async function serve(workspace, members) {
  const { directory, logins } = await membersChurch(workspace, { members, accounts: 1 });
  const service = await workspace.start(['--import', MONITOR, ...daemonArguments(directory)]);
  const { accessToken: token } = await request(service.port, 'POST', '/api/auth/login', { body: logins[0] });
  return { service, token };
}

function searches({ token }, words) {
  return { requests: paths(words).map((path) => ({ path, headers: { Authorization: `Bearer ${token}` } })) };
}

function paths(words, rest = '') {
  return words.split(' ').map((word) => `/api/members?search=${encodeURIComponent(word)}${rest}`);
}

/**
 * How long the longest of all searches, in every order and with every filter, holds the event loop. Each counts with its
 * shortest of some tries: a process that was denied the processor for a moment looks like one that held its event loop.
 */
async function longestTurn({ service, token }) {
  const words = Object.values(TERMS).flatMap(({ hits, misses }) => [hits, misses]);
  let longest = 0;
  for (const path of ORDERED.flatMap((rest) => paths(words.join(' '), rest))) {
    let shortest = Infinity;
    for (let n = 0; n < TRIES && shortest > longest; n++) {
      await askTurn(service);
      await request(service.port, 'GET', path, { token });
      shortest = Math.min(shortest, await askTurn(service));
    }
    longest = Math.max(longest, shortest);
  }
  return longest;
}

async function askTurn({ child }) {
  child.kill('SIGUSR2');
  const [line] = await once(child.stdout, 'data');
  return JSON.parse(line).longestMs;
}
