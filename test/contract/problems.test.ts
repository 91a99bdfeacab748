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

describe('a body that is no JSON', () => {
  test.each([
    ['cut off', '{"firstName":'],
    ['with a trailing comma', '{"firstName":"A","lastName":"B",}'],
    ['with single quotes', "{'firstName':'A','lastName':'B'}"],
    ['with two values', '{}{}'],
    ['with NaN', '{"firstName":NaN}'],
    ['of words', 'firstName=A&lastName=B'],
  ])('a body %s is malformed_json', async (_label, body) => {
    const answer = await post(body);
    expectProblem(answer, 400, 'malformed_json');
    expect(answer.body).not.toHaveProperty('errors');
  });

  test('a body that is not UTF-8 is malformed_json', async () => {
    const body = Buffer.concat([
      Buffer.from('{"firstName":"Jos'),
      Buffer.from([0xe9]),
      Buffer.from('","lastName":"B"}'),
    ]);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin}` };
    const answer = await rawRequest(daemon.url, '/api/members', { method: 'POST', headers, body });
    expectProblem(answer, 400, 'malformed_json');
  });

  test.each(['null', '[]', '"text"', '5', 'true'])('the JSON value %s is no object and is refused', async (body) => {
    expectProblem(await post(body), 400, 'validation_failed');
  });
});

describe('the media type', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonx',
    'multipart/form-data; boundary=x',
  ])('a body of type %s is a 415', async (type) => {
    expectProblem(await post(NAMES, { 'content-type': type }), 415, 'unsupported_media_type');
  });

  test('a body without a type is a 415', async () => {
    const headers = { authorization: `Bearer ${admin}` };
    const answer = await rawRequest(daemon.url, '/api/members', { method: 'POST', headers, body: NAMES });
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  test('a compressed body is a 415', async () => {
    expectProblem(await post(NAMES, { 'content-encoding': 'gzip' }), 415, 'unsupported_media_type');
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])('%s is accepted', async (type) => {
    expect((await post(NAMES, { 'content-type': type })).status).toBe(201);
  });
});

describe('the size of a body', () => {
  test('a body of exactly 1 MiB is read', async () => {
    expect((await post(NAMES.padEnd(MIB))).status).toBe(201);
  });

  test('a body of one byte more is a 413', async () => {
    expectProblem(await post(NAMES.padEnd(MIB + 1)), 413, 'payload_too_large');
  });

  test('a large body without a length is a 413', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${admin}`,
      'transfer-encoding': 'chunked',
    };
    const options = { method: 'POST', headers, body: NAMES.padEnd(MIB + 70_000) };
    expectProblem(await rawRequest(daemon.url, '/api/members', options), 413, 'payload_too_large');
  });

  test('the size counts bytes, not characters', async () => {
    const body = `{"firstName":"Grace","lastName":"Size","notes":"${'主'.repeat(400_000)}"}`;
    expectProblem(await post(body), 413, 'payload_too_large');
  });

  test('a large body at the sign-in is a 413 too', async () => {
    const answer = await request(daemon.url, 'POST', '/api/auth/login', { body: ' '.repeat(MIB + 1) });
    expectProblem(answer, 413, 'payload_too_large');
  });
});

describe('addresses', () => {
  test.each(['/api', '/api/nothing', '/api/members/1/nothing', '/API/HEALTH'])('%s is not found', async (route) => {
    expectProblem(await get(route), 404, 'not_found');
  });

  test('a percent-encoded id is the same id', async () => {
    const { body } = await createMember(daemon.url, admin);
    const encoded = String(body.id).replaceAll(/\d/g, '%3$&');
    const headers = { authorization: `Bearer ${admin}` };
    const answer = await rawRequest(daemon.url, `/api/members/${encoded}`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.body.id).toBe(body.id);
  });

  test.each(['%E0%A4%A', '%', '%zz', '%00', '%2e%2e%2fusers', '..%5c..%5cusers', 'abc', '1.5', '-1', '0', '1e1'])(
    'the id %s is a problem of the client and names no member',
    async (id) => {
      const headers = { authorization: `Bearer ${admin}` };
      const answer = await rawRequest(daemon.url, `/api/members/${id}`, { headers });
      expectBadRequestOr(answer, 404, 'not_found');
    },
  );

  test.each(['9007199254740993', '99999999999999999999', '9'.repeat(400)])(
    'the huge id %s names nothing and is not rounded',
    async (id) => {
      const answer = await get(`/api/users/${id}`);
      expectBadRequestOr(answer, 404, 'not_found');
    },
  );
});

describe('calls without a body', () => {
  test.each([
    ['a body that is no JSON', 'application/json', '{x}'],
    ['a text body, as a browser beacon sends it', 'text/plain;charset=UTF-8', 'bye'],
    ['a form body', 'application/x-www-form-urlencoded', 'a=1'],
  ])('logout answers 204 always, with %s too', async (_label, type, body) => {
    const { cookie, token } = await newSignIn(daemon.url, admin);
    const headers = { 'content-type': type, cookie: `app_rt=${cookie}` };
    const answer = await request(daemon.url, 'POST', '/api/auth/logout', { body, headers });
    expect(answer.status).toBe(204);
    expectClearedCookie(answer);
    expectProblem(await request(daemon.url, 'GET', '/api/auth/me', { token }), 401, 'unauthenticated');
  });

  test('a refresh takes an empty JSON body', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const headers = { cookie: `app_rt=${cookie}` };
    expect((await request(daemon.url, 'POST', '/api/auth/refresh', { body: {}, headers })).status).toBe(200);
  });
});

describe('the order of refusals', () => {
  test('a caller without a token learns nothing about fields, media types or whether a resource exists', async () => {
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

  test('a caller without the permission gets 403 whatever the body holds', async () => {
    for (const body of [{}, { firstName: 'A', lastName: 'B' }, { typo: 1 }]) {
      const answer = await request(daemon.url, 'POST', '/api/members', { token: memberToken, body });
      expectProblem(answer, 403, 'forbidden');
    }
  });

  test('the refusals of the sign-in calls want no bearer token', async () => {
    const body = { email: 'nobody@example.org', password: 'not-the-password' };
    const login = await request(daemon.url, 'POST', '/api/auth/login', { body });
    expectProblem(login, 401, 'invalid_credentials');
    expect(login.headers.get('www-authenticate')).toBeNull();
  });
});

describe('the problem', () => {
  test('each entry of errors has a path, a code and a message, and the detail says what is wrong', async () => {
    const answer = await post({ firstName: 5, birthDate: '2026-02-30', address: { line1: 5 }, typo: true });
    expectBadFields(answer, ['address.line1', 'birthDate', 'firstName', 'lastName', 'typo']);
  });

  test('bad parameters of an address are all named', async () => {
    const answer = await get('/api/users?page=0&pageSize=abc&sort=nothing&isActive=maybe');
    expectBadFields(answer, ['isActive', 'page', 'pageSize', 'sort']);
  });

  test('it does not repeat the markup or the secret of a request', async () => {
    const answer = await post({ firstName: 5, lastName: '<script>', password: 'hunter2-hunter2' });
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
  });

  test('it shows no stack and no file name', async () => {
    const answers = [await post('{'), await get('/api/members/%E0'), await get('/api/users?page=x')];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/node_modules|\.js:\d|at Object\./);
  });
});

describe('the request id', () => {
  test('every answer carries one, and each another', async () => {
    const answers = [await get('/api/health'), await get('/api/nothing'), await post('{')];
    const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{8,64}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(['a', 'req-42', '{"odd"}~!', 'x'.repeat(64)])('an incoming %s is kept', async (id) => {
    const success = await get('/api/health', { 'x-request-id': id });
    expect(success.headers.get('x-request-id')).toBe(id);
    const refused = await get('/api/nothing', { 'x-request-id': id });
    expectProblem(refused, 404, 'not_found');
    expect(refused.body.requestId).toBe(id);
  });

  test.each([
    ['of 65 characters', 'x'.repeat(65)],
    ['with a space', 'a b'],
    ['outside ASCII', 'caf\u00e9'],
    ['that is empty', ''],
  ])('an incoming one %s is replaced', async (_label, id) => {
    const { status, headers } = await get('/api/health', { 'x-request-id': id });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).not.toBe(id);
    expect(headers.get('x-request-id')).toMatch(/^[\x21-\x7e]{8,64}$/);
  });
});
