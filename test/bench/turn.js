/** How long a daemon keeps everybody else waiting. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compareTimes } from './measure.js';
import { daemonArguments, request } from './process.js';

const LONGEST_TURN_MS = 20;
const TRIES = 5;
const SETTLE_MS = 10;
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
    ours: () => longestTurn(watched, paths),
    floor: () => allowedMs,
    limit: 1,
    rounds: 1,
  });
}

/**
 * Each path counts with its shortest of some tries: a process that was denied the processor for a moment looks like one
 * that held its event loop.
 */
async function longestTurn({ service, token }, paths) {
  let longest = 0;
  for (const path of paths) {
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
  // Nothing is measured until its clock has ticked once.
  await pause(SETTLE_MS);
  return JSON.parse(line).longestMs;
}
