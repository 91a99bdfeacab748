/**
 * Runs the services of a test worker in one process, one church after another, because starting a process takes longer
 * than most tests.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { HOST, HOST_OPTIONS, type Outcome, parted } from './command.ts';
import { type Daemon, type DaemonOptions, copyDataDir, serveArgs, startDaemon, temporaryDir } from './daemon.ts';

type Message = { printed: string } | Outcome;

/** A process, its environment without Vestry's own variables, and the standard error of the current service. */
type Host = { child: ChildProcess; key: string; stderr: string };

let host: Host | undefined;
let isServing = false;
let template: Promise<string> | undefined;

/**
 * Starts a service of the built program for a new church with an administrator and the catalogs. It runs in the shared
 * process of this worker, which is occupied until the service stops. Meanwhile a second service gets a process of its
 * own, as does a service with arguments.
 */
export async function startShared(options: Pick<DaemonOptions, 'env' | 'args'> = {}): Promise<Daemon> {
  if (isServing || options.args) return startDaemon(options);
  isServing = true;
  const { dir, remove } = temporaryDir();
  try {
    template ??= makeTemplate();
    copyDataDir(await template, dir);
    const daemon = await serve(dir, options.env);
    const stop = async () => {
      const outcome = await daemon.stop();
      isServing = false;
      remove();
      return outcome;
    };
    return { ...daemon, stop };
  } catch (error) {
    isServing = false;
    throw error;
  }
}

/** Returns the data directory of a church after its first start. Later data directories are copies of it. */
async function makeTemplate(): Promise<string> {
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-church-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  await (await serve(dir)).stop();
  return dir;
}

async function serve(dir: string, env: NodeJS.ProcessEnv = {}): Promise<Daemon> {
  const { whole, variables, key } = parted(env);
  if (host?.key !== key) host = startHost(key, whole, host);
  const { child } = host;
  host.stderr = '';
  const ended = endOf(host);
  const early = ended.then(({ exitCode, stderr }): never => {
    throw new Error(`The service ended with ${exitCode}: ${stderr}`);
  });
  const ready = new Promise<string>((resolve) => {
    child.once('message', (message: Message) => resolve('printed' in message ? message.printed : ''));
  });
  child.send({ args: serveArgs(dir), variables, isService: true });
  const line = await Promise.race([early, ready]);
  // A later failure is reported to the caller that stops the service.
  early.catch(() => {});
  const stop = () => {
    child.send({ end: true });
    return ended;
  };
  return { ...(JSON.parse(line) as { url: string; pid: number }), dataDir: dir, ended, stop };
}

/** Waits for the end of the current service in this process and returns its output. */
function endOf(host: Host): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`The process of the service ended with ${code}.`));
    const hear = (message: Message) => {
      if ('printed' in message) return;
      host.child.off('message', hear).off('exit', gone);
      resolve({ ...message, stderr: message.stderr + host.stderr });
    };
    host.child.on('message', hear).once('exit', gone);
  });
}

function startHost(key: string, env: NodeJS.ProcessEnv, before: Host | undefined): Host {
  before?.child.disconnect();
  const child = fork(HOST, { env, execArgv: HOST_OPTIONS, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const made: Host = { child, key, stderr: '' };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (made.stderr += text));
  child.once('exit', () => {
    if (host === made) host = undefined;
  });
  return made;
}

/**
 * Opens an object before the tests of a file and closes it after them. The properties of the returned object exist only
 * from the start of the tests.
 */
export function ofFile<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<unknown>): T {
  const opened = {} as T;
  let end = async (): Promise<unknown> => undefined;
  beforeAll(async () => {
    Object.assign(opened, await open());
    end = () => close(opened);
  });
  afterAll(() => end());
  return opened;
}

/** Starts a service for the tests of a file. */
export const daemonOfFile = (options: Pick<DaemonOptions, 'env' | 'args'> = {}): Daemon =>
  ofFile(
    () => startShared(options),
    (daemon) => daemon.stop(),
  );
