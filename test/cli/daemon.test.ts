import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPidFile } from '../../src/cli/daemon/running.ts';
import { stopService } from '../../src/cli/daemon/stop.ts';
import { dataPaths } from '../../src/data-dir.ts';
import { lockFile } from '../../src/db/connect.ts';
import { request, startDaemon, temporaryDir, vestry, vestryProcess } from '../support/daemon.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

let place: ReturnType<typeof temporaryDir>;
let dir: string;
beforeEach(() => {
  place = temporaryDir();
  dir = path.join(place.dir, 'a church');
});
afterEach(async () => {
  await run('stop', '--force', '--timeout', '5');
  place.remove();
});

const run = (command: string, ...args: string[]) => vestry([command, '--data-dir', dir, ...args]);
const start = (...args: string[]) => run('start', '--port', '0', '--env', 'development', ...args);
const paths = () => dataPaths(dir);
const logText = () => readFileSync(path.join(dir, 'logs', 'vestry.log'), 'utf8');
const messages = () =>
  logText()
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
/** Returns an environment in which every Node.js process runs this code first. */
const preloading = (code: string) => ({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` });
/** Returns the process id of the service. Throws if there is none, because a signal to 0 goes to the tests themselves. */
function pidOf(): number {
  const pid = readPidFile(paths())?.pid;
  if (!pid) throw new Error('No service runs.');
  return pid;
}

test('a service starts once, reports its status, and stops', async () => {
  const started = await start('--json');
  const { url, pid } = JSON.parse(started.stdout) as { url: string; pid: number };
  expect((await request(url, 'GET', '/api/health')).status).toBe(200);
  expect(await start()).toMatchObject({
    exitCode: 0,
    stdout: `Vestry is already running at ${url} (process ${pid}).\n`,
  });
  const status = await run('status', '--json');
  expect(status.exitCode).toBe(0);
  expect(JSON.parse(status.stdout)).toMatchObject({ status: 'running', pid, url, health: 'ok', version: '0.1.0' });
  expect((await run('status')).stdout).toMatch(
    new RegExp(`running at ${url}\n +process +${pid}\n.*0\\.1\\.0\n.*since.*\n.*health +ok: no backup yet\n`),
  );
  expect((await run('status')).stdout.trimEnd().split('\n').at(-1)).toBe(`Open it in a browser: ${url}`);
  const chinese = (await run('status', '--lang', 'zh-TW')).stdout;
  expect(chinese).toMatch(new RegExp(`^Vestry 執行中，網址：${url}\n  處理程序 ${pid}\n`));
  expect(chinese).not.toMatch(/process|health|backup|Open/);
  expect((await start('--lang', 'zh-TW')).stdout).toBe(`Vestry 已在執行，網址：${url}（處理程序 ${pid}）。\n`);
  expect(await run('stop')).toMatchObject({ exitCode: 0, stdout: 'Vestry has stopped.\n', stderr: '' });
  expect(await run('stop')).toMatchObject({ exitCode: 0, stdout: 'Vestry is not running.\n' });
  expect(await run('stop', '--lang', 'zh-TW')).toMatchObject({ exitCode: 0, stdout: 'Vestry 目前沒有執行。\n' });
  expect(await run('status')).toMatchObject({ exitCode: 3, stdout: `Vestry is not running in ${dir}.\n`, stderr: '' });
  expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ status: 'stopped', pid: null });
  expect(messages().at(0)).toBe('ready');
  expect(messages().slice(-2)).toEqual(['stopping', 'stopped']);
  for (const file of ['logs/vestry.log', 'logs/stderr.log'])
    expect(statSync(path.join(dir, file)).mode & 0o777).toBe(0o600);
  expect(existsSync(paths().pid)).toBe(false);
});

test('three simultaneous starts all succeed and report the same service', async () => {
  const outcomes = await Promise.all([start('--json'), start('--json'), start('--json')]);
  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
  const answers = outcomes.map(({ stdout }) => JSON.parse(stdout) as { pid: number; url: string; isNew: boolean });
  expect(new Set(answers.map(({ pid, url }) => `${pid} ${url}`)).size).toBe(1);
  expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test('a failed start prints the reason in one line and exits with the same code as serve', async () => {
  const other = http.createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await run('start', '--port', String(port))).toMatchObject({
    exitCode: 5,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^vestry: Port ${port} is taken[^\n]*\n$`)),
  });
  other.close();
  expect(await run('start', '--port', 'x')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^vestry: .*--port/),
  });
});

test('a start that fails without a message prints the last output of the service', async () => {
  const end = 'if (process.argv.includes("serve")) { console.error("no memory left"); process.exit(7); }';
  expect(await vestryProcess(['start', '--data-dir', dir], { env: preloading(end) })).toMatchObject({
    exitCode: 7,
    stdout: '',
    stderr: expect.stringMatching(
      /^no memory left\nvestry: The service ended with exit code 7 before it was ready[^\n]*\n$/,
    ),
  });
});

test('a restart reuses flags and environment, and bad settings do not stop the running service', async () => {
  const env = { VESTRY_LINE_CHANNEL_SECRET: 'hush' };
  const base = ['--base-url', 'http://vestry.example'];
  await vestryProcess(['start', '--data-dir', dir, '--port', '0', ...base], { env });
  const first = pidOf();
  expect(await run('restart', '--log-level', 'loud')).toMatchObject({ exitCode: 2 });
  expect(pidOf()).toBe(first);
  expect(await run('restart', '--log-level', 'debug')).toMatchObject({
    exitCode: 0,
    stdout: 'Vestry is ready at http://vestry.example\n',
  });
  expect(pidOf()).not.toBe(first);
  expect(environmentOf(pidOf())).toContain('VESTRY_LINE_CHANNEL_SECRET=hush');
  expect(readPidFile(paths())?.flags).toMatchObject({ port: '0', logLevel: 'debug', baseUrl: 'http://vestry.example' });
});

test('after the service is killed, status reports the crash, restart reuses the settings, and the log records the crash', async () => {
  await start('--base-url', 'http://vestry.example');
  const pid = pidOf();
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await run('status')).exitCode).toBe(3);
  expect((await run('status')).stderr).toContain(`(process ${pid}) was killed or crashed`);
  expect((await run('restart')).stdout).toBe('Vestry is ready at http://vestry.example\n');
  await expect.poll(messages).toContain('the service before this one was killed, or crashed');
});

test.runIf(IS_NIGHTLY)('a service that does not end is killed only with --force', async () => {
  await start();
  process.kill(pidOf(), 'SIGSTOP');
  expect(await run('stop', '--timeout', '0')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('vestry stop --force'),
  });
  expect((await run('status')).stdout).toContain('the service does not respond');
  expect(await run('stop', '--timeout', '0', '--force')).toMatchObject({
    exitCode: 0,
    stdout: 'Vestry has stopped.\n',
  });
});

test('the service keeps running when its terminal closes, and the log of a crashed service ends with the reason', async () => {
  const crash = 'process.on("SIGUSR2", () => { throw new Error("out of the blue") })';
  await vestryProcess(['start', '--data-dir', dir, '--port', '0'], { env: preloading(crash) });
  const pid = pidOf();
  process.kill(pid, 'SIGHUP');
  expect(JSON.parse((await run('status', '--json')).stdout)).toMatchObject({ status: 'running', pid, health: 'ok' });
  process.kill(pid, 'SIGUSR2');
  await expect.poll(() => messages().at(-1)).toBe('the service crashed');
  expect(logText()).toContain('out of the blue');
});

test('if the log cannot be written because the disk is full, the service keeps running and stops cleanly', async () => {
  const full = 2048;
  mkdirSync(path.join(dir, 'logs'), { recursive: true });
  writeFileSync(path.join(dir, 'logs', 'vestry.log'), 'x'.repeat(full * 1024));
  const daemon = await startDaemon({ dataDir: dir, args: ['--kept-by', 'start'], longestFile: full });
  for (let call = 0; call < 5; call += 1) expect((await request(daemon.url, 'GET', '/api/health')).status).toBe(200);
  expect(await daemon.stop()).toMatchObject({ exitCode: 0 });
  expect(logText()).toHaveLength(full * 1024);
});

test('an unrelated process that now has the process id of an earlier service never gets a signal', async () => {
  await run('seed');
  const bystander = spawn('sleep', ['60']);
  const release = lockFile(paths().lock);
  for (const content of [JSON.stringify({ pid: bystander.pid, birth: 'another time' }), String(bystander.pid), 'x']) {
    writeFileSync(paths().pid, content);
    expect(await run('stop', '--force', '--timeout', '0')).toMatchObject({ exitCode: 5, stdout: '' });
  }
  expect(bystander.exitCode).toBeNull();
  expect(bystander.signalCode).toBeNull();
  bystander.kill();
  release?.();
});

test("another user's service is left alone, and the message says why", async () => {
  await start();
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  await expect(stopService(paths(), { options: {} })).rejects.toThrow(/belongs to another user/);
  kill.mockRestore();
});
