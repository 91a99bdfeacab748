/** Node processes: commands run to their end, and services run until stopped. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/vestry.js', import.meta.url));
const PEAK = fileURLToPath(new URL('peak.js', import.meta.url));
const READY_MS = 20_000;

/** The arguments for Node that run `vestry`. */
export function vestry(...args) {
  return [PROGRAM, ...args];
}

/** The arguments for Node that run a bare server of floor/. */
export function floor(name, ...args) {
  return [fileURLToPath(new URL(`floor/${name}.js`, import.meta.url)), ...args];
}

/** The arguments for Node that serve a data directory on a free port. */
export function daemonArguments(directory, env = 'production') {
  return vestry('serve', '--data-dir', directory, '--port', '0', '--env', env, '--json');
}

/** Nothing of the caller's settings may change what is measured. */
function environment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VESTRY_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

/** Runs Node with these arguments to its end and returns the milliseconds; a failing command fails the run. */
export function timeCommand(args) {
  return runCommand(args).ms;
}

/** Like `timeCommand`, with the most memory that the process held, in bytes. */
export function weighCommand(args) {
  const { ms, told } = runCommand(['--import', PEAK, ...args]);
  return { ms, peakBytes: Number(told) };
}

/** Runs Node to its end; `told` is what came on descriptor 3. */
function runCommand(args) {
  const options = { env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] };
  const startedAt = performance.now();
  const { status, stderr, output } = spawnSync(process.execPath, args, options);
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms, told: output[3] };
}

/**
 * Runs any program to its end; returns the milliseconds and, where the system tells (Linux), the megabytes of memory that it
 * had at its highest.
 */
export async function usageOf([program, ...args]) {
  const startedAt = performance.now();
  const child = spawn(program, args, {
    env: { ...environment(), LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let megabytes = 0;
  const look = setInterval(() => (megabytes = highestMemory(child.pid) ?? megabytes), LOOK_MS);
  const [code] = await once(child, 'exit');
  const ms = performance.now() - startedAt;
  clearInterval(look);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  return { ms, megabytes };
}

const LOOK_MS = 2;

function highestMemory(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes && Number(kilobytes) / 1024;
  } catch {
    // It has just ended, or the system has no such file.
    return undefined;
  }
}

/**
 * Starts a service that says `{"url": ...}` in its first line. Its stderr, where the daemon logs every request, goes
 * to the null device; with `log: 'read'` it is a pipe that is read and thrown away, as under a process manager.
 */
export async function start(args, { log = 'ignore', onSpawn } = {}) {
  const stdio = ['ignore', 'pipe', log === 'read' ? 'pipe' : 'ignore'];
  const child = spawn(process.execPath, args, { env: environment(), stdio });
  onSpawn?.(child);
  child.stderr?.resume();
  const port = await readyPort(child, args);
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { child, port, stop };
}

function readyPort(child, args) {
  return new Promise((resolve, reject) => {
    let seen = '';
    const late = setTimeout(() => reject(new Error(`node ${args.join(' ')} did not become ready`)), READY_MS);
    child.once('exit', (code) => reject(new Error(`node ${args.join(' ')} ended with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      seen += text;
      if (!seen.includes('\n')) return;
      clearTimeout(late);
      resolve(Number(new URL(JSON.parse(seen.split('\n', 1)[0]).url).port));
    });
  });
}

/** Milliseconds from the spawn of a service to its first 2xx answer. */
export async function timeStart(workspace, args, path) {
  const startedAt = performance.now();
  const service = await workspace.start(args);
  await request(service.port, 'GET', path);
  const ms = performance.now() - startedAt;
  await service.stop();
  return ms;
}

/** One JSON request on a connection of its own; an answer other than 2xx fails the run. */
export function request(port, method, path, { token, body } = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve, reject) => {
    const sent = http.request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (chunk) => (received += chunk));
      answer.once('end', () => {
        if (answer.statusCode >= 200 && answer.statusCode < 300) resolve(received && JSON.parse(received));
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${received}`));
      });
    });
    sent.once('error', reject);
    sent.end(text);
  });
}

/** Requests a second that a service answers to a load generator. */
export async function rateOf(service, job) {
  return (await load(service, job)).perSecond;
}

/** The milliseconds that a service takes for one of many requests that are sent one after another. */
export async function timeOf(service, job) {
  return 1000 / (await load(service, { connections: 1, seconds: 1, ...job })).perSecond;
}

/** The milliseconds within which a service answers 99 of 100 requests that are sent one after another. */
export async function p99Of(service, job) {
  return (await load(service, { connections: 1, seconds: 1, ...job })).p99;
}

/**
 * Runs the load generator in a process of its own. The job holds `requests` (`{ method, path, headers, body }`, sent in
 * turn), and where needed `connections` and `seconds`.
 */
async function load({ port }, job) {
  const generator = fileURLToPath(new URL('load.js', import.meta.url));
  const child = spawn(process.execPath, [generator], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify({ connections: 10, seconds: 3, port, ...job }));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The load generator ended with ${code}.`);
  return JSON.parse(output);
}
