import { compareTimes } from '../measure.js';
import { membersChurch } from '../members.js';
import { p99Of } from '../process.js';
import { compareTurns, serveWatched } from '../turn.js';

const FEW = 10_000;
const MANY = 1_000_000;
const ROUNDS = 5;
const P99_LIMIT = 4;

/** `hits` are common terms, rare terms and terms across two names. `misses` are terms that no member has. */
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
 * Compares searches among 1,000,000 members with the same searches among 10,000 members. Sends one search after
 * another. Also measures how long a search, with or without a sort order or a filter, blocks the event loop, and
 * compares the longest time with the limit.
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
  results.push(await compareTurns('search: longest turn', many, allPaths()));
  await few.service.stop();
  await many.service.stop();
  return results;
}

async function serve(workspace, members) {
  return serveWatched(workspace, await membersChurch(workspace, { members, accounts: 1 }));
}

function searches({ token }, words) {
  return { requests: paths(words).map((path) => ({ path, headers: { Authorization: `Bearer ${token}` } })) };
}

function paths(words, rest = '') {
  return words.split(' ').map((word) => `/api/members?search=${encodeURIComponent(word)}${rest}`);
}

/** Returns the addresses of all searches, in every sort order and with every filter. */
function allPaths() {
  const words = Object.values(TERMS).flatMap(({ hits, misses }) => [hits, misses]);
  return ORDERED.flatMap((rest) => paths(words.join(' '), rest));
}
