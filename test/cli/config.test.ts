import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';

const { dir, remove } = temporaryDir();
afterAll(remove);

let dataDir: string;
let serial = 0;
beforeEach(() => {
  serial += 1;
  dataDir = path.join(dir, `church ${serial}`);
});

const config = (args: readonly string[], options = {}) => vestry(['config', ...args, '--data-dir', dataDir], options);
const stored = () => JSON.parse(readFileSync(path.join(dataDir, 'config.json'), 'utf8')) as unknown;

test('list shows the effective value of each setting and its source, even without a data directory', async () => {
  const { exitCode, stdout } = await config(['list', '--json'], { env: { VESTRY_PORT: '8123' } });
  expect(exitCode).toBe(0);
  const { items } = JSON.parse(stdout) as { items: { name: string }[] };
  expect(items.find(({ name }) => name === 'port')).toEqual({
    name: 'port',
    variable: 'VESTRY_PORT',
    value: '8123',
    from: 'environment',
  });
  expect(items.find(({ name }) => name === 'host')).toMatchObject({ value: '127.0.0.1', from: 'default' });
  expect(existsSync(dataDir)).toBe(false);
});

test('set accepts any spelling of a setting’s name, removes a setting with an empty value, and keeps the file private', async () => {
  expect(await config(['set', 'VESTRY_PORT', '9001'])).toMatchObject({ exitCode: 0, stdout: '' });
  await config(['set', 'log-level', 'warn']);
  expect(stored()).toEqual({ port: '9001', logLevel: 'warn' });
  expect(statSync(path.join(dataDir, 'config.json')).mode & 0o777).toBe(0o600);
  expect((await config(['get', 'port'])).stdout).toBe('9001\n');
  await config(['set', 'port', '']);
  expect(stored()).toEqual({ logLevel: 'warn' });
});

test('an invalid value is refused, and the file is unchanged', async () => {
  await config(['set', 'port', '9001']);
  const refused = await config(['set', 'port', '99999']);
  expect(refused).toMatchObject({ exitCode: 2 });
  expect(refused.stderr).toContain('65535');
  expect(stored()).toEqual({ port: '9001' });
});

test('a secret is read only from standard input and is never shown', async () => {
  const url = 'smtps://office%40grace.example:pass-word-123@mail.grace.example:465';
  const asArgument = await config(['set', 'smtpUrl', url]);
  expect(asArgument).toMatchObject({ exitCode: 2 });
  expect(existsSync(dataDir)).toBe(false);
  const set = await config(['set', 'smtpUrl', '--stdin', '--json'], { input: `${url}\n` });
  await config(['set', 'lineChannelSecret', '--stdin'], { input: 'abcdefgh12345678\n' });
  expect(stored()).toEqual({ smtpUrl: url, lineChannelSecret: 'abcdefgh12345678' });
  const list = await config(['list']);
  expect(list.stdout).toContain('smtps://office%40grace.example:••••@mail.grace.example:465');
  expect(list.stdout).toContain('••••5678');
  expect(set.stdout + set.stderr + list.stdout).not.toMatch(/pass-word|abcdefgh/);
});

test('setting a secret without --stdin and without a terminal fails with an error that names the flag', async () => {
  const { exitCode, stderr } = await config(['set', 'lineChannelSecret']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--stdin');
});

test('the exit code for an unknown setting is 3, and the error lists the known settings', async () => {
  const { exitCode, stderr } = await config(['get', 'colour']);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('corsOrigins');
});

test('set warns if the environment overrides the stored value', async () => {
  const { stderr } = await config(['set', 'port', '9001'], { env: { VESTRY_PORT: '8123' } });
  expect(stderr).toContain('VESTRY_PORT in the environment overrides this setting');
});

test('a damaged settings file is left unchanged', async () => {
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, 'config.json'), '{ "port": ');
  expect(await config(['set', 'port', '9001'])).toMatchObject({ exitCode: 2 });
  expect(readFileSync(path.join(dataDir, 'config.json'), 'utf8')).toBe('{ "port": ');
});
