/** Stops the service. Before each signal, checks that the process is the one that wrote the PID file. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { languageOf } from '../kit/language.ts';
import { say } from '../kit/print.ts';
import { SERVICE_WORDS } from './words.ts';
import { isHeld, type PidFile, readHolder, readPidFile } from './running.ts';
import { nameless } from './start.ts';

const LOOK_MS = 20;
const LONG_MS = 2000;
/**
 * How long a stop may take. Open requests have ten seconds to finish, and background work ends half a second later at
 * most.
 */
export const STOP_SECONDS = 20;
const KILLED_MS = 5000;
/** A service that has just started writes its PID file within this time. */
const NAMELESS_MS = 1000;

type Stop = { waitMs?: number; force?: boolean; options: { quiet?: unknown; json?: unknown; lang?: unknown } };

/** Stops the service. Returns the id of the process that ended, or undefined if no service was running. */
export async function stopService(paths: DataPaths, stop: Stop): Promise<number | undefined> {
  const { waitMs = STOP_SECONDS * 1000, force = false, options } = stop;
  const words = SERVICE_WORDS[languageOf(options)];
  await until(() => !isHeld(paths) || readHolder(paths) !== undefined, NAMELESS_MS);
  if (!isHeld(paths)) return undefined;
  const { pid } = signal(paths, 'SIGTERM');
  // A different process in the PID file shows that this service has ended and another one has started since.
  const isOver = () => !isHeld(paths) || (readPidFile(paths)?.pid ?? pid) !== pid;
  const note = setTimeout(() => say(options, words.waiting(pid)), LONG_MS);
  const hasEnded = await until(isOver, waitMs);
  clearTimeout(note);
  if (hasEnded) return pid;
  if (!force) {
    throw new SetupError(words.stillRuns(pid, waitMs / 1000), EXIT.inTheWay);
  }
  signal(paths, 'SIGKILL');
  if (!(await until(isOver, KILLED_MS))) {
    throw new SetupError(`The operating system cannot end process ${pid}; its disk may not respond.`, EXIT.inTheWay);
  }
  say(options, words.endedByForce(pid));
  return pid;
}

/**
 * Sends a signal to the service, and never to another process. Throws a SetupError if it is uncertain which process is
 * the service, or if the process belongs to another user.
 */
function signal(paths: DataPaths, name: NodeJS.Signals): PidFile {
  const holder = readHolder(paths);
  if (!holder) throw nameless(paths);
  const { pid, birth } = holder;
  if (birth === null) {
    const message = `${paths.pid} does not say when process ${pid} began, so a different process may have this number now. If it is Vestry, end it with: kill ${pid}`;
    throw new SetupError(message, EXIT.inTheWay);
  }
  try {
    process.kill(pid, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EPERM') {
      throw new SetupError(`Process ${pid} belongs to another user. Stop it as that user.`, EXIT.inTheWay, error);
    }
    // ESRCH: the process has ended in the meantime.
    if (code !== 'ESRCH') throw error;
  }
  return holder;
}

async function until(isTrue: () => boolean, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!isTrue()) {
    if (performance.now() > end) return false;
    await pause(LOOK_MS);
  }
  return true;
}
