/** Tests of the host names under which the service can be reached, and of the sites that may use its cookie. */
import { allRoutes, AREAS } from '../../src/routes.ts';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import { bind } from '../../src/http/server.ts';
import { expectProblem, login, rawRequest, refresh, refreshCookie } from '../contract/support.ts';
import { fileApp } from '../support/app.ts';
import { sign } from '../support/line.ts';

const BASE = 'https://books.grace.example';
const APP = 'https://app.grace.example';
const SECRET = 'the secret of a channel';
/** The paths that sign somebody in or out. */
const CHANGING_COOKIES = (await allRoutes()).filter((one) => one.setsCookie).map(({ path }) => path);
const ACCOUNT = { email: 'ann@example.org', password: 'a long enough password' };

/** Reads the setting `allowedHosts` from text, as the command line does. */
function readHosts(text: string) {
  const { allowedHosts } = loadConfig({ allowedHosts: text, dataDir: '/nowhere' }, {});
  return { allowedHosts };
}

let url: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const { app, close: closeApp } = await fileApp();
  const config = {
    ...app.config,
    port: 0,
    baseUrl: `${BASE}/`,
    corsOrigins: [APP],
    ...readHosts('Other.grace.example, münchen.example'),
    lineChannelSecret: SECRET,
  };
  const listener = await bind(config);
  listener.serve({ ...app, config }, AREAS);
  const person = { email: ACCOUNT.email, displayName: 'Ann', roles: ['super_admin' as const], memberId: null };
  await createUser(app, person, ACCOUNT.password);
  url = listener.localUrl;
  close = async () => {
    await listener.close();
    await closeApp();
  };
});
afterAll(() => close());

const askFor = (host: string, path = '/api/users', headers = {}) =>
  rawRequest(url, path, { headers: { host, ...headers } });

/** Sends a request head. Returns the status line of the response and, for a refusal, its code. */
function answerTo(...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port: Number(new URL(url).port), host: new URL(url).hostname }, () => {
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    });
    socket.on('data', (part) => (received += String(part)));
    socket.on('close', () => resolve(`${received.split('\r\n', 1)[0]} ${/"code":"(\w+)"/.exec(received)?.[1]}`));
    socket.on('error', reject);
  });
}

describe('a request for the host name', () => {
  test.each([
    'evil.example',
    'evil.example:8990',
    'books.grace.example.evil.example',
    'grace.example',
    'app.grace.example',
    'evil.local.example',
    '127.0.0.1.evil.example',
    '0x7f.0.0.1',
    'evil.example@localhost',
    'localhost, evil.example',
    'a b',
  ])('%j is refused before the sign-in is checked', async (host) => {
    const answer = await askFor(host);
    expectProblem(answer, 421, 'unknown_host');
    expect(answer.headers.get('www-authenticate')).toBe(null);
  });

  test.each([
    'books.grace.example',
    'BOOKS.grace.example.:8443',
    'other.grace.example:1',
    'xn--mnchen-3ya.example',
    'localhost',
    'localhost:8990',
    '127.0.0.1',
    '192.168.1.20:8990',
    '[::1]:8990',
    '[fe80::1]',
    'church-pc',
    'church-pc.local',
    hostname(),
  ])('%s is accepted', async (host) => {
    expectProblem(await askFor(host), 401, 'unauthenticated');
  });

  test('of another site is refused, and the refusal names the command that would allow it', async () => {
    const { body } = await askFor('vestry.church.example');
    expect(body.detail).toContain('vestry config set allowedHosts vestry.church.example');
  });

  test('of another site is refused even for a page, an unknown address or a preflight', async () => {
    expectProblem(await askFor('evil.example', '/api/nothing'), 421, 'unknown_host');
    expectProblem(await askFor('evil.example', '/', { accept: 'text/html' }), 421, 'unknown_host');
    const asks = { host: 'evil.example', origin: APP, 'access-control-request-method': 'POST' };
    expectProblem(await rawRequest(url, '/api/auth/login', { method: 'OPTIONS', headers: asks }), 421, 'unknown_host');
  });

  test('of another site is accepted for the health check and the signed webhook', async () => {
    expect((await askFor('evil.example', '/api/health')).status).toBe(200);
    const body = '{"destination":"U","events":[]}';
    const headers = {
      host: 'evil.example',
      'content-type': 'application/json',
      'x-line-signature': sign(SECRET, body),
    };
    expect((await rawRequest(url, '/api/webhooks/line', { method: 'POST', headers, body })).status).toBe(200);
  });
});

test.each([
  [['GET /api/users HTTP/1.1', 'Host: localhost', 'Host: localhost'], 'HTTP/1.1 400 Bad Request malformed_request'],
  [['GET /api/health HTTP/1.1', 'Host: localhost', 'host: evil.example'], 'HTTP/1.1 400 Bad Request malformed_request'],
  [['GET /api/health HTTP/1.1'], 'HTTP/1.1 400 Bad Request malformed_request'],
  [['GET /api/users HTTP/1.1', 'Host:'], 'HTTP/1.1 421 Misdirected Request unknown_host'],
  [['GET /api/users HTTP/1.0'], 'HTTP/1.1 401 Unauthorized unauthenticated'],
  [['GET http://evil.example/api/users HTTP/1.1', 'Host: localhost'], 'HTTP/1.1 421 Misdirected Request unknown_host'],
  [['GET http://localhost/api/users HTTP/1.1', 'Host: evil.example'], 'HTTP/1.1 401 Unauthorized unauthenticated'],
])('the request %j results in %s', async (lines, answer) => {
  expect(await answerTo(...lines)).toBe(answer);
});

describe('a web page or program', () => {
  const newCookie = async () => refreshCookie(await login(url, ACCOUNT.email, ACCOUNT.password)).value;
  const post = (path: string, cookie: string, headers: Record<string, string>) =>
    rawRequest(url, path, { method: 'POST', headers: { cookie: `app_rt=${cookie}`, ...headers } });
  const own = () => new URL(url).origin;

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://blog.grace.example' }],
    [{ origin: 'http://books.grace.example:8080' }],
    [{ origin: 'http://localhost:5173' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site', origin: BASE }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.grace.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('that sends %o can neither begin, renew nor end a sign-in, with or without a cookie', async (headers) => {
    const cookie = await newCookie();
    for (const path of CHANGING_COOKIES)
      for (const held of [cookie, '']) {
        const answer = await post(path, held, headers);
        expectProblem(answer, 403, 'forbidden');
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    expect((await refresh(url, cookie)).status).toBe(200);
  });

  test.each([
    ['no Origin or Sec-Fetch-Site header, like a program', () => ({})],
    ['the origin of the base URL', () => ({ origin: BASE })],
    ['the requested host as its origin', () => ({ origin: own() })],
    ['the origin of a configured web app', () => ({ origin: APP, 'sec-fetch-site': 'same-site' })],
    [
      'the header Sec-Fetch-Site: same-origin',
      () => ({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }),
    ],
    ['the header Sec-Fetch-Site: none', () => ({ 'sec-fetch-site': 'none' })],
  ])('that sends %s can renew and end a sign-in', async (_what, headers) => {
    const renewed = await post('/api/auth/refresh', await newCookie(), headers());
    expect(renewed.status).toBe(200);
    expect((await post('/api/auth/logout', refreshCookie(renewed).value, headers())).status).toBe(204);
    expect((await refresh(url, refreshCookie(renewed).value)).status).toBe(401);
  });
});
