/** Runs commands of the built program as a user would, and returns their output and exit code. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** The program as it is installed. */
export const PROGRAM = path.resolve(import.meta.dirname, '../../bin/vestry.js');
/** A folder whose command `vestry` is this program. `global-setup.ts` makes it. */
export const ON_PATH = path.resolve(import.meta.dirname, '../../node_modules/.cache/on-path');
/** The program that runs several commands of Vestry in one process, one after another. */
export const HOST = path.resolve(import.meta.dirname, 'command-host.js');
/**
 * The options of Node.js for such a process and for the test workers. They create many young objects, and with more memory
 * for these, they spend less time on garbage collection.
 */
export const HOST_OPTIONS = ['--max-semi-space-size=32'];

export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

type Options = {
  env?: NodeJS.ProcessEnv;
  input?: string;
  /** `vestry serve` is expected to end at once, so that it can share a process, too. */
  isRefused?: boolean;
  /** In a shared process, the output is formatted as for a terminal of this width. The command cannot ask anything. */
  columns?: number;
};

/**
 * Returns the environment of this process without the settings of Vestry and Vitest, but with the variables in `extra`.
 * Vitest numbers its test files in a variable, and two files can only share a process if they have the same environment.
 */
export function environment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(VESTRY|VITEST)_/.test(name));
  // Messages name commands as the shell finds them, so the shell must find this program.
  const PATH = [ON_PATH, process.env.PATH].join(path.delimiter);
  return { ...Object.fromEntries(own), PATH, NO_COLOR: '1', LANG: 'C.UTF-8', LC_ALL: '', ...extra };
}

/**
 * Separates Vestry's own variables, which each command reads again, from the other variables, many of which a process
 * reads only once. `key` is the same for environments that can share a process.
 */
export function parted(env: NodeJS.ProcessEnv) {
  const whole = environment(env);
  const isOwn = ([name]: [string, unknown]) => name.startsWith('VESTRY_');
  const variables = Object.fromEntries(Object.entries(whole).filter(isOwn));
  return { whole, variables, key: JSON.stringify(Object.entries(whole).filter((entry) => !isOwn(entry))) };
}

let running = 0;

/**
 * Runs `vestry ...args` to its end, in a process that may have run earlier commands of this test file. Commands that
 * run at the same time, and services that are expected to start, each get a process of their own.
 */
export async function vestry(args: readonly string[], options: Options = {}): Promise<Outcome> {
  running += 1;
  try {
    // Calls made at the same time must all be counted before one of them takes the shared process.
    await setImmediate();
    const isShared = running === 1 && (options.isRefused || !args.includes('serve'));
    return await (isShared ? inHost(args, options) : vestryProcess(args, options));
  } finally {
    running -= 1;
  }
}

/** Runs `vestry ...args` to its end in a new process, as a shell does. */
export function vestryProcess(args: readonly string[], options: Options = {}): Promise<Outcome> {
  return finished(startProcess(args, options));
}

/** Starts `vestry ...args` in a new process. */
export function startProcess(args: readonly string[], { env = {}, input = '' }: Options = {}): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: environment(env) });
  child.stdin.end(input);
  return child;
}

/** Waits for the end of a process and returns its output and exit code. */
export function finished(child: ChildProcess): Promise<Outcome> {
  const outcome: Outcome = { exitCode: null, stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ ...outcome, exitCode }));
  });
}

/** The greatest number of processes that wait for further commands. Most tests use the same environment. */
const MOST_HOSTS = 3;

/**
 * One process for each environment, because a process reads some variables, such as the time zone, only once. Each
 * process ends when its parent ends.
 */
const hosts = new Map<string, ChildProcess>();

function inHost(args: readonly string[], { env = {}, input = '', columns }: Options): Promise<Outcome> {
  const { whole, variables, key } = parted(env);
  const host = hosts.get(key) ?? startHost(key, whole);
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => {
      reject(new Error(`vestry ${args.join(' ')} ended its process with ${code}.`));
    };
    host.once('exit', ended);
    host.once('message', (outcome: Outcome) => {
      host.off('exit', ended);
      resolve(outcome);
    });
    host.send({ args, input, variables, columns });
  });
}

function startHost(key: string, env: NodeJS.ProcessEnv): ChildProcess {
  // The others are idle, because only one command at a time runs in such a process.
  const [oldest] = hosts;
  if (oldest && hosts.size >= MOST_HOSTS) {
    hosts.delete(oldest[0]);
    oldest[1].disconnect();
  }
  const host = fork(HOST, {
    env,
    execArgv: HOST_OPTIONS,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  hosts.set(key, host);
  host.once('exit', () => {
    if (hosts.get(key) === host) hosts.delete(key);
  });
  return host;
}
