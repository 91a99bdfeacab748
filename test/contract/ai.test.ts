import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Books, type Json, done, openBooks, refusal } from './books.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { type Ai, startAi } from '../support/ai.ts';
import { request } from '../support/daemon.ts';
import { ROLES, may } from './roles.ts';

const KEY = 'sk-the-key-of-the-church-5678';
let books: Books;
let ai: Ai;
let env: Ai;
beforeAll(async () => {
  // No test may make Vestry call the services that these environment variables name.
  [ai, env] = await Promise.all([startAi(), startAi()]);
  const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY', 'AI_API_KEY'];
  const urls = ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL', 'GOOGLE_GENERATIVE_AI_BASE_URL', 'OPENAI_API_BASE'];
  books = await openBooks({
    env: {
      ...Object.fromEntries(keys.map((name) => [name, 'sk-of-the-environment-0000'])),
      ...Object.fromEntries(urls.map((name) => [name, env.baseUrl])),
    },
  });
});
afterAll(async () => {
  await books.daemon.stop();
  await Promise.all([ai.close(), env.close()]);
});
afterEach(() => ai.delay(0));

/**
 * The message for every failed call to an address that the church entered. A more exact message could reveal the
 * church’s network.
 */
const ONE_SENTENCE =
  'The AI service gave an answer that Vestry cannot use. The reason is in the log of Vestry. ' +
  'Choose the category by hand, or try again later.';

const ROUTE = '/api/ai/suggest-expense-category';
const status = () => done(books.admin.get('/api/ai/status'));
const choose = (fields: Json) =>
  done(
    books.admin.put('/api/church-profile', { name: 'Church', timeZone: 'America/Chicago', locale: 'en-US', ...fields }),
  );
const chooseFake = (fields: Json = {}) =>
  choose({ aiProvider: 'OpenAICompatible', aiBaseUrl: ai.baseUrl, aiModel: 'tiny-model', ...fields });
const suggest = (body: Json = {}) => books.admin.post(ROUTE, { description: 'Toner for the office printer', ...body });
const suggestion = (fields: Json = {}): Json => ({
  subCategoryId: books.subCategory('Office Supplies'),
  ministryId: books.ministry('Worship'),
  confidence: 0.9,
  rationale: 'Toner is an office supply.',
  ...fields,
});

// The order of the tests matters: the first test needs a church that has no profile yet.
describe('without a profile', () => {
  test('the default provider is named but not set up, even if the environment contains keys', async () => {
    const body = await status();
    expect(body).toMatchObject({ source: 'default', configured: false });
    expect(['OpenAI', 'Anthropic', 'Google', 'OpenAICompatible']).toContain(body.provider);
    expect(Object.keys(body).toSorted()).toEqual(['configured', 'model', 'provider', 'source']);
    expectProblem(await suggest(), 503, 'not_configured');
    expect(env.requests).toEqual([]);
  });
});

describe('the AI provider', () => {
  test.each(['OpenAI', 'Anthropic', 'Google'])('%s is not set up without its own key', async (aiProvider) => {
    await choose({ aiProvider, aiBaseUrl: ai.baseUrl });
    expect(await status()).toMatchObject({ provider: aiProvider, source: 'profile', configured: false });
    const before = ai.requests.length;
    expectProblem(await suggest(), 503, 'not_configured');
    expect([ai.requests.length - before, env.requests.length]).toEqual([0, 0]);
  });

  test.each([
    ['OpenAI', 'anthropicApiKey', 'openAiApiKey'],
    ['Anthropic', 'googleApiKey', 'anthropicApiKey'],
    ['Google', 'openAiApiKey', 'googleApiKey'],
  ])('%s is set up by its own key, not by %s', async (aiProvider, other, own) => {
    const none = { openAiApiKey: null, anthropicApiKey: null, googleApiKey: null };
    await choose({ aiProvider, ...none, [other]: 'a-key-of-another-one' });
    expect((await status()).configured).toBe(false);
    await choose({ aiProvider, ...none, [own]: 'a-key-of-its-own' });
    expect((await status()).configured).toBe(true);
    await choose({ aiProvider, ...none });
    expect((await status()).configured).toBe(false);
  });

  test('is read from the stored profile on every call, so that a change needs no restart', async () => {
    await choose({ aiProvider: 'Google', aiModel: 'gemini-of-the-church' });
    expect(await status()).toMatchObject({ provider: 'Google', model: 'gemini-of-the-church', configured: false });
    await chooseFake();
    expect(await status()).toEqual({
      provider: 'OpenAICompatible',
      model: 'tiny-model',
      source: 'profile',
      configured: true,
    });
    ai.answer(suggestion());
    expect((await suggest()).status).toBe(200);
    await chooseFake({ aiModel: 'another-model' });
    expect((await suggest()).status).toBe(200);
    expect(ai.requests.slice(-2).map(({ body }) => body.model)).toEqual(['tiny-model', 'another-model']);
    expect(env.requests).toEqual([]);
  });
});

describe('a suggestion', () => {
  test('is what the model returned, if the returned subcategory and ministry are in the catalogs', async () => {
    await chooseFake({ compatibleApiKey: KEY });
    ai.answer(suggestion({ confidence: 0.42 }));
    const answer = await suggest();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(suggestion({ confidence: 0.42 }));
    expect(JSON.stringify(answer.body)).not.toContain('sk-');
  });

  test('is requested with the expense and the catalog, and with the model and the full key from the profile', async () => {
    await chooseFake({ compatibleApiKey: `  ${KEY}\n` });
    await chooseFake({ compatibleApiKey: '••••5678' });
    ai.answer(suggestion());
    await done(suggest({ description: 'Lilies for Easter', vendor: '花店 Flora', amount: 87.65 }));
    const last = ai.requests.at(-1);
    expect(last?.path).toBe('/v1/chat/completions');
    expect(last?.headers.authorization).toBe(`Bearer ${KEY}`);
    const asked = JSON.stringify(last?.body);
    for (const part of ['tiny-model', 'Lilies for Easter', '花店 Flora', '87.65', 'Office Supplies'])
      expect(asked).toContain(part);
    expect(asked).not.toContain(KEY);
  });

  test('from an OpenAI-compatible service needs no key, and no key from the environment is sent', async () => {
    await chooseFake({ compatibleApiKey: null, openAiApiKey: 'sk-of-openai-and-nobody-else' });
    ai.answer(suggestion());
    expect((await suggest()).status).toBe(200);
    expect(JSON.stringify(ai.requests.at(-1)?.headers)).not.toContain('sk-');
    expect(env.requests).toEqual([]);
  });

  test('may leave out the ministry', async () => {
    await chooseFake();
    ai.answer(suggestion({ ministryId: null }));
    const { status, body } = await suggest();
    expect(status).toBe(200);
    expect(body.ministryId ?? null).toBeNull();
    expect(body.subCategoryId).toBe(books.subCategory('Office Supplies'));
  });

  test('may name a subcategory as soon as it is added, but not a deleted subcategory', async () => {
    await chooseFake();
    const { items } = await done(books.admin.get('/api/expense-categories'));
    const route = '/api/expense-categories/subcategories';
    const made = await done(
      books.admin.post(route, { groupId: items[0].id, name: 'Bell Ropes', form990LineCode: '24' }),
    );
    ai.answer(suggestion({ subCategoryId: made.id }));
    expect((await done(suggest())).subCategoryId).toBe(made.id);
    expect(JSON.stringify(ai.requests.at(-1)?.body)).toContain('Bell Ropes');
    expect((await books.admin.del(`${route}/${made.id}`)).status).toBe(204);
    expectProblem(await suggest(), 503, 'unavailable');
  });
});

describe('the key of an OpenAI-compatible service', () => {
  const read = () => done(books.admin.get('/api/church-profile'));

  test('is cleared when the host changes without a new key, but not when only the path changes', async () => {
    const other = await startAi();
    other.answer(suggestion());
    await chooseFake({ compatibleApiKey: KEY });
    expect(await chooseFake({ aiBaseUrl: ai.baseUrl.replace('/v1', '/a/v1') })).toMatchObject({
      compatibleApiKey: '••••5678',
    });
    const moved = await chooseFake({ aiBaseUrl: other.baseUrl, compatibleApiKey: '••••5678' });
    expect(moved.compatibleApiKey).toBeNull();
    expect((await suggest()).status).toBe(200);
    expect(other.requests.at(-1)?.headers.authorization).toBeUndefined();
    await chooseFake({ aiBaseUrl: other.baseUrl, compatibleApiKey: KEY });
    expect((await suggest()).status).toBe(200);
    expect(other.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    await other.close();
  });

  test('is separate from the OpenAI key, which is never sent to an address from the profile', async () => {
    await chooseFake({ openAiApiKey: 'sk-of-openai-1234', compatibleApiKey: null });
    ai.answer(suggestion());
    expect((await suggest()).status).toBe(200);
    expect(ai.requests.at(-1)?.headers.authorization).toBeUndefined();
    expect(await read()).toMatchObject({ openAiApiKey: '••••1234', compatibleApiKey: null });
  });
});

test.each([
  'http://169.254.169.254/v1',
  'http://2852039166/v1',
  'https://[fe80::1]/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://[fd00:ec2::254]/v1',
  'http://192.0.0.192/v1',
  'http://[fd20:ce::254]/v1',
  'http://100.100.100.200/v1',
])('the address %s, at which a cloud provider serves secrets, is refused', async (aiBaseUrl) => {
  const profile = { name: 'Church', timeZone: 'America/Chicago', locale: 'en-US', aiBaseUrl };
  for (const aiProvider of ['OpenAICompatible', 'OpenAI'])
    expectBadFields(await books.admin.put('/api/church-profile', { ...profile, aiProvider }), ['aiBaseUrl']);
});

describe('an unusable response of the AI service results in 503 unavailable:', () => {
  const content: [string, () => unknown][] = [
    ['an unknown subcategory', () => suggestion({ subCategoryId: 999_999 })],
    ['an unknown ministry', () => suggestion({ ministryId: 999_999 })],
    ['the name of a subcategory instead of its number', () => suggestion({ subCategoryId: 'Office Supplies' })],
    ['no subcategory', () => ({ confidence: 1, rationale: 'None fits.' })],
    ['an empty object', () => ({})],
    ['a list', () => [suggestion()]],
    ['prose', () => 'I would say office supplies.'],
    ['half an object', () => '{"subCategoryId": 1, "confid'],
    ['nothing', () => ''],
  ];

  test.each(content)('%s', async (_label, answer) => {
    await chooseFake();
    ai.answer(answer());
    expectProblem(await suggest(), 503, 'unavailable');
  });

  const failures: [string, () => void][] = [
    ['a 400', () => ai.fail(400)],
    ['a refused key', () => ai.fail(401, { error: { message: 'Incorrect API key: sk-the-key-of-the-church' } })],
    ['a spent quota', () => ai.fail(429)],
    ['a 500', () => ai.fail(500)],
    ['a 200 response that is not a completion', () => ai.fail(200, { hello: 'world' })],
    ['an HTML page', () => ai.garbage()],
    ['a broken connection', () => ai.reset()],
  ];

  test.each(failures)('%s', async (_label, failing) => {
    await chooseFake({ compatibleApiKey: KEY });
    failing();
    const answer = await suggest();
    expectProblem(answer, 503, 'unavailable');
    expect(JSON.stringify(answer.body)).not.toMatch(/sk-|127\.0\.0\.1|node_modules/);
    expect(answer.body.detail).toBe(ONE_SENTENCE);
  });

  test('a port on which nothing listens', async () => {
    const gone = await startAi();
    await gone.close();
    await chooseFake({ aiBaseUrl: gone.baseUrl });
    const answer = await suggest();
    expectProblem(answer, 503, 'unavailable');
    expect(answer.body.detail).toBe(ONE_SENTENCE);
  });

  test('more than 20 seconds of silence, while Vestry still serves other requests', { timeout: 60_000 }, async () => {
    await chooseFake();
    ai.answer(suggestion());
    ai.delay(40_000);
    const began = Date.now();
    const asked = suggest();
    expect((await books.admin.get('/api/ministries')).status).toBe(200);
    expectProblem(await asked, 503, 'unavailable');
    expect(Date.now() - began).toBeGreaterThan(15_000);
    expect(Date.now() - began).toBeLessThan(30_000);
  });
});

describe('a request for a suggestion', () => {
  test.each([
    ['nothing', { description: undefined }, ['description']],
    ['an empty description', { description: ' ' }, ['description']],
    ['a third decimal', { amount: 1.234 }, ['amount']],
    ['text instead of the amount', { amount: '12' }, ['amount']],
    ['unknown fields', { provider: 'OpenAI', model: 'x' }, ['model', 'provider']],
    ['several bad fields', { description: 5, vendor: 6 }, ['description', 'vendor']],
  ])('with %s is refused, and the model is not called', async (_label, body, paths) => {
    await chooseFake();
    const before = ai.requests.length;
    expectBadFields(await suggest(body), paths);
    expect(ai.requests).toHaveLength(before);
  });
});

describe('permissions', () => {
  test('without signing in, neither the status nor a suggestion is available', async () => {
    expectProblem(await request(books.daemon.url, 'GET', '/api/ai/status'), 401, 'unauthenticated');
    const body = { description: 'Toner' };
    expectProblem(await request(books.daemon.url, 'POST', ROUTE, { body }), 401, 'unauthenticated');
    expect((await books.admin.get('/api/ai/status')).status).toBe(200);
  });

  test.each(ROLES)('%s reads the status and gets suggestions only if the permission table allows it', async (role) => {
    await chooseFake();
    ai.answer(suggestion());
    const who = await books.as([role]);
    const reads = may(role, 'profile.read');
    const seen = await who.get('/api/ai/status');
    expect(reads ? seen.status : refusal(seen)).toBe(reads ? 200 : '403 forbidden');
    const asked = await who.post(ROUTE, { description: 'Toner' });
    expect(role === 'auditor' ? refusal(asked) : asked.status).toBe(role === 'auditor' ? '403 forbidden' : 200);
  });
});
