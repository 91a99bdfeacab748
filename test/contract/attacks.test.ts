/** Known ways to attack an HTTP service. Each attack must be refused, and the service must keep running. */
import { connect } from 'node:net';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createMember, expectBadFields, expectProblem, newSignIn, rawRequest, refresh } from './support.ts';

const APP = 'https://office.example.org';

const daemon = daemonOfFile({ env: { VESTRY_CORS_ORIGINS: APP } });
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

/** Sends this text, and returns everything that the service sends before it closes the connection. */
function talk(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port: Number(new URL(daemon.url).port), host: new URL(daemon.url).hostname }, () => {
      socket.write(text);
    });
    socket.on('data', (part) => (received += String(part)));
    socket.on('close', () => resolve(received)).on('error', reject);
  });
}

const answersIn = (text: string) => text.match(/^HTTP\/1\.1 \d{3}/gm) ?? [];

describe('an attempt to hide a request inside another', () => {
  const inner = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (...headers: string[]) =>
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers.join('\r\n')}\r\n\r\n`;

  test.each([
    [
      'two ways to state its length',
      `${post(`Content-Length: ${inner.length + 5}`, 'Transfer-Encoding: chunked')}0\r\n\r\n${inner}`,
    ],
    ['two lengths', `${post('Content-Length: 0', `Content-Length: ${inner.length}`)}${inner}`],
    [
      'an encoding with a space before the colon',
      `${post('Transfer-Encoding : chunked', 'Content-Length: 5')}0\r\n\r\n${inner}`,
    ],
    ['an unknown encoding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n${inner}`],
    ['a length with a sign', `${post('Content-Length: +5')}0\r\n\r\n${inner}`],
    [
      'a line break in a header',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\nSet-Cookie: b\r\n\rX: y\r\n\r\n`,
    ],
    [
      'a header that continues on the next line',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\tc\r\n d: e\r\nfolded\r\n\r\n`,
    ],
  ])('by %s gets a single refusal, and the hidden request is not handled', async (_way, text) => {
    const received = await talk(text);
    expect(answersIn(received)).toEqual(['HTTP/1.1 400']);
    expect(received).toMatch(/^Connection: close\r$/m);
  });
});

test.each(['TRACE', 'TRACK', 'CONNECT', 'PATCH'])('the method %s does not echo the request', async (method) => {
  const received = await talk(
    `${method} /api/health HTTP/1.1\r\nHost: x\r\nX-Secret: sesame\r\nConnection: close\r\n\r\n`,
  );
  expect(received).not.toContain('sesame');
  expect(received).not.toMatch(/^HTTP\/1\.1 2/);
});

test.each([
  '/api',
  '/api/',
  '/.git/config',
  '/package.json',
  '/data/user-roles.json',
  '/templates/api-docs.html',
  '/vestry.db',
  '/secrets.json',
  '/api/../secrets.json',
  '/api/%2e%2e/secrets.json',
  '/accept-invitation/../secrets.json',
  '//etc/passwd',
  '/server-status',
])('no file is served at %s', async (path) => {
  expectProblem(await rawRequest(daemon.url, path), 404, 'not_found');
});

describe('a web page', () => {
  const withCookie = (cookie: string, site: string, origin?: string): Promise<Answer> =>
    request(daemon.url, 'POST', '/api/auth/refresh', {
      headers: { cookie: `app_rt=${cookie}`, 'sec-fetch-site': site, ...(origin !== undefined && { origin }) },
    });

  test.each([
    ['cross-site', 'https://evil.example.com'],
    ['same-site', 'https://blog.example.org'],
    ['same-site', undefined],
  ])('that is %s (origin %s) cannot use the cookie to renew or end a sign-in', async (site, origin) => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const renewed = await withCookie(cookie, site, origin);
    expectProblem(renewed, 403, 'forbidden');
    expect(renewed.headers.getSetCookie()).toEqual([]);
    const headers = { cookie: `app_rt=${cookie}`, 'sec-fetch-site': site, ...(origin !== undefined && { origin }) };
    expect((await request(daemon.url, 'POST', '/api/auth/logout', { headers })).status).toBe(403);
    expect((await refresh(daemon.url, cookie)).status).toBe(200);
  });

  test.each([
    ['same-origin', 'http://127.0.0.1'],
    ['none', undefined],
    ['same-site', APP],
  ])('that is %s (origin %s) and belongs to the church can renew a sign-in', async (site, origin) => {
    const { cookie } = await newSignIn(daemon.url, admin);
    expect((await withCookie(cookie, site, origin)).status).toBe(200);
  });

  test('of another site cannot sign a user in with a form, because a form cannot send JSON', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const body = '{"email":"a@example.org","password":"x"}';
      const answer = await rawRequest(daemon.url, '/api/auth/login', { method: 'POST', headers, body });
      expectProblem(answer, 415, 'unsupported_media_type');
    }
  });
});

test('a token that contains its own key, or a URL of a key, is refused', async () => {
  const key = Buffer.alloc(32, 7);
  const jwk = { kty: 'oct', k: key.toString('base64url') };
  const claims = { sub: '1', sid: '1', role: ['super_admin'], iss: 'vestry', aud: 'vestry' };
  for (const header of [
    { jwk },
    { jku: `${daemon.url}/api/health` },
    { kid: '../secrets.json' },
    { x5u: daemon.url },
  ]) {
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', ...header })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);
    expectProblem(await request(daemon.url, 'GET', '/api/users', { token }), 401, 'unauthenticated');
  }
});

test('a parameter that is given twice is refused, and neither value is used', async () => {
  const answer = await request(daemon.url, 'GET', '/api/members?page=1&page=2', { token: admin });
  expectBadFields(answer, ['page']);
  const filter = await request(daemon.url, 'GET', '/api/users?isActive=true&isActive=false', { token: admin });
  expectBadFields(filter, ['isActive']);
});

test.each([
  "' or 1=1 --",
  '") or ("a"="a',
  'x" OR name MATCH "y',
  'a* NOT b',
  '%',
  '(((((((((((a|b)+)+)+)+)+)+)+)+)+)+',
])('a search for %j finds only texts that contain these characters', async (search) => {
  await createMember(daemon.url, admin, { lastName: 'Bystander' });
  const answer = await request(daemon.url, 'GET', `/api/members?search=${encodeURIComponent(search)}`, {
    token: admin,
  });
  expect([answer.status, answer.body.items]).toEqual([200, []]);
});
