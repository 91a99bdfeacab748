/** The service of the built program on a free port, and requests to it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environment, finished, type Outcome, PROGRAM } from './command.ts';

export { type Outcome, vestry, vestryProcess } from './command.ts';

/** No test measures time, and a busy machine may be slow. */
const READY_MS = 100_000;

/** Creates an empty directory, which the test deletes with `remove`. */
export function temporaryDir(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(path.join(tmpdir(), 'vestry-test-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Copies a data directory. `cpSync` keeps the modes of files only, so this makes the folders private again. */
export function copyDataDir(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  const inside = readdirSync(to, { recursive: true, withFileTypes: true });
  const folders = inside
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  for (const folder of [to, ...folders]) chmodSync(folder, 0o700);
}

export type Daemon = {
  url: string;
  dataDir: string;
  pid: number;
  /** Resolves with the output and exit code when the service has ended. */
  ended: Promise<Outcome>;
  /** Sends SIGTERM, waits for the end, and removes the data directory if startDaemon created it. */
  stop: () => Promise<Outcome>;
};

export type DaemonOptions = {
  dataDir?: string;
  env?: NodeJS.ProcessEnv;
  args?: readonly string[];
  /** The maximum size of a file in KiB. Writing more fails, as on a full disk. */
  longestFile?: number;
  /** How many files the service may have open at the same time. */
  openFiles?: number;
  /** The program, if not the one in this folder. */
  program?: string;
};

/** Starts `vestry serve` in the development environment on a free port and waits until it is ready. */
export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const { dataDir, env = {}, args = [], longestFile, openFiles, program = PROGRAM } = options;
  const made = dataDir === undefined ? temporaryDir() : undefined;
  const dir = dataDir ?? made?.dir ?? '';
  const serve = [program, ...serveArgs(dir), ...args];
  const limits = Object.entries({ f: longestFile, n: openFiles }).flatMap(([flag, most]) =>
    most === undefined ? [] : [`ulimit -${flag} ${most};`],
  );
  const child =
    limits.length === 0
      ? spawn(process.execPath, serve, { env: environment(env) })
      : spawn('bash', ['-c', `${limits.join(' ')} exec "$0" "$@"`, process.execPath, ...serve], {
          env: environment(env),
        });
  const end = finished(child);
  const { url, pid } = await ready(child, end);
  return {
    url,
    pid,
    dataDir: dir,
    ended: end,
    stop: async () => {
      child.kill('SIGTERM');
      const outcome = await end;
      made?.remove();
      return outcome;
    },
  };
}

/** Returns the arguments that serve a data directory on a free port and print the address as JSON. */
export const serveArgs = (dataDir: string): string[] => [
  'serve',
  '--data-dir',
  dataDir,
  '--port',
  '0',
  '--env',
  'development',
  '--json',
];

async function ready(child: ChildProcess, end: Promise<Outcome>): Promise<{ url: string; pid: number }> {
  const line = new Promise<string>((resolve) => {
    let seen = '';
    child.stdout?.on('data', (text: string) => {
      seen += text;
      if (seen.includes('\n')) resolve(seen);
    });
  });
  const timeout = AbortSignal.timeout(READY_MS);
  const late = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('The daemon did not become ready in time.')));
  });
  const ended = end.then(({ exitCode, stderr }) => {
    throw new Error(`The daemon ended with ${exitCode}: ${stderr}`);
  });
  return JSON.parse(await Promise.race([line, late, ended])) as { url: string; pid: number };
}

export type Answer = { status: number; headers: Headers; body: any }; // eslint-disable-line typescript/no-explicit-any

type RequestOptions = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

/** Sends one JSON request to a service. A JSON response is parsed. */
export async function request(
  url: string,
  method: string,
  route: string,
  options: RequestOptions = {},
): Promise<Answer> {
  const { token, body, headers = {} } = options;
  const answer = await fetch(url + route, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson && text ? JSON.parse(text) : text };
}

/** Signs in, by default as the development administrator, and returns the access token. */
export async function signIn(url: string, email = 'admin@vestry.local', password = 'Vestry-dev-1'): Promise<string> {
  const { status, body } = await request(url, 'POST', '/api/auth/login', { body: { email, password } });
  if (status !== 200) throw new Error(`Signing in as ${email} returned status ${status}.`);
  return body.accessToken as string;
}
