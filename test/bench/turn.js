/** Measures how long a daemon blocks other requests. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compareTimes } from './measure.js';
import { daemonArguments, request } from './process.js';

export const LONGEST_TURN_MS = 20;
const TRIES = 5;
const SETTLE_MS = 5;
const MONITOR = fileURLToPath(new URL('loop.js', import.meta.url));

/** Starts a daemon that measures its event loop, by default for production, and signs in. */
export async function serveWatched(workspace, { directory, logins, env }) {
  const service = await workspace.start(['--import', MONITOR, ...daemonArguments(directory, env)]);
  const { accessToken: token } = await request(service.port, 'POST', '/api/auth/login', { body: logins[0] });
  return { service, token };
}

/**
 * Compares the longest turn of the event loop, over requests to all these paths, with the limit. A function instead of
 * a path sends a request of its own.
 */
export function compareTurns(name, watched, paths, allowedMs = LONGEST_TURN_MS) {
  return compareTimes(`${name} of the event loop / the limit`, {
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
 * Returns the processor time, in milliseconds, of the longest turn of the event loop during a request. `path` may be a
 * function that sends the request. The first
 * request loads code, and garbage collection may run at any time. Therefore this function sends the request several
 * times, stops at the first result within the limit, and returns the best result.
 */
export async function longestTurn({ service, token }, path, { allowedMs = LONGEST_TURN_MS, before = () => {} } = {}) {
  let shortest = Infinity;
  for (let n = 0; n < TRIES && shortest > allowedMs; n++) {
    before();
    service.child.kill('SIGUSR2');
    await pause(SETTLE_MS);
    await (typeof path === 'function' ? path() : request(service.port, 'GET', path, { token }));
    service.child.kill('SIGUSR2');
    const [line] = await once(service.child.stdout, 'data');
    shortest = Math.min(shortest, JSON.parse(line).longestMs);
  }
  return shortest;
}
