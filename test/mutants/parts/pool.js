/** Runs jobs in long-lived processes. A process that hangs is ended, and the fault of its job counts as seen. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';

const LOOK_MS = 300;

/**
 * Runs every job in one of `workers` processes in `tree` and calls `onEnd` with each result. The result of a job whose
 * process had to be ended is `{ index, isStuck: true }`. Each test file of a job may take `patience` milliseconds.
 */
export async function runJobs({ tree, work, jobs, workers, patience, onEnd }) {
  const place = path.join(work, 'jobs');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'jobs.json'), JSON.stringify(jobs));
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let life = 0; isLeft(place, jobs.length); life += 1)
        await live({ tree, place, name: `${worker}-${life}`, patience, onEnd });
    }),
  );
}

const isLeft = (place, count) =>
  Array.from({ length: count }).some((_, index) => !existsSync(path.join(place, `claim-${index}`)));

/** The running processes. If a signal ends this process, it ends them too. */
const running = new Set();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    for (const pid of running) endAll(pid);
    process.exit(1);
  });

/** Runs one process to its end. */
async function live({ tree, place, name, patience, onEnd }) {
  const log = path.join(place, `log-${name}`);
  const temporary = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  writeFileSync(log, '');
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'mutant-parts/vitest.config.ts', '--root', '.'],
    {
      cwd: tree,
      detached: true,
      stdio: ['ignore', 'ignore', process.env.MUTANT_DEBUG ? 'inherit' : 'ignore'],
      env: {
        ...process.env,
        MUTANT_PLACE: place,
        MUTANT_LOG: log,
        MUTANT_STATE: `${log}.state`,
        TMPDIR: temporary,
        CI: '1',
      },
    },
  );
  running.add(child.pid);
  const life = { isOver: false };
  const over = new Promise((resolve) => {
    child.once('exit', () => resolve((life.isOver = true)));
  });
  const reader = makeReader(log, onEnd);
  while (!life.isOver) {
    await Promise.race([over, setTimeout(LOOK_MS)]);
    const { at, index } = reader.read();
    if (index === undefined || life.isOver || Date.now() - at < patience) continue;
    endAll(child.pid);
    await over;
    break;
  }
  endAll(child.pid);
  running.delete(child.pid);
  const { index } = reader.read();
  if (index !== undefined) onEnd({ index, isStuck: true });
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends a process and all processes that it started. */
function endAll(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The processes have already ended.
  }
}

/**
 * Reads a growing log. Passes finished jobs to `onEnd`, and returns the running job with the time at which its current
 * test file began.
 */
function makeReader(log, onEnd) {
  let seen = 0;
  let under = { at: Date.now(), index: undefined };
  return {
    read: () => {
      const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
      for (const line of lines.slice(seen)) {
        const { at, state, ...entry } = JSON.parse(line);
        if (state === 'begun') under = { at, index: entry.index };
        else if (state === 'file') under = { ...under, at };
        else {
          under = { at, index: undefined };
          onEnd(entry);
        }
      }
      seen = lines.length;
      return under;
    },
  };
}
