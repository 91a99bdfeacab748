import { describe, expect, test } from 'vitest';
import { type Json, ZONE, done, booksOfFile } from './books.ts';
import { stored } from './office.ts';
import { expectRefused, run, works } from './people-files.ts';
import { type Outcome, vestry } from '../support/daemon.ts';

const books = booksOfFile();

const KEY = 'sk-ant-from-standard-input-4321';
const profile = (...args: string[]) => run(books.daemon.dataDir, 'profile', ...args);
const read = (): Promise<Json> => done(books.admin.get('/api/church-profile'));
const withKey = (input: string, ...args: string[]): Promise<Outcome> =>
  vestry(['profile', 'set', ...args, '--api-key-stdin', '--data-dir', books.daemon.dataDir], {
    env: { TZ: ZONE, VESTRY_ENV: 'development' },
    input,
  });

/** Runs a command that must be refused and must change nothing. */
async function expectNothingFrom(exitCodes: readonly number[], ...args: string[]): Promise<string> {
  const before = await read();
  const outcome = await profile(...args);
  expectRefused(outcome, exitCodes);
  expect(await read()).toEqual(before);
  return outcome.stderr;
}

// The order of the tests matters: the first test needs a church whose profile was never saved.
describe('vestry profile show', () => {
  test('prints exactly the response of the API with --json', async () => {
    const { stdout, stderr } = await works(profile('show', '--json'));
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(await read());
    await works(profile('set', '--name', 'Grace Church 恩典教會', '--website', 'https://grace.example'));
    const again = await works(profile('show', '--json'));
    expect(JSON.parse(again.stdout)).toEqual(await read());
    expect((await read()).name).toBe('Grace Church 恩典教會');
  });

  test('prints the fields as text, without null or undefined', async () => {
    await works(profile('set', '--name', 'Grace Church 恩典教會', '--time-zone', 'America/Denver'));
    const { stdout, stderr } = await works(profile('show'));
    expect(stderr).toBe('');
    for (const part of ['Grace Church 恩典教會', 'America/Denver', 'USD']) expect(stdout).toContain(part);
    expect(stdout).not.toMatch(/undefined|null|\[object/);
    expect(stdout).not.toContain('\u001B');
  });
});

describe('vestry profile set', () => {
  test('changes only the given fields, and takes effect in the service at once', async () => {
    await works(profile('set', '--legal-name', 'Grace Church, Inc.', '--phone', '+1 303 555 0100'));
    await works(profile('set', '--fiscal-year-start-month', '7', '--address-city', 'Denver', '--locale', 'zh-TW'));
    const known = {
      legalName: 'Grace Church, Inc.',
      phone: '+1 303 555 0100',
      fiscalYearStartMonth: 7,
      locale: 'zh-TW',
    };
    const body = await read();
    expect(body).toMatchObject(known);
    expect(body.address).toMatchObject({ city: 'Denver', line1: null });
    const answer = await works(profile('set', '--phone', '', '--json'));
    expect(JSON.parse(answer.stdout)).toEqual(await read());
    expect(await read()).toMatchObject({ ...known, phone: null });
  });

  test('is recorded in the audit log under the name of the terminal user', async () => {
    await works(profile('set', '--legal-name', 'Audited at the Terminal'));
    const { items } = await done(books.admin.get('/api/audit-logs?entityType=ChurchProfile&sort=-id&pageSize=1'));
    expect(items[0]).toMatchObject({ actorId: null, actorName: expect.stringMatching(/^cli:/) });
    expect(JSON.stringify(items[0].changes)).toContain('Audited at the Terminal');
  });

  test.each([
    ['an unknown time zone', ['--time-zone', 'Mars/Base'], 'time'],
    ['an unknown language', ['--locale', 'fr'], 'locale'],
    ['an unknown provider', ['--ai-provider', 'Skynet'], 'provider'],
    ['a thirteenth month', ['--fiscal-year-start-month', '13'], 'month'],
    ['a month in words', ['--fiscal-year-start-month', 'July'], 'month'],
    ['an empty name', ['--name', ''], 'name'],
    ['a line break in the e-mail address', ['--email', 'a@example.org\nBcc: b@example.org'], 'email'],
    [
      'a model address that does not end in /v1',
      ['--ai-provider', 'OpenAICompatible', '--ai-base-url', 'http://x.example'],
      'v1',
    ],
    ['an unknown flag', ['--fax', '1'], 'fax'],
    ['a key as an argument', ['--api-key', 'sk-visible-to-all'], 'api-key'],
  ])('with %s is refused, names the problem and changes nothing', async (_label, args, word) => {
    const said = await expectNothingFrom([2, 4], 'set', ...args);
    expect(said.toLowerCase().replaceAll(/[^a-z0-9/-]/g, '')).toContain(word);
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('reads a key from standard input and never shows it', async () => {
    const outcome = await works(withKey(`  ${KEY} \r\n`, '--ai-provider', 'Anthropic', '--json'));
    expect((await read()).anthropicApiKey).toBe('••••4321');
    const shown = await works(profile('show'));
    const everything = [outcome.stdout, outcome.stderr, shown.stdout, JSON.stringify(await read())].join('\n');
    expect(everything).not.toContain('from-standard-input');
    expect(stored(books.daemon.dataDir).includes('from-standard-input')).toBe(false);
  });

  test('keeps the key when another field changes, and removes it on request', async () => {
    await works(withKey(KEY, '--ai-provider', 'Anthropic'));
    await works(profile('set', '--ai-model', 'a-model'));
    expect(await read()).toMatchObject({ aiModel: 'a-model', anthropicApiKey: '••••4321' });
    await works(profile('set', '--clear-api-key'));
    expect((await read()).anthropicApiKey).toBeNull();
  });

  test('without a terminal says that it cannot ask for a key, and does not wait for input', async () => {
    const said = await expectNothingFrom([2], 'set', '--ask-api-key');
    expect(said).toContain('--api-key-stdin');
  });
});
