import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceSecrets } from '../../src/data-dir.ts';
import { smallChurch, type Church } from '../support/church.ts';
import { vestry } from '../support/daemon.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

const KEY = 'sk-ant-api03-1234567890';

let church: Church;
beforeAll(async () => {
  church = await smallChurch();
});
afterAll(() => church.remove());

const withInput = (input: string, ...args: string[]) =>
  vestry([...args, '--data-dir', church.file('church')], { input });

test('set changes only the given fields, show prints them, and an API key is read only from standard input', async () => {
  const first = await church.run('profile', 'set', '--name', 'Grace', '--ein', '123456789', '--phone', '555-0100');
  expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/name\s+Grace\n(.*\n)*ein\s+12-3456789/) });
  const args = ['profile', 'set', '--address-city', 'Town', '--phone', '', '--fiscal-year-start-month', '7'];
  const second = await withInput(` ${KEY} \n`, ...args, '--ai-provider', 'Anthropic', '--api-key-stdin');
  expect(second.exitCode).toBe(0);
  expect(`${second.stdout}${second.stderr}`).not.toContain(KEY);

  const shown = await church.run('profile', 'show', '--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    name: 'Grace',
    ein: '12-3456789',
    phone: null,
    address: { line1: null, city: 'Town' },
    fiscalYearStartMonth: 7,
    aiProvider: 'Anthropic',
    anthropicApiKey: '••••7890',
    openAiApiKey: null,
  });

  const third = await church.run('profile', 'set', '--address-city', '', '--currency', 'eur', '--json');
  expect(JSON.parse(third.stdout)).toMatchObject({ address: null, currency: 'EUR', anthropicApiKey: '••••7890' });
});

test('--country sets the country of the address, which says which papers there are', async () => {
  const set = (...args: string[]) => church.run('profile', 'set', ...args);
  const moved = await set('--country', 'tw', '--address-city', 'Taipei', '--json');
  expect(JSON.parse(moved.stdout)).toMatchObject({ address: { country: 'TW', city: 'Taipei' } });
  const report = await church.run('report', '1099', '--year', '2025');
  expect(report).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining('is in Taiwan') });
  expect(report.stderr).toContain('vestry profile set --country US');
  const refused = await set('--country', 'UK');
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('UK is written GB') });
  expect(refused.stderr).toContain('--country');
  const cleared = await set('--country', '', '--address-city', '', '--currency', 'USD', '--json');
  expect(JSON.parse(cleared.stdout)).toMatchObject({ address: null });
  expect(await church.run('report', '1099', '--year', '2025')).toMatchObject({ exitCode: 0 });
});

test('errors name the flags, and without a terminal no question is asked', async () => {
  const wrong = ['--ai-provider', 'OpenAICompatible', '--currency', 'JPY', '--fiscal-year-start-month', 'July'];
  const refused = await church.run('profile', 'set', ...wrong);
  expect(refused.exitCode).toBe(2);
  for (const flag of ['--ai-base-url', '--currency', '--fiscal-year-start-month'])
    expect(refused.stderr).toContain(flag);
  expect(await church.run('profile', 'set', '--ask-api-key')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--api-key-stdin'),
  });
  expect(await church.run('profile', 'set')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--help') });
  expect(await withInput('\n', 'profile', 'set', '--api-key-stdin')).toMatchObject({ exitCode: 2 });
  expect(await withInput('sk 1\n', 'profile', 'set', '--api-key-stdin')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--api-key-stdin must be an API key: printable characters without spaces'),
  });
});

test('the API key of a compatible service is set together with its address, and a new address clears the key', async () => {
  const service = ['--ai-provider', 'OpenAICompatible', '--ai-base-url', 'http://localhost:11434/v1'];
  const entered = await withInput('own-key-mnop\n', 'profile', 'set', ...service, '--api-key-stdin', '--json');
  expect(JSON.parse(entered.stdout)).toMatchObject({ compatibleApiKey: '••••mnop' });
  const kept = await church.run('profile', 'set', '--ai-model', 'tiny', '--json');
  expect(JSON.parse(kept.stdout)).toMatchObject({ compatibleApiKey: '••••mnop' });
  const moved = await church.run('profile', 'set', '--ai-base-url', 'http://localhost:9999/v1');
  expect(moved.stdout).toContain('localhost:9999');
  expect(moved.stdout).not.toContain('mnop');
  expect(moved.stderr).toContain('vestry profile set --ask-api-key');
  const refused = await church.run('profile', 'set', '--ai-base-url', 'http://169.254.169.254/v1');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--ai-base-url must not be a link-local'),
  });
});

test('after the secrets are replaced, show names the API keys to enter again', async () => {
  await withInput(`${KEY}\n`, 'profile', 'set', '--ai-provider', 'Anthropic', '--api-key-stdin');
  const secrets = path.join(church.file('church'), 'secrets.json');
  renameSync(secrets, `${secrets}.old`);
  replaceSecrets(secrets);
  const { exitCode, stdout, stderr } = await church.run('profile', 'show');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('The stored anthropicApiKey cannot be read');
  expect(stdout).toMatch(/anthropicApiKey +••••$/m);
  const cleared = await church.run('profile', 'set', '--clear-api-key');
  expect(cleared).toMatchObject({ exitCode: 0, stderr: '' });
});

test.runIf(hasTerminal)(
  'set without options asks for address, EIN and fiscal year, and Enter keeps the rest',
  async () => {
    await church.run('profile', 'set', '--address-line2', 'Room 4', '--address-city', 'Town', '--ein', '123456789');
    const { exitCode, screen } = await atTerminal(['profile', 'set', '--data-dir', church.file('church')], {
      dialogue: [
        ['Street and number', '1 Main St\r'],
        ['City', '\r'],
        ['State', 'IL\r'],
        ['ZIP code', '62701\r'],
        ['Country', 'UK\r'],
        ['UK is written GB', '\u0015US\r'],
        ['EIN', '\r'],
        ['First month', '13\r'],
        ['must be a number from 1 to 12', '\u00154\r'],
      ],
    });
    expect(exitCode, screen).toBe(0);
    const shown = JSON.parse((await church.run('profile', 'show', '--json')).stdout);
    const address = {
      line1: '1 Main St',
      line2: 'Room 4',
      city: 'Town',
      state: 'IL',
      postalCode: '62701',
      country: 'US',
    };
    expect(shown).toMatchObject({ address, ein: '12-3456789', fiscalYearStartMonth: 4 });
  },
);
