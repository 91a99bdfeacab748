/** How long a daemon keeps everybody else waiting. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compareTimes } from './measure.js';
import { daemonArguments, request } from './process.js';

export const LONGEST_TURN_MS = 20;
const TRIES = 5;
const SETTLE_MS = 5;
const MONITOR = fileURLToPath(new URL('loop.js', import.meta.url));

/** A daemon that watches its event loop, and what signs requests to it. */
export async function serveWatched(workspace, { directory, logins }) {
  const service = await workspace.start(['--import', MONITOR, ...daemonArguments(directory)]);
  const { accessToken: token } = await request(service.port, 'POST', '/api/auth/login', { body: logins[0] });
  return { service, token };
}

/** Measures how long the answer to the slowest of the paths holds the event loop, against what is allowed. */
export function compareTurns(name, watched, paths, allowedMs = LONGEST_TURN_MS) {
  return compareTimes(`${name} of the event loop / what is allowed`, {
    ours: async () => Math.max(...(await eachInTurn(paths, (path) => longestTurn(watched, path, { allowedMs })))),
    floor: () => allowedMs,
    limit: 1,
    rounds: 1,
  });
}

async function eachInTurn(list, work) {
  const results = [];
  for (const one of list) results.push(await work(one));
  return results;
}

/**
 * How many milliseconds of processor time the longest turn takes while a path is answered: in the first try that is within what
 * is allowed, else in the best of some. The first one of all loads code, and the collector of garbage comes when it likes.
 */
export async function longestTurn({ service, token }, path, { allowedMs = LONGEST_TURN_MS, before = () => {} } = {}) {
  let shortest = Infinity;
  for (let n = 0; n < TRIES && shortest > allowedMs; n++) {
    before();
    service.child.kill('SIGUSR2');
    await pause(SETTLE_MS);
    await request(service.port, 'GET', path, { token });
    service.child.kill('SIGUSR2');
    const [line] = await once(service.child.stdout, 'data');
    shortest = Math.min(shortest, JSON.parse(line).longestMs);
  }
  return shortest;
}
