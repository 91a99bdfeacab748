import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import {
  createMember,
  expectBadFields,
  expectBadRequestOr,
  expectClearedCookie,
  expectProblem,
  newSignIn,
  rawRequest,
} from './support.ts';

const MIB = 1_048_576;
const NAMES = '{"firstName":"Grace","lastName":"Size"}';

const daemon = daemonOfFile();
let admin: string;
let memberToken: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
  ({ token: memberToken } = await newSignIn(daemon.url, admin, ['member']));
});

const post = (body: unknown, headers: Record<string, string> = {}, route = '/api/members') =>
  request(daemon.url, 'POST', route, { token: admin, body, headers });
const get = (route: string, headers: Record<string, string> = {}) =>
  request(daemon.url, 'GET', route, { token: admin, headers });

describe('a JSON body', () => {
  test.each([
    ['that is cut off', '{"firstName":'],
    ['with a trailing comma', '{"firstName":"A","lastName":"B",}'],
    ['with single quotes', "{'firstName':'A','lastName':'B'}"],
    ['with two values', '{}{}'],
    ['with NaN', '{"firstName":NaN}'],
    ['of form fields', 'firstName=A&lastName=B'],
  ])('%s is refused as malformed_json', async (_label, body) => {
    const answer = await post(body);
    expectProblem(answer, 400, 'malformed_json');
    expect(answer.body).not.toHaveProperty('errors');
  });

  test('that is not UTF-8 is refused as malformed_json', async () => {
    const body = Buffer.concat([
      Buffer.from('{"firstName":"Jos'),
      Buffer.from([0xe9]),
      Buffer.from('","lastName":"B"}'),
    ]);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin}` };
    const answer = await rawRequest(daemon.url, '/api/members', { method: 'POST', headers, body });
    expectProblem(answer, 400, 'malformed_json');
  });

  test.each(['null', '[]', '"text"', '5', 'true'])('that is not an object is refused: %s', async (body) => {
    expectProblem(await post(body), 400, 'validation_failed');
  });
});

describe('the media type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'multipart/form-data; boundary=x',
  ])('%s is refused with 415', async (type) => {
    expectProblem(await post(NAMES, { 'content-type': type }), 415, 'unsupported_media_type');
  });

  test('that is missing is refused with 415', async () => {
    const headers = { authorization: `Bearer ${admin}` };
    const answer = await rawRequest(daemon.url, '/api/members', { method: 'POST', headers, body: NAMES });
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  test('does not matter for a compressed body, which is always refused with 415', async () => {
    expectProblem(await post(NAMES, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type');
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])('%s is accepted', async (type) => {
    expect((await post(NAMES, { 'content-type': type })).status).toBe(201);
  });
});

describe('the size of a body', () => {
  test('may be exactly 1 MiB', async () => {
    expect((await post(NAMES.padEnd(MIB))).status).toBe(201);
  });

  test('cannot be one byte more than 1 MiB, which returns 413', async () => {
    expectProblem(await post(NAMES.padEnd(MIB + 1)), 413, 'payload_too_large');
  });

  test('is limited even without a Content-Length header, and a larger body returns 413', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${admin}`,
      'transfer-encoding': 'chunked',
    };
    const options = { method: 'POST', headers, body: NAMES.padEnd(MIB + 70_000) };
    expectProblem(await rawRequest(daemon.url, '/api/members', options), 413, 'payload_too_large');
  });

  test('is counted in bytes, not in characters', async () => {
    const body = `{"firstName":"Grace","lastName":"Size","notes":"${'主'.repeat(400_000)}"}`;
    expectProblem(await post(body), 413, 'payload_too_large');
  });

  test('is also limited at sign-in, and a larger body returns 413', async () => {
    const answer = await request(daemon.url, 'POST', '/api/auth/login', { body: ' '.repeat(MIB + 1) });
    expectProblem(answer, 413, 'payload_too_large');
  });
});

describe('an address', () => {
  test.each(['/api', '/api/nothing', '/api/members/1/nothing', '/API/HEALTH'])('%s is not found', async (route) => {
    expectProblem(await get(route), 404, 'not_found');
  });

  test('with a percent-encoded id is the same address', async () => {
    const { body } = await createMember(daemon.url, admin);
    const encoded = String(body.id).replaceAll(/\d/g, '%3$&');
    const headers = { authorization: `Bearer ${admin}` };
    const answer = await rawRequest(daemon.url, `/api/members/${encoded}`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.body.id).toBe(body.id);
  });

  test.each(['%E0%A4%A', '%', '%zz', '%00', '%2e%2e%2fusers', '..%5c..%5cusers', 'abc', '1.5', '-1', '0', '1e1'])(
    'with the invalid id %s is refused and finds no member',
    async (id) => {
      const headers = { authorization: `Bearer ${admin}` };
      const answer = await rawRequest(daemon.url, `/api/members/${id}`, { headers });
      expectBadRequestOr(answer, 404, 'not_found');
    },
  );

  test.each(['9007199254740993', '99999999999999999999', '9'.repeat(400)])(
    'with the huge id %s finds nothing, and the id is not rounded',
    async (id) => {
      const answer = await get(`/api/users/${id}`);
      expectBadRequestOr(answer, 404, 'not_found');
    },
  );
});

describe('a call that needs no body', () => {
  test.each([
    ['a body that is not JSON', 'application/json', '{x}'],
    ['a text body, as a browser beacon sends it', 'text/plain;charset=UTF-8', 'bye'],
    ['a form body', 'application/x-www-form-urlencoded', 'a=1'],
  ])('such as logout returns 204 even with %s', async (_label, type, body) => {
    const { cookie, token } = await newSignIn(daemon.url, admin);
    const headers = { 'content-type': type, cookie: `app_rt=${cookie}` };
    const answer = await request(daemon.url, 'POST', '/api/auth/logout', { body, headers });
    expect(answer.status).toBe(204);
    expectClearedCookie(answer);
    expectProblem(await request(daemon.url, 'GET', '/api/auth/me', { token }), 401, 'unauthenticated');
  });

  test('such as a refresh accepts an empty JSON body', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const headers = { cookie: `app_rt=${cookie}` };
    expect((await request(daemon.url, 'POST', '/api/auth/refresh', { body: {}, headers })).status).toBe(200);
  });
});

describe('the order of refusals', () => {
  test('reveals nothing about fields or existing resources to a caller without a token', async () => {
    const answers = [
      await request(daemon.url, 'POST', '/api/members', { body: { typo: 1 } }),
      await request(daemon.url, 'POST', '/api/members', { body: '{' }),
      await request(daemon.url, 'GET', '/api/members/99999999'),
      await request(daemon.url, 'GET', '/api/members/abc'),
    ];
    for (const answer of answers) {
      expectProblem(answer, 401, 'unauthenticated');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    }
  });

  test('returns 403 for any body to a caller without the permission', async () => {
    for (const body of [{}, { firstName: 'A', lastName: 'B' }, { typo: 1 }]) {
      const answer = await request(daemon.url, 'POST', '/api/members', { token: memberToken, body });
      expectProblem(answer, 403, 'forbidden');
    }
  });

  test('does not request a bearer token when a sign-in is refused', async () => {
    const body = { email: 'nobody@example.org', password: 'not-the-password' };
    const login = await request(daemon.url, 'POST', '/api/auth/login', { body });
    expectProblem(login, 401, 'invalid_credentials');
    expect(login.headers.get('www-authenticate')).toBeNull();
  });
});

describe('a problem response', () => {
  test('has a path, a code and a message for each error, and a detail that explains the problem', async () => {
    const answer = await post({ firstName: 5, birthDate: '2026-02-30', address: { line1: 5 }, typo: true });
    expectBadFields(answer, ['address.line1', 'birthDate', 'firstName', 'typo']);
  });

  test('names all invalid query parameters', async () => {
    const answer = await get('/api/users?page=0&pageSize=abc&sort=nothing&isActive=maybe');
    expectBadFields(answer, ['isActive', 'page', 'pageSize', 'sort']);
  });

  test('does not repeat markup or secrets from the request', async () => {
    const answer = await post({ firstName: 5, lastName: '<script>', password: 'hunter2-hunter2' });
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
  });

  test('shows no stack trace and no file name', async () => {
    const answers = [await post('{'), await get('/api/members/%E0'), await get('/api/users?page=x')];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/node_modules|\.js:\d|at Object\./);
  });
});

describe('the request id', () => {
  test('is different in every response', async () => {
    const answers = [await get('/api/health'), await get('/api/nothing'), await post('{')];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{8,64}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(['a', 'req-42', '{"odd"}~!', 'x'.repeat(64)])('from the client is kept if it is valid: %s', async (id) => {
    const success = await get('/api/health', { 'x-request-id': id });
    expect(success.headers.get('x-request-id')).toBe(id);
    const refused = await get('/api/nothing', { 'x-request-id': id });
    expectProblem(refused, 404, 'not_found');
    expect(refused.body.requestId).toBe(id);
  });

  test.each([
    ['of 65 characters', 'x'.repeat(65)],
    ['with a space', 'a b'],
    ['with a character outside ASCII', 'caf\u00e9'],
    ['that is empty', ''],
  ])('from the client is replaced if it is invalid: an id %s', async (_label, id) => {
    const { status, headers } = await get('/api/health', { 'x-request-id': id });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).not.toBe(id);
    expect(headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{8,64}$/);
  });
});
