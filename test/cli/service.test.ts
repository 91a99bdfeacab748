import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isRunning, readPidFile } from '../../src/cli/daemon/running.ts';
import { serviceText } from '../../src/cli/daemon/service-files.ts';
import { dataPaths } from '../../src/data-dir.ts';
import { finished, PROGRAM } from '../support/command.ts';
import { temporaryDir, vestry, vestryProcess } from '../support/daemon.ts';

// The tests share a home folder, and so an environment, so that their commands can share a process.
const place = temporaryDir();
const dir = path.join(place.dir, 'our church');
const env = { HOME: place.dir, XDG_CONFIG_HOME: '', PATH: `${path.join(place.dir, 'bin')}:${process.env.PATH}` };
beforeEach(() => {
  mkdirSync(path.join(place.dir, 'bin'));
  fake('systemctl');
  fake('launchctl');
});
afterEach(async () => {
  await vestry(['stop', '--force', '--timeout', '5', '--data-dir', dir]);
  for (const name of readdirSync(place.dir)) rmSync(path.join(place.dir, name), { recursive: true, force: true });
});
afterAll(place.remove);

/** Creates a fake system tool that records its arguments and then runs this script. */
function fake(name: string, script = ''): void {
  const file = path.join(place.dir, 'bin', name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> '${path.join(place.dir, 'calls')}'\n${script}\n`);
  chmodSync(file, 0o755);
}

function calls(): string[] {
  const file = path.join(place.dir, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

const service = (...args: string[]) => vestry(['service', ...args, '--data-dir', dir], { env });
const unit = () => path.join(place.dir, '.config/systemd/user/vestry.service');
const agent = () => path.join(place.dir, 'Library/LaunchAgents/org.vestry.plist');

describe.runIf(process.platform === 'linux')('vestry service with systemd', () => {
  test('installs and starts a unit, says how to undo this, and uninstalls the unit', async () => {
    const installed = await service('install', '--port', '9000');
    expect(installed).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/enable-linger\nTo undo this: vestry service uninstall\n$/),
    });
    expect(installed.stderr).toContain(`Wrote ${unit()}\n`);
    expect(calls()).toEqual(
      ['daemon-reload', 'enable vestry.service', 'restart vestry.service'].map((call) => `systemctl --user ${call}`),
    );
    const text = readFileSync(unit(), 'utf8');
    expect(text).toContain(` "${PROGRAM}" "serve" "--data-dir" "${dir}" "--port=9000" "--kept-by" "systemd:vestry"\n`);
    expect(text).toMatch(/^Restart=on-failure$/m);
    expect(await service('install', '--port', '9001')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('Replaced'),
    });
    expect(readFileSync(unit(), 'utf8')).toContain('--port=9001');
    writeFileSync(path.join(place.dir, 'calls'), '');
    expect(await service('uninstall')).toMatchObject({ exitCode: 0 });
    expect(existsSync(unit())).toBe(false);
    expect(calls()).toEqual(['systemctl --user disable --now vestry.service', 'systemctl --user daemon-reload']);
    expect(await service('uninstall')).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('No service vestry'),
    });
  });

  test('leaves a foreign unit of the same name unchanged', async () => {
    mkdirSync(path.dirname(unit()), { recursive: true });
    writeFileSync(unit(), '[Service]\nExecStart=/usr/bin/vestry\n');
    for (const command of ['install', 'uninstall']) {
      expect(await service(command)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('was not made by') });
    }
    expect(readFileSync(unit(), 'utf8')).toBe('[Service]\nExecStart=/usr/bin/vestry\n');
    expect(calls()).toEqual([]);
  });

  test('requires a different name for a second church', async () => {
    await service('install');
    const other = ['service', 'install', '--data-dir', path.join(place.dir, 'other')];
    expect(await vestry(other, { env })).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--name') });
    expect(await vestry([...other, '--name', 'mission'], { env })).toMatchObject({ exitCode: 0 });
    expect(calls().at(-1)).toBe('systemctl --user restart mission.service');
  });

  test('quotes the error message of systemd, and a second attempt succeeds', async () => {
    fake('systemctl', 'echo "Failed to connect to bus" >&2; exit 1');
    expect(await service('install')).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: expect.stringMatching(/vestry: systemctl --user daemon-reload failed: Failed to connect to bus\./),
    });
    fake('systemctl');
    expect(await service('install')).toMatchObject({ exitCode: 0 });
  });

  test('refuses to install while a service that was started by hand is running', async () => {
    await vestry(['start', '--port', '0', '--data-dir', dir]);
    expect(await service('install')).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('vestry stop') });
    await vestry(['stop', '--data-dir', dir]);
    expect(existsSync(unit())).toBe(false);
  });

  test('restarts the service through systemd', async () => {
    const serve = `"${process.execPath}" "${PROGRAM}" serve --port 0 --data-dir "${dir}" --kept-by systemd:vestry`;
    fake('systemctl', `case "$*" in *start*) ${serve} >/dev/null 2>&1 & esac`);
    await service('install', '--env', 'test');
    const before = await vi.waitFor(() => {
      const running = isRunning(dataPaths(dir));
      expect(running?.url).toMatch(/^http/);
      return running?.pid;
    }, 20_000);
    expect(await vestry(['restart', '--data-dir', dir, '--port', '1'], { env })).toMatchObject({ exitCode: 2 });
    writeFileSync(path.join(place.dir, 'calls'), '');
    const restarted = await vestry(['restart', '--json', '--data-dir', dir], { env });
    expect(restarted.exitCode, restarted.stderr).toBe(0);
    expect((JSON.parse(restarted.stdout) as { pid: number }).pid).not.toBe(before);
    expect(calls()).toEqual(['systemctl --user start vestry.service']);
    await vestry(['stop', '--data-dir', dir]);
  });

  test.each(['start', 'restart'])(
    'lets vestry %s start a stopped service through systemd, with the settings of its unit',
    async (command) => {
      await service('install', '--env', 'test', '--name', 'mission');
      expect(await vestry([command, '--data-dir', dir, '--port', '1'], { env })).toMatchObject({ exitCode: 2 });
      const serve = `"${process.execPath}" "${PROGRAM}" serve --port 0 --data-dir "${dir}" --kept-by systemd:mission`;
      fake('systemctl', `case "$*" in *start*) ${serve} >/dev/null 2>&1 & esac`);
      writeFileSync(path.join(place.dir, 'calls'), '');
      expect(await vestry([command, '--data-dir', dir], { env })).toMatchObject({
        exitCode: 0,
        stdout: expect.stringMatching(/^Vestry is ready at http/),
      });
      expect(calls()).toEqual(['systemctl --user start mission.service']);
      expect(readPidFile(dataPaths(dir))?.keeper).toBe('systemd:mission');
      await vestry(['stop', '--data-dir', dir]);
    },
  );

  test('lets vestry start serve another data directory without systemd', async () => {
    await service('install');
    writeFileSync(path.join(place.dir, 'calls'), '');
    const other = ['--data-dir', path.join(place.dir, 'other')];
    expect(await vestry(['start', '--port', '0', ...other], { env })).toMatchObject({ exitCode: 0 });
    expect(calls()).toEqual([]);
    await vestry(['stop', ...other]);
  });
});

test('on a Mac the service is a launchd agent', async () => {
  const mac = 'Object.defineProperty(process, "platform", { value: "darwin" })';
  const changed = { ...env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(mac)}` };
  const onMac = (...args: string[]) => vestryProcess([...args, '--data-dir', dir], { env: changed });
  const uid = process.getuid?.();
  expect(await onMac('service', 'install')).toMatchObject({ exitCode: 0 });
  expect(calls()).toEqual([`launchctl bootout gui/${uid}/org.vestry`, `launchctl bootstrap gui/${uid} ${agent()}`]);
  expect(readFileSync(agent(), 'utf8')).toContain(`<string>${dir}</string>`);
  fake('launchctl', 'echo "not now" >&2; exit 1');
  expect(await onMac('start')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining(`launchctl kickstart gui/${uid}/org.vestry failed: not now`),
  });
  fake('launchctl');
  expect(await onMac('service', 'uninstall')).toMatchObject({ exitCode: 0 });
  expect(existsSync(agent())).toBe(false);
});

test('the printed unit escapes special characters in paths and contains no secret from the environment', async () => {
  const odd = path.join(place.dir, 'a "b" 100% $c \\d');
  const secret = { VESTRY_LINE_CHANNEL_SECRET: 'hush-hush' };
  const print = (...args: string[]) =>
    vestry(['service', 'print', '--data-dir', odd, ...args], { env: { ...env, ...secret } });
  const forSystemd = await print('--format', 'systemd');
  expect(forSystemd.stdout).toContain(`"--data-dir" "${place.dir}/a \\"b\\" 100%% $$c \\\\d"`);
  expect(forSystemd.stdout).not.toContain('hush');
  expect(forSystemd.stderr).toContain('does not get VESTRY_LINE_CHANNEL_SECRET');
  expect(existsSync(odd)).toBe(false);
  expect(calls()).toEqual([]);
});

const has = (tool: string, ...args: string[]) => spawnSync(tool, args).status === 0;

test.runIf(has('systemd-analyze', '--version'))('systemd-analyze accepts our unit', () => {
  const facts = {
    name: 'vestry',
    node: process.execPath,
    program: PROGRAM,
    dataDir: `${place.dir}/a "b" 100% $c \\d`,
    settings: ['--port=9000'],
  };
  const file = path.join(place.dir, 'vestry-test.service');
  const verify = (text: string) => {
    writeFileSync(file, text);
    return spawnSync('systemd-analyze', ['--user', 'verify', file], {
      env: { ...env, XDG_RUNTIME_DIR: place.dir },
      encoding: 'utf8',
    });
  };
  expect(verify(serviceText('systemd', facts))).toMatchObject({ status: 0, stderr: '' });
  expect(verify(`${serviceText('systemd', facts)}Strange=1\n`).stderr).toContain('Strange');
});

test.runIf(has('python3', '-c', 'import plistlib'))('our agent is a valid property list with unchanged paths', () => {
  const dataDir = '/a & <b> --c "d"';
  const facts = { name: 'mission', node: '/n', program: '/p', dataDir, settings: ['--port=9000'] };
  const read = 'import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
  const { stdout } = spawnSync('python3', ['-c', read], { input: serviceText('launchd', facts), encoding: 'utf8' });
  expect(JSON.parse(stdout)).toMatchObject({
    Label: 'org.vestry.mission',
    ProgramArguments: ['/n', '/p', 'serve', '--data-dir', dataDir, '--port=9000', '--kept-by', 'launchd:mission'],
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    StandardErrorPath: `${dataDir}/logs/stderr.log`,
  });
});

test('a command that runs from the npx cache warns that its folder may disappear', async () => {
  const modules = path.join(place.dir, '_npx/1f/node_modules');
  const root = path.resolve(PROGRAM, '../..');
  mkdirSync(path.join(modules, 'vestry'), { recursive: true });
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(path.join(root, name), path.join(modules, 'vestry', name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules/better-sqlite3'), path.join(modules, 'better-sqlite3'));
  const child = spawn(process.execPath, [
    path.join(modules, 'vestry/bin/vestry.js'),
    'service',
    'print',
    '--data-dir',
    dir,
  ]);
  const { exitCode, stderr } = await finished(child);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('npm install --global vestry') });
});

test('a launchd agent escapes the special characters of XML', () => {
  const facts = { name: 'vestry', node: '/n', program: '/p', dataDir: '/a & <b> --c', settings: [] };
  const text = serviceText('launchd', facts);
  expect(text).toContain('<string>/a &amp; &lt;b&gt; --c</string>');
  expect(text).not.toMatch(/<!--(?:(?!-->)[^])*--(?!>)/);
});
