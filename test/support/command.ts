/** Runs commands of the built program as a user would, and returns their output and exit code. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** The program as it is installed. */
export const PROGRAM = path.resolve(import.meta.dirname, '../../bin/vestry.js');
/** The program that runs several commands of Vestry in one process, one after another. */
export const HOST = path.resolve(import.meta.dirname, 'command-host.js');

export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

type Options = { env?: NodeJS.ProcessEnv; input?: string };

/** Returns the environment of this process without Vestry's settings, but with the variables in `extra`. */
export function environment(extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VESTRY_'));
  return { ...Object.fromEntries(own), NO_COLOR: '1', ...extra };
}

let running = 0;

/**
 * Runs `vestry ...args` to its end, in a process that may have run earlier commands of this test file. Commands that
 * run at the same time, and the service, each get a process of their own.
 */
export async function vestry(args: readonly string[], options: Options = {}): Promise<Outcome> {
  running += 1;
  try {
    // Calls made at the same time must all be counted before one of them takes the shared process.
    await setImmediate();
    const isAlone = running === 1 && !args.includes('serve');
    return await (isAlone ? inHost(args, options) : vestryProcess(args, options));
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

/**
 * One process for each environment, because a process reads some variables, such as the time zone, only once. Each
 * process ends when its parent ends.
 */
const hosts = new Map<string, ChildProcess>();

function inHost(args: readonly string[], { env = {}, input = '' }: Options): Promise<Outcome> {
  const whole = environment(env);
  const key = JSON.stringify(whole);
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
    host.send({ args, input });
  });
}

function startHost(key: string, env: NodeJS.ProcessEnv): ChildProcess {
  const host = fork(HOST, { env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  hosts.set(key, host);
  host.once('exit', () => hosts.delete(key));
  return host;
}
