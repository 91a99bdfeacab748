/**
 * Tests the schema, paging, ETag, idempotency and audit entries of every route in the OpenAPI document. The permissions
 * are tested in test/http/routes.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { type Operation, readDocument } from '../fuzz/document.ts';
import { type Answer, request } from '../support/daemon.ts';
import { type Json, done } from './books.ts';
import { MANY, openEverything, TRIES, type Try } from './every-route.ts';
import { expectBadFields, expectProblem } from './support.ts';

/**
 * Writing routes that take neither `If-Match` nor `Idempotency-Key`: the routes of the first run, of signing in and out and of one’s own second factor, LINE’s webhook,
 * the suggestion of an expense category, the import of a file, the place of the copies, which has no version, the preview of a bank file, the decisions of what waits, which name the version in their body, and the previews of messages, which write nothing, and the import of a bank file, which adds no line twice.
 */
const OTHERS = [
  'DELETE /api/auth/remembered-devices/{id}',
  'DELETE /api/auth/sessions/{id}',
  'DELETE /api/imports/{import}',
  'POST /api/accounts/{id}/bank-lines/import',
  'POST /api/accounts/{id}/bank-lines/preview',
  'POST /api/ai/suggest-expense-category',
  'POST /api/approvals/{kind}/{id}/approve',
  'POST /api/approvals/{kind}/{id}/reject',
  'POST /api/auth/accept-invitation',
  'POST /api/auth/change-password',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys/registration-options',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/passkeys/{id}/remove',
  'POST /api/auth/refresh',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/authenticator',
  'POST /api/auth/second-factor/authenticator/confirm',
  'POST /api/auth/second-factor/authenticator/remove',
  'POST /api/auth/second-factor/recovery-codes',
  'POST /api/backup-target/go',
  'POST /api/backup-target/send',
  'POST /api/backup-target/test',
  'POST /api/events/{month}/looked',
  'POST /api/expense-categories/usual',
  'POST /api/imports/{import}',
  'POST /api/notifications/email/preview',
  'POST /api/notifications/line/preview',
  'POST /api/setup',
  'POST /api/vendors/{id}/link',
  'POST /api/webhook-endpoints/{id}/deliveries/{deliveryId}/repeat',
  'POST /api/webhook-endpoints/{id}/test',
  'POST /api/webhooks/line',
  'PUT /api/auth/passkeys/{id}',
  'PUT /api/backup-target',
];

/** These routes need twelve finalized months, so fiscal-years.test.ts tests their `If-Match`. */
const ELSEWHERE = ['POST /api/fiscal-years/{year}/close', 'POST /api/fiscal-years/{year}/reopen'];

/** Routes that return a whole list without pages, because the list is short. */
const WHOLE = [
  'GET /api/accounts',
  'GET /api/accounts/{id}/bank-imports',
  'GET /api/accounts/{id}/bank-rules',
  'GET /api/accounts/{id}/reconciliations',
  'GET /api/approvals',
  'GET /api/auth/sessions',
  'GET /api/bank-accounts',
  'GET /api/budgets/{fiscalYear}/versions',
  'GET /api/deposits/{id}',
  'GET /api/events',
  'GET /api/expense-categories',
  'GET /api/expense-categories/usual',
  'GET /api/expenses/{id}/receipts',
  'GET /api/fiscal-years',
  'GET /api/form990/lines',
  'GET /api/funds',
  'GET /api/givers',
  'GET /api/giving-categories',
  'GET /api/giving/summary',
  'GET /api/imports',
  'GET /api/income-categories',
  'GET /api/ministries',
  'GET /api/monthly-statements',
  'GET /api/notifications/batches',
  'GET /api/notifications/bindings',
  'GET /api/notifications/channels',
  'GET /api/notifications/groups',
  'GET /api/payment-accounts',
  'GET /api/payments/{id}',
  'GET /api/program-keys',
  'GET /api/reports/1099',
  'GET /api/reports/1099/filings',
  'GET /api/reports/interfund',
  'GET /api/reports/payables',
  'GET /api/reports/payment-register',
  'GET /api/reports/releases',
  'GET /api/roles',
  'GET /api/webhook-endpoints',
];

/** Operations that create another resource and do not change the resource in their path. */
const UNCHANGED = new Set([
  'POST /api/accounts/{id}/valuations',
  'POST /api/expenses/{id}/reverse',
  'POST /api/givings/{id}/reverse',
  'POST /api/other-income/{id}/reverse',
  'POST /api/journal-entries/{id}/reverse',
  'POST /api/transfers/{id}/reverse',
  'POST /api/users/{id}/invitation',
]);

// The service must start before the tests are declared, because the tests are generated from the document that the
// service publishes.
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
/** The first run, which setup.test.ts tests, is over here. */
const reads = operations.filter(({ method, path }) => method === 'GET' && path !== '/api/setup');
const lists = reads.filter((one) => takes(one, 'pageSize'));
const versioned = reads.filter((one) => takes(one, 'If-None-Match'));

const fill = (path: string, values: Json): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]);

/** Returns the address of a reading route for an existing resource. Appends `more` to the query. */
function addressOf({ path }: Operation, more = ''): string {
  if (path.includes('{') && !places[path]) throw new Error(`No resource to read is known for ${path}.`);
  const query = [queries[path], more].filter(Boolean).join('&');
  return fill(path, places[path] ?? {}) + (query && `?${query}`);
}

/**
 * Returns a message if the status, a header or the body of a response is not documented. Otherwise returns undefined.
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

describe('routes of the OpenAPI document', () => {
  test('every writing route is tested with If-Match or Idempotency-Key, or is listed as taking neither header', () => {
    expect([...new Set([...Object.keys(TRIES), ...OTHERS, ...ELSEWHERE])].toSorted()).toEqual(
      writes.map(({ name }) => name).toSorted(),
    );
    const careless = writes.filter((one) => !takes(one, 'If-Match') && !takes(one, 'Idempotency-Key'));
    expect(careless.map(({ name }) => name).toSorted()).toEqual(OTHERS);
  });

  test('every list has pages, unless it is listed as short', () => {
    const given = reads.filter((one) => {
      const { schema = {} } = one.responses[200]?.content?.['application/json'] ?? {};
      return document.resolve(schema).properties?.['items'] !== undefined && !lists.includes(one);
    });
    expect(given.map(({ name }) => name).toSorted()).toEqual(WHOLE);
    expect(lists.length).toBeGreaterThan(10);
  });

  // A file that is sent again is recognized by its hash, and refused.
  test('every POST route that creates a resource accepts an idempotency key, except the import of a file', () => {
    const isImport = ({ name }: Operation) => name === 'POST /api/imports/{import}';
    const makes = writes.filter((one) => one.method === 'POST' && one.responses[201] && !isImport(one));
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

  test('contain 25 items by default, and a page after the last page is empty', async () => {
    const { totalCount, ...first } = await page('');
    expect(first).toMatchObject({ page: 1, pageSize: 25, totalPages: Math.ceil(totalCount / 25) });
    expect(first.items).toHaveLength(Math.min(25, totalCount));
    const beyond = await page(`page=2&pageSize=${totalCount}`);
    expect(beyond).toEqual({ items: [], page: 2, pageSize: totalCount, totalCount, totalPages: 1 });
  });

  // Tests the first field in both directions, and each other field in one direction.
  const sorts = operation.parameters.find(({ name }) => name === 'sort')?.schema.enum as string[];
  test.each(sorts.filter((_, index) => index === 1 || [0, 3].includes(index % 4)))(
    'make up the whole list when sorted by %s, and show the correct total',
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

  // paging.test.ts tries more invalid values.
  test('are refused for an invalid page, page size or sort, and the refusal names the parameter', async () => {
    for (const [name, value] of Object.entries({ page: '0', pageSize: '201', sort: 'nobodyHasThis' })) {
      const answer = await get(addressOf(operation, `${name}=${value}`));
      expectBadFields(answer, [name]);
      expectDocumented(operation, answer);
    }
  });
});

describe.each(byName(versioned))('the ETag of %s', (_, operation) => {
  // etags.test.ts tries the other forms of If-None-Match.
  test('makes GET and HEAD return 304 when it is sent in If-None-Match', async () => {
    const address = addressOf(operation);
    const tag = (await get(address)).headers.get('etag') ?? 'none';
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(address, { 'if-none-match': tag }, method);
      expect(answer.status, method).toBe(304);
      expect(answer.headers.get('etag')).toBe(tag);
      expectDocumented(operation, answer);
      expect((await get(address, { 'if-none-match': '"x"' }, method)).status, method).toBe(200);
    }
  });
});

/** Returns the route that reads the resource in the path of a writing route, or undefined if no such route exists. */
function readerOf({ path }: Operation): Operation | undefined {
  return named(`GET ${path.replace(/^(.*\})\/[^{}]*$/, '$1')}`);
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
  if (!make) throw new Error(`TRIES contains no request for ${operation.name}.`);
  return make(office);
};

/** True for a merge, which returns the surviving member instead of the member in its path. */
const isElsewhere = ({ name }: Operation) => name.endsWith('/merge');

describe.each(byName(tried.filter((one) => takes(one, 'If-Match'))))('%s with If-Match', (_, operation) => {
  const reader = readerOf(operation);

  test('is refused if the tag is stale and succeeds if the tag is current', async () => {
    const one = await tryOf(operation);
    const read = async () => (reader ? get(fill(reader.path, one.path ?? {})) : undefined);
    const [before, count] = [await read(), await changes()];
    const refused = await send(operation, one, { 'if-match': '"stale"' });
    expectProblem(refused, 412, 'stale_version');
    expectDocumented(operation, refused);
    expect((await read())?.headers.get('etag')).toBe(before?.headers.get('etag'));
    expect(await changes()).toBe(count);
    // A resource that cannot be read, such as a deleted one, has no ETag.
    const tag = before?.headers.get('etag') ?? '*';
    const answer = await send(operation, one, { 'if-match': tag });
    expect(answer.status).toBeLessThan(300);
    expectDocumented(operation, answer);
    expect(await changes()).toBeGreaterThan(count);
    if (tag === '*' || UNCHANGED.has(operation.name)) return;
    const after = await read();
    expect(after?.headers.get('etag')).not.toBe(tag);
    const own = answer.headers.get('etag') ?? after?.headers.get('etag');
    expect(
      isElsewhere(operation) || own === after?.headers.get('etag'),
      'the write and a later read return the same ETag',
    ).toBe(true);
    const late = await send(operation, one, { 'if-match': tag });
    const [status, code] = after?.status === 404 ? [404, 'not_found'] : [412, 'stale_version'];
    expectProblem(late, status, code);
  });
});

/** Replaces secrets with null, because a replayed response does not contain them. */
const bare = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (name, value: unknown) =>
      /^(?:temporaryPassword|url|code|recoveryCodes|secret|token)$/.test(name) ? null : value,
    ),
  );

describe.each(byName(tried.filter((one) => takes(one, 'Idempotency-Key'))))(
  '%s with an idempotency key',
  (_, operation) => {
    test('runs once, replays its response, and is refused if the key is reused for another request', async () => {
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
  },
);
