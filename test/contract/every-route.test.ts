/**
 * Tests every route of the OpenAPI document: schema, paging, ETag, idempotency and audit. Permissions:
 * test/http/routes.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type Operation, readDocument } from '../fuzz/document.ts';
import { type Answer, request } from '../support/daemon.ts';
import { type Json, done } from './books.ts';
import { MANY, openEverything, TRIES, type Try } from './every-route.ts';
import { expectBadFields, expectProblem } from './support.ts';

/**
 * Writing routes that take neither header: sign-in, sign-out, sign-up, LINE’s webhook, and the suggestion, which writes
 * nothing.
 */
const OTHERS = [
  'DELETE /api/auth/sessions/{id}',
  'POST /api/ai/suggest-expense-category',
  'POST /api/auth/accept-invitation',
  'POST /api/auth/change-password',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/refresh',
  'POST /api/webhooks/line',
];

/** The lists without pages, because they are short. */
const WHOLE = [
  'GET /api/accounts',
  'GET /api/auth/sessions',
  'GET /api/deposits/{id}',
  'GET /api/expense-categories',
  'GET /api/expenses/{id}/receipts',
  'GET /api/form990/lines',
  'GET /api/funds',
  'GET /api/givers',
  'GET /api/giving-categories',
  'GET /api/giving/summary',
  'GET /api/ministries',
  'GET /api/monthly-statements',
  'GET /api/notifications/bindings',
  'GET /api/notifications/groups',
  'GET /api/payments/{id}',
  'GET /api/roles',
];

/** Operations that create another resource and do not change the one in their path. */
const UNCHANGED = new Set([
  'POST /api/expenses/{id}/reverse',
  'POST /api/givings/{id}/reverse',
  'POST /api/users/{id}/invitation',
]);

// The service must start before the tests are declared, because they are generated from the document that it publishes.
const { office, places, queries } = await openEverything();
afterAll(() => office.shut());

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  request(office.daemon.url, method, address, { token: office.admin.token, headers });

const document = readDocument(JSON.stringify(await done(get('/api/openapi.json'))));
const { operations } = document;
const takes = ({ parameters }: Operation, name: string) => parameters.some((one) => one.name === name);
const byName = (ones: readonly Operation[]) => ones.map((one) => [one.name, one] as const);
const named = (name: string) => operations.find((one) => one.name === name);

const writes = operations.filter(({ method }) => method !== 'GET');
const tried = writes.filter((one) => one.name in TRIES);
const reads = operations.filter(({ method }) => method === 'GET');
const lists = reads.filter((one) => takes(one, 'pageSize'));
const versioned = reads.filter((one) => takes(one, 'If-None-Match'));

const fill = (path: string, values: Json): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]);

/** Returns the address of a reading route for an existing resource. Appends `more` to the query. */
function addressOf({ path }: Operation, more = ''): string {
  if (path.includes('{') && !places[path]) throw new Error(`Nothing is there to read at ${path}.`);
  const query = [queries[path], more].filter(Boolean).join('&');
  return fill(path, places[path] ?? {}) + (query && `?${query}`);
}

/**
 * Returns a message if the status, the headers or the body of a response is not documented, or undefined if all is
 * well.
 */
function faultOf(operation: Operation, { status, headers, body }: Answer): string | undefined {
  const response = operation.responses[status];
  if (!response) return `answered ${status} ${JSON.stringify(body).slice(0, 300)}`;
  const documented = response.headers ?? {};
  const wrong = ['ETag', 'Location'].find((name) => headers.has(name) !== name in documented);
  if (wrong !== undefined && status < 400) return `${wrong} is ${headers.get(wrong)}`;
  if (status === 204 || status === 304) return body === '' ? undefined : 'has a body';
  const mediaType = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  return document.faultOf(operation, status, mediaType, body);
}

const expectDocumented = (operation: Operation, answer: Answer) =>
  expect(faultOf(operation, answer), operation.name).toBeUndefined();

describe('the list of tested routes', () => {
  test('contains every writing route', () => {
    expect([...Object.keys(TRIES), ...OTHERS].toSorted()).toEqual(writes.map(({ name }) => name).toSorted());
    const careless = writes.filter((one) => !takes(one, 'If-Match') && !takes(one, 'Idempotency-Key'));
    expect(careless.map(({ name }) => name).toSorted()).toEqual(OTHERS);
  });

  test('contains every list', () => {
    const given = reads.filter((one) => {
      const { schema = {} } = one.responses[200]?.content?.['application/json'] ?? {};
      return document.resolve(schema).properties?.['items'] !== undefined && !lists.includes(one);
    });
    expect(given.map(({ name }) => name).toSorted()).toEqual(WHOLE);
    expect(lists.length).toBeGreaterThan(10);
  });

  test('shows that every route that creates something accepts an idempotency key', () => {
    const makes = writes.filter(({ method, responses }) => method === 'POST' && responses[201]);
    expect(makes.filter((one) => !takes(one, 'Idempotency-Key'))).toEqual([]);
  });
});

describe.each(byName(reads))('%s', (_, operation) => {
  test('responds as documented, and refuses undocumented parameters', async () => {
    const answer = await get(addressOf(operation));
    expect(answer.status).toBe(200);
    expectDocumented(operation, answer);
    const refused = await get(addressOf(operation, 'nobodyKnowsThis=1'));
    expectProblem(refused, 400, 'validation_failed');
    expectDocumented(operation, refused);
  });
});

describe.each(byName(lists))('the pages of %s', (_, operation) => {
  const page = async (query: string) => done(get(addressOf(operation, query)));

  test('contain 25 entries by default, and none after the last page', async () => {
    const { totalCount, ...first } = await page('');
    expect(first).toMatchObject({ page: 1, pageSize: 25, totalPages: Math.ceil(totalCount / 25) });
    expect(first.items).toHaveLength(Math.min(25, totalCount));
    const beyond = await page(`page=2&pageSize=${totalCount}`);
    expect(beyond).toEqual({ items: [], page: 2, pageSize: totalCount, totalCount, totalPages: 1 });
  });

  // Takes the first field in both directions, then alternates the direction from field to field.
  const sorts = operation.parameters.find(({ name }) => name === 'sort')?.schema.enum as string[];
  test.each(sorts.filter((_, index) => index === 1 || [0, 3].includes(index % 4)))(
    'sorted by %s together make up the whole list, with the correct total',
    async (sort) => {
      const { items } = await page(`sort=${sort}&pageSize=200`);
      const totalCount = items.length;
      expect(new Set(items.map((one: Json) => JSON.stringify(one))).size).toBe(totalCount);
      expect(totalCount).toBeGreaterThanOrEqual(MANY);
      const pageSize = Math.ceil(totalCount / 3);
      const pages = await Promise.all(
        [1, 2, 3].map((number) => page(`sort=${sort}&pageSize=${pageSize}&page=${number}`)),
      );
      for (const [index, one] of pages.entries()) {
        expect(one).toMatchObject({ page: index + 1, pageSize, totalCount, totalPages: 3 });
        expect(one.items).toEqual(items.slice(index * pageSize, (index + 1) * pageSize));
      }
    },
  );

  test.each([
    ['page', ['0', '-1', '1.5', 'x', '', '1&page=2']],
    ['pageSize', ['0', '201', '-1', '1e1', 'x', '', '1&pageSize=2']],
    ['sort', ['nobodyHasThis', '', '--id', '__proto__']],
  ])('refuse an invalid %s, naming the parameter', async (name, values) => {
    for (const value of values) {
      const answer = await get(addressOf(operation, `${name}=${value}`));
      expectBadFields(answer, [name]);
      expectDocumented(operation, answer);
    }
  });
});

describe.each(byName(versioned))('the ETag of %s', (_, operation) => {
  test.each(['GET', 'HEAD'])('can be used with %s and If-None-Match', async (method) => {
    const address = addressOf(operation);
    const tag = (await get(address)).headers.get('etag') ?? 'none';
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const answer = await get(address, { 'if-none-match': known }, method);
      expect(answer.status, known).toBe(304);
      expect(answer.headers.get('etag')).toBe(tag);
      expectDocumented(operation, answer);
    }
    expect((await get(address, { 'if-none-match': '"x"' }, method)).status).toBe(200);
  });
});

/** Returns the route that reads the resource of a write, or undefined if no route does. */
function readerOf({ path }: Operation): Operation | undefined {
  return named(`GET ${path.replace(/^(.*\})\/.*$/, '$1')}`);
}

const changes = async (): Promise<number> => (await done(office.admin.get('/api/audit-logs?pageSize=1'))).totalCount;

function send({ method, path }: Operation, { path: values = {}, body }: Try, headers: Record<string, string>) {
  const target = office.daemon.url + fill(path, values);
  const authorization = { authorization: `Bearer ${office.admin.token}` };
  if (!Buffer.isBuffer(body)) return request(target, method, '', { headers: { ...authorization, ...headers }, body });
  const sent = { ...authorization, 'content-type': 'application/pdf', ...headers };
  return request(target, method, '', { headers: sent, body: body.toString('latin1') });
}

const tryOf = (operation: Operation): Promise<Try> => {
  const make = TRIES[operation.name];
  if (!make) throw new Error(`Nothing is tried at ${operation.name}.`);
  return make(office);
};

/** A merge returns the surviving member, not the one in its path. */
const isElsewhere = ({ name }: Operation) => name.endsWith('/merge');

describe.each(byName(tried.filter((one) => takes(one, 'If-Match'))))('%s with If-Match', (_, operation) => {
  const reader = readerOf(operation);

  test('is refused with a stale tag and succeeds with the current one', async () => {
    const one = await tryOf(operation);
    const read = async () => (reader ? get(fill(reader.path, one.path ?? {})) : undefined);
    const [before, count] = [await read(), await changes()];
    const refused = await send(operation, one, { 'if-match': '"stale"' });
    expectProblem(refused, 412, 'stale_version');
    expectDocumented(operation, refused);
    expect((await read())?.headers.get('etag')).toBe(before?.headers.get('etag'));
    expect(await changes()).toBe(count);
    // A deleted resource has no readable ETag.
    const tag = before?.headers.get('etag') ?? '*';
    const answer = await send(operation, one, { 'if-match': tag });
    expect(answer.status).toBeLessThan(300);
    expectDocumented(operation, answer);
    expect(await changes()).toBeGreaterThan(count);
    if (tag === '*' || UNCHANGED.has(operation.name)) return;
    const after = await read();
    expect(after?.headers.get('etag')).not.toBe(tag);
    const own = answer.headers.get('etag') ?? after?.headers.get('etag');
    expect(isElsewhere(operation) || own === after?.headers.get('etag'), 'its ETag is the one that is read').toBe(true);
    const late = await send(operation, one, { 'if-match': tag });
    const [status, code] = after?.status === 404 ? [404, 'not_found'] : [412, 'stale_version'];
    expectProblem(late, status, code);
  });
});

/** Replaces secrets with null, because a replay does not repeat them. */
const bare = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (name, value: unknown) => (/^(?:temporaryPassword|url|code)$/.test(name) ? null : value)),
  );

describe.each(byName(tried.filter((one) => takes(one, 'Idempotency-Key'))))('%s with a key', (_, operation) => {
  test('runs once, replays the response, and refuses the key with another request', async () => {
    const [one, other] = [await tryOf(operation), await tryOf(operation)];
    const headers = { 'idempotency-key': randomUUID() };
    const first = await send(operation, one, headers);
    expect(first.status).toBeLessThan(300);
    expectDocumented(operation, first);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const count = await changes();
    const again = await send(operation, one, headers);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect([again.status, bare(again.body)]).toEqual([first.status, bare(first.body)]);
    expectDocumented(operation, again);
    for (const name of ['etag', 'location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
    const refused = await send(operation, other, headers);
    expectProblem(refused, 409, 'idempotency_key_reused');
    expectDocumented(operation, refused);
    expectBadFields(await send(operation, other, { 'idempotency-key': 'a b' }), ['Idempotency-Key']);
    expect(await changes()).toBe(count);
  });
});
