/** Runs Node.js processes: commands until they end, and services until they are stopped. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/vestry.js', import.meta.url));
const PEAK = fileURLToPath(new URL('peak.js', import.meta.url));
const READY_MS = 20_000;

/** Returns the arguments for Node.js that run `vestry`. */
export function vestry(...args) {
  return [PROGRAM, ...args];
}

/** Returns the arguments for Node.js that run one of the simplest programs, which are in floor/. */
export function floor(name, ...args) {
  return [fileURLToPath(new URL(`floor/${name}.js`, import.meta.url)), ...args];
}

/** Returns the arguments for Node.js that serve a data directory on a free port. */
export function daemonArguments(directory, env = 'production') {
  return vestry('serve', '--data-dir', directory, '--port', '0', '--env', env, '--json');
}

/** Returns an environment without the caller's settings, which could affect the measurement. */
function environment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VESTRY_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

/**
 * Runs Node.js with these arguments to its end and returns the milliseconds. A command that fails ends the benchmark.
 */
export function timeCommand(args) {
  return runCommand(args).ms;
}

/** Like `timeCommand`, but also returns the peak memory of the process in bytes. */
export function weighCommand(args) {
  const { ms, told } = runCommand(['--import', PEAK, ...args]);
  return { ms, peakBytes: Number(told) };
}

/** Runs Node.js to its end. `told` is the output on descriptor 3. */
function runCommand(args) {
  const options = { env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] };
  const startedAt = performance.now();
  const { status, stderr, output } = spawnSync(process.execPath, args, options);
  const ms = performance.now() - startedAt;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { ms, told: output[3] };
}

/**
 * Runs any program to its end. Returns the milliseconds and, if the system reports it (Linux), the peak memory in
 * megabytes.
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
    // The process has just ended, or the system has no such file.
    return undefined;
  }
}

/**
 * Starts a service whose first line of output is `{"url": ...}`. Its stderr, where the daemon logs every request, goes
 * to the null device. With `log: 'read'`, stderr is a pipe whose content is read and discarded, as under a process
 * manager.
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

/** Returns the milliseconds from the start of a service to its first 2xx response. */
export async function timeStart(workspace, args, path) {
  const startedAt = performance.now();
  const service = await workspace.start(args);
  await request(service.port, 'GET', path);
  const ms = performance.now() - startedAt;
  await service.stop();
  return ms;
}

/** Sends one JSON request on a new connection. A response other than 2xx ends the benchmark. */
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

/** Returns how many requests of the load generator a service answers per second. */
export async function rateOf(service, job) {
  return (await load(service, job)).perSecond;
}

/** Returns the average response time in milliseconds of requests that are sent one after another. */
export async function timeOf(service, job) {
  return 1000 / (await load(service, { connections: 1, seconds: 1, ...job })).perSecond;
}

/**
 * Returns the 99th percentile of the response time in milliseconds. The requests are sent one after another, unless the
 * job sets `connections`.
 */
export async function p99Of(service, job) {
  return (await load(service, { connections: 1, seconds: 1, ...job })).p99;
}

/**
 * Runs the load generator in a process of its own. The job has `requests` (`{ method, path, headers, body }`, sent in
 * turn), and optionally `connections` and `seconds`.
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
