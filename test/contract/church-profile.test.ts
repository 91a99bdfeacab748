import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, type Json, done, etag, openBooks, refusal } from './books.ts';
import { stored } from './office.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { request, signIn, startDaemon, temporaryDir } from '../support/daemon.ts';
import { ROLES, may } from './roles.ts';

const data = temporaryDir();
let books: Books;
beforeAll(async () => {
  books = await openBooks({ dataDir: data.dir });
});
afterAll(async () => {
  await books.daemon.stop();
  data.remove();
});

const ROUTE = '/api/church-profile';
const KEYS = ['openAiApiKey', 'anthropicApiKey', 'googleApiKey', 'compatibleApiKey'] as const;
const profile = (fields: Json = {}): Json => ({
  name: 'Grace Church 恩典教會',
  timeZone: 'America/Denver',
  locale: 'zh-TW',
  aiProvider: 'Anthropic',
  ...fields,
});
const read = () => done(books.admin.get(ROUTE));
const put = (fields: Json = {}, headers = {}) => books.admin.put(ROUTE, profile(fields), headers);
const saved = (fields: Json = {}) => done(put(fields));

// The order of the tests matters: the first test needs a church whose profile was never saved.
test('the profile of a church that never saved one has the defaults and no keys', async () => {
  const answer = await books.admin.get(ROUTE);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ currency: 'USD', fiscalYearStartMonth: 1, legalName: null, ein: null });
  expect(KEYS.map((key) => answer.body[key])).toEqual(KEYS.map(() => null));
  expect(['OpenAI', 'Anthropic', 'Google', 'OpenAICompatible']).toContain(answer.body.aiProvider);
  expect(answer.body.timeZone).toMatch(/\S/);
  expect(['en-US', 'zh-TW']).toContain(answer.body.locale);
  expect(etag(answer)).toMatch(/^"[^"]+"$/);
  const { items } = await done(books.admin.get('/api/audit-logs?entityType=ChurchProfile'));
  expect(items).toEqual([]);
});

describe('a profile', () => {
  test('returns every field as it was written', async () => {
    const address = {
      line1: '1 Main St',
      line2: 'Rm 2',
      city: 'Denver',
      state: 'CO',
      postalCode: '80202',
      country: 'US',
    };
    const fields = {
      legalName: 'Grace Church, Inc.',
      ein: '12-3456789',
      address,
      phone: '+1 303 555 0100',
      email: 'office@grace.example',
      website: 'https://grace.example/zh',
      currency: 'TWD',
      fiscalYearStartMonth: 7,
      aiModel: 'some-model',
      aiBaseUrl: 'https://models.example/v1',
    };
    const answer = await put(fields);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...profile(fields), openAiApiKey: null });
    const seen = await books.admin.get(ROUTE);
    expect(seen.body).toEqual(answer.body);
    expect(etag(seen)).toBe(etag(answer));
  });

  test('is replaced as a whole: an omitted field becomes null or its default', async () => {
    await saved({ legalName: 'Old Name', phone: '555', currency: 'EUR', fiscalYearStartMonth: 10, aiModel: 'old' });
    const { body } = await put({ name: 'Second Church', locale: 'en-US' });
    expect(body).toMatchObject({ name: 'Second Church', locale: 'en-US', currency: 'USD', fiscalYearStartMonth: 1 });
    expect([body.legalName, body.phone, body.aiModel, body.website]).toEqual([null, null, null, null]);
    expect(JSON.stringify(await read())).not.toContain('Old Name');
  });

  test('is not overwritten by a request with a stale tag', async () => {
    const before = etag(await books.admin.get(ROUTE));
    await saved({ name: 'Third Church' });
    expectProblem(await put({ name: 'Late Church' }, { 'if-match': before }), 412, 'stale_version');
    expect((await read()).name).toBe('Third Church');
    expect((await put({}, { 'if-match': etag(await books.admin.get(ROUTE)) })).status).toBe(200);
  });

  test.each([
    ['an unknown time zone', { timeZone: 'America/Chigaco' }, ['timeZone']],
    ['an unknown language', { locale: 'fr' }, ['locale']],
    ['an unknown provider', { aiProvider: 'Skynet' }, ['aiProvider']],
    ['no name', { name: '' }, ['name']],
    ['a name made of spaces', { name: '   ' }, ['name']],
    ['a thirteenth month', { fiscalYearStartMonth: 13 }, ['fiscalYearStartMonth']],
    ['month zero', { fiscalYearStartMonth: 0 }, ['fiscalYearStartMonth']],
    ['half a month', { fiscalYearStartMonth: 1.5 }, ['fiscalYearStartMonth']],
    ['an unknown currency', { currency: 'dollars' }, ['currency']],
    ['an e-mail address with a line break', { email: 'a@example.org\r\nBcc: b@example.org' }, ['email']],
    ['a key that is a number', { openAiApiKey: 12345678 }, ['openAiApiKey']],
    ['unknown fields', { faxNumber: '1', openAIApiKey: 'sk' }, ['faxNumber', 'openAIApiKey']],
    [
      'several bad fields',
      { name: 1, timeZone: '', locale: null, aiProvider: 'x' },
      ['aiProvider', 'locale', 'name', 'timeZone'],
    ],
    ['an OpenAI-compatible provider without its address', { aiProvider: 'OpenAICompatible' }, ['aiBaseUrl']],
    [
      'a model address that does not end in /v1',
      { aiProvider: 'OpenAICompatible', aiBaseUrl: 'http://127.0.0.1:1/' },
      ['aiBaseUrl'],
    ],
    [
      'a model address that is not a web address',
      { aiProvider: 'OpenAICompatible', aiBaseUrl: 'file:///etc/v1' },
      ['aiBaseUrl'],
    ],
  ])('with %s is refused, each bad field is named, and nothing changes', async (_label, fields, paths) => {
    const before = await read();
    expectBadFields(await put(fields), paths);
    expect(await read()).toEqual(before);
  });

  test('without its required fields is refused, and all these fields are named', async () => {
    const before = await read();
    const answer = await books.admin.put(ROUTE, {});
    expectProblem(answer, 400, 'validation_failed');
    const paths = answer.body.errors.map((error: Json) => error.path);
    expect(paths).toEqual(expect.arrayContaining(['name', 'timeZone', 'locale', 'aiProvider']));
    expect(paths).not.toContain('openAiApiKey');
    expect(await read()).toEqual(before);
  });

  test('is recorded in the audit log with the user who changed it, but without its keys', async () => {
    const count = async () => (await done(books.admin.get('/api/audit-logs?entityType=ChurchProfile'))).totalCount;
    const before = await count();
    const key = 'sk-audited-0123456789-ZYXW';
    await saved({ name: 'Audited Church', openAiApiKey: key });
    await saved({ name: 'Audited Church', openAiApiKey: `${key}-2` });
    expect(await count()).toBeGreaterThan(before);
    const rows = await done(books.admin.get('/api/audit-logs?entityType=ChurchProfile&sort=-id&pageSize=200'));
    expect(rows.items[0]).toMatchObject({ actorId: books.admin.userId });
    const logged = JSON.stringify(rows);
    expect(logged).toContain('Audited Church');
    expect(logged).not.toContain('audited-0123456789');
  });
});

describe('an API key', () => {
  const KEY = 'sk-proj-abcdefghijklmnop-9876';

  test.each(KEYS)('%s is shown as four dots and its last four characters', async (name) => {
    const answer = await put({ [name]: KEY });
    expect(answer.body[name]).toBe('••••9876');
    expect((await read())[name]).toBe('••••9876');
    expect(JSON.stringify([answer.body, await read()])).not.toContain('abcdefgh');
  });

  test.each([
    ['of eight characters shows the last four', '12345678', '••••5678'],
    ['of seven characters shows none of them', '1234567', '••••'],
    ['of one character shows none of them', 'x', '••••'],
    ['pasted with spaces and a line break is stored without them', `  \t${KEY} \r\n`, '••••9876'],
  ])('%s', async (_label, key, mask) => {
    expect((await saved({ googleApiKey: key })).googleApiKey).toBe(mask);
    expect((await read()).googleApiKey).toBe(mask);
  });

  test('does not change when it is omitted or sent as its mask', async () => {
    await saved({ openAiApiKey: KEY, anthropicApiKey: 'short', googleApiKey: 'AIza-google-4321' });
    const masks = { openAiApiKey: '••••9876', anthropicApiKey: '••••', googleApiKey: '••••4321' };
    expect(await saved({ name: 'Without the keys' })).toMatchObject(masks);
    expect(await saved({ name: 'With the masks', ...masks })).toMatchObject(masks);
    expect((await read()).openAiApiKey).not.toBeNull();
  });

  test.each([
    ['null', null],
    ['an empty text', ''],
  ])('that is set to %s is cleared, and the other keys stay', async (_label, none) => {
    await saved({ openAiApiKey: KEY, anthropicApiKey: 'sk-ant-1111-2222' });
    expect(await saved({ openAiApiKey: none })).toMatchObject({ openAiApiKey: null, anthropicApiKey: '••••2222' });
    expect(await read()).toMatchObject({ openAiApiKey: null, anthropicApiKey: '••••2222' });
  });

  test('is replaced by a new key', async () => {
    await saved({ openAiApiKey: KEY });
    expect((await saved({ openAiApiKey: 'sk-another-key-0001' })).openAiApiKey).toBe('••••0001');
    expect((await read()).openAiApiKey).not.toBe('••••9876');
  });

  test('does not change when the request is refused because of another field', async () => {
    await saved({ openAiApiKey: KEY });
    expectBadFields(await put({ openAiApiKey: null, locale: 'xx' }), ['locale']);
    expect((await read()).openAiApiKey).toBe('••••9876');
  });

  test('is not stored as plain text anywhere in the data directory, unlike the profile', async () => {
    const keys = KEYS.map((name, index) => [name, `at-rest-${index}-qwertzuiopasdfgh-${index}${index}`] as const);
    await saved({ name: 'Church at Rest', ...Object.fromEntries(keys) });
    const files = stored(data.dir);
    expect(files.includes('Church at Rest'), 'the profile is stored').toBe(true);
    for (const [name, key] of keys) {
      for (const form of [key, key.slice(0, -4), Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')])
        expect(files.includes(form), `${name} is not stored as plain text`).toBe(false);
    }
  });
});

describe('permissions', () => {
  test('without signing in, the profile can be neither read nor written', async () => {
    expectProblem(await request(books.daemon.url, 'GET', ROUTE), 401, 'unauthenticated');
    expectProblem(await request(books.daemon.url, 'PUT', ROUTE, { body: profile() }), 401, 'unauthenticated');
    expect((await books.admin.get(ROUTE)).status).toBe(200);
  });

  test.each(ROLES)('%s reads and writes the profile only if the permission table allows it', async (role) => {
    const who = await books.as([role]);
    const reads = may(role, 'profile.read');
    const seen = await who.get(ROUTE);
    expect(reads ? seen.status : refusal(seen)).toBe(reads ? 200 : '403 forbidden');
    const written = await who.put(ROUTE, profile({ name: `By ${role}` }));
    expect(role === 'admin' ? written.status : refusal(written)).toBe(role === 'admin' ? 200 : '403 forbidden');
    expect((await read()).name === `By ${role}`).toBe(role === 'admin');
  });
});

// This test must be the last, because it restarts the service.
test('keys and profile survive a restart of the service', async () => {
  await saved({ name: 'Church that Stays', openAiApiKey: 'sk-stays-for-ever-7777' });
  await books.daemon.stop();
  books.daemon = await startDaemon({ dataDir: data.dir });
  const token = await signIn(books.daemon.url);
  const { body } = await request(books.daemon.url, 'GET', ROUTE, { token });
  expect(body).toMatchObject({ name: 'Church that Stays', openAiApiKey: '••••7777' });
  expect(JSON.stringify(body)).not.toContain('stays-for-ever');
});
