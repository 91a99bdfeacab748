/**
 * Starts the service in the background, and waits until it is ready or fails. Runs `vestry serve --kept-by start` as a
 * detached process, which prints one line when it is ready: its address and process id.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Flags, loadConfig } from '../../config.ts';
import { type DataPaths, dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { program } from '../../package.ts';
import { unwritable } from './log-file.ts';
import { say } from '../kit/print.ts';
import { isHeld, readHolder } from './running.ts';
import { settingArguments } from '../commands/setting-flags.ts';

const LOOK_MS = 50;
/** After this time, a message says that the service is still starting. */
const LONG_MS = 10_000;
/**
 * A service writes its PID file within this time. A process that has the lock for longer without a PID file is not a
 * service.
 */
const NAMELESS_MS = 5000;
const LAST_LINES = 10;
/** If the file with the output of earlier starts is larger than this, a start empties the file. */
const PRINTED_BYTES = 256 * 1024;
/** A start needs at least this much free space. */
const LEAST_BYTES = 64 * 1024;

export type Started = { url: string; pid: number; isNew: boolean };

/** The inputs of a start: settings, the environment, and the folder for relative paths. */
export type Start = {
  flags: Flags;
  environment?: NodeJS.ProcessEnv;
  folder?: string | undefined;
  /** Whether to replace lost secrets with new ones. */
  newSecrets?: boolean;
  /** The options that decide whether messages are printed. */
  options: { quiet?: unknown; json?: unknown };
};

/**
 * Starts the service. If it is already running or starting, only waits until it is ready. If the new service does not
 * become ready, throws a SetupError with the exit code of `serve`.
 */
export async function startService(start: Start): Promise<Started> {
  const { flags, environment = process.env, folder, newSecrets = false, options } = start;
  const { dataDir } = loadConfig(flags, environment);
  const paths = dataPaths(dataDir);
  if (isHeld(paths)) return awaitOther(paths, options);
  const printed = openPrinted(paths);
  const from = statSync(printed.file).size;
  const settings = [...settingArguments(flags), ...(newSecrets ? ['--new-secrets'] : [])];
  const child = spawn(
    process.execPath,
    [program, 'serve', '--data-dir', dataDir, ...settings, '--kept-by', 'start', '--json'],
    {
      cwd: folder && existsSync(folder) ? folder : process.cwd(),
      env: environment,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', 'pipe', printed.fd],
    },
  );
  closeSync(printed.fd);
  const ready = await noting(outcomeOf(child), options);
  const lines = readFileSync(printed.file, 'utf8').slice(from).split('\n').filter(Boolean);
  if (typeof ready === 'object') {
    for (const line of lines) say(options, line);
    return { ...ready, isNew: true };
  }
  // Another process started the service at the same time.
  if (ready === EXIT.inTheWay && isHeld(paths)) return awaitOther(paths, options);
  throw lines.length === 0 && isFull(paths) ? fullDisk(paths) : refusal(ready, lines);
}

/** True if the disk has no room for the service or its output. */
function isFull({ logs }: DataPaths): boolean {
  const { bavail, bsize } = statfsSync(logs);
  return bavail * bsize < LEAST_BYTES;
}

function fullDisk({ logs }: DataPaths): SetupError {
  return new SetupError(`The disk of ${logs} is full. Make room, and start again.`, EXIT.inTheWay);
}

/**
 * Opens a file for output of the service that is not in its log, such as the message of Node when memory runs out. A
 * file is used because a pipe would break when this process ends.
 */
function openPrinted({ logs }: DataPaths): { file: string; fd: number } {
  const file = path.join(logs, 'stderr.log');
  try {
    mkdirSync(logs, { recursive: true, mode: 0o700 });
    const isLong = existsSync(file) && statSync(file).size > PRINTED_BYTES;
    return { file, fd: openSync(file, isLong ? 'w' : 'a', 0o600) };
  } catch (error) {
    throw unwritable(file, error);
  }
}

/**
 * Returns the address when the service is ready, or its exit code if it ends first. The service continues after this
 * process ends.
 */
function outcomeOf(child: ChildProcess): Promise<{ url: string; pid: number } | number> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!said.includes('\n')) return;
      child.stdout?.destroy();
      child.unref();
      resolve(JSON.parse(said) as { url: string; pid: number });
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? EXIT.unexpected));
  });
}

async function noting<T>(work: Promise<T>, options: Start['options']): Promise<T> {
  const note = setTimeout(() => say(options, 'Still starting; upgrading a large database may take a while.'), LONG_MS);
  try {
    return await work;
  } finally {
    clearTimeout(note);
  }
}

/**
 * Returns the error for a failed start, with the message that `serve` printed as JSON. If `serve` printed no message,
 * the last lines of its output are printed.
 */
function refusal(exitCode: number, lines: readonly string[]): SetupError {
  for (const line of lines) {
    const detail = detailOf(line);
    if (detail !== undefined) return new SetupError(detail, exitCode);
  }
  for (const line of lines.slice(-LAST_LINES)) process.stderr.write(`${line}\n`);
  const where = lines.length > 0 ? 'Its last messages are above' : 'It printed nothing';
  return new SetupError(`The service ended with exit code ${exitCode} before it was ready. ${where}.`, exitCode);
}

function detailOf(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { detail: string }).detail;
  } catch {
    return undefined;
  }
}

/**
 * Waits until the service, which another process is starting, is ready. The other process may take up to `beginMs` to
 * start it.
 */
export async function awaitOther(paths: DataPaths, options: Start['options'], beginMs = 0): Promise<Started> {
  return noting(untilReady(paths, beginMs), options);
}

async function untilReady(paths: DataPaths, beginMs: number): Promise<Started> {
  const begin = performance.now();
  const passed = () => performance.now() - begin;
  while (passed() < beginMs && !isHeld(paths)) await pause(LOOK_MS);
  while (isHeld(paths)) {
    const holder = readHolder(paths);
    if (holder?.url) return { url: holder.url, pid: holder.pid, isNew: false };
    if (!holder && passed() > beginMs + NAMELESS_MS) throw nameless(paths);
    await pause(LOOK_MS);
  }
  throw new SetupError(
    'Another process started the service, but the service has ended. To see why: vestry logs',
    EXIT.inTheWay,
  );
}

/** Returns the error for a data directory that is locked by an unknown process. */
export function nameless({ lock, pid }: DataPaths): SetupError {
  const message =
    `A process is using this data directory, but ${pid} does not say which one. The process may belong to another user, run ` +
    `in a container, or be restoring a backup. See which process has ${lock} open, with lsof or fuser, and end that process.`;
  return new SetupError(message, EXIT.inTheWay);
}
