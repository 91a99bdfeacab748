import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createMember, expectProblem, login, newSignIn, refreshCookie } from './support.ts';

const APP = 'https://office.example.org';
const OTHER_APP = 'http://localhost:5173';
const STRANGER = 'https://evil.example.com';

const daemon = daemonOfFile({ env: { VESTRY_CORS_ORIGINS: `${APP}, ${OTHER_APP}` } });
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const list = (answer: Answer, header: string): string[] =>
  (answer.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/);

function expectOpenTo(answer: Answer, origin: string): void {
  expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  expect(list(answer, 'vary')).toContain('origin');
}

function preflight(origin: string, method: string, headers: string, route = '/api/members/1'): Promise<Answer> {
  return request(daemon.url, 'OPTIONS', route, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
  });
}

describe('a request', () => {
  test.each([APP, OTHER_APP])('from the configured origin %s is allowed with credentials', async (origin) => {
    const answer = await request(daemon.url, 'GET', '/api/auth/me', { token: admin, headers: { origin } });
    expect(answer.status).toBe(200);
    expectOpenTo(answer, origin);
  });

  test('from the configured origin can sign in and refresh with the cookie', async () => {
    const account = await newSignIn(daemon.url, admin);
    const answer = await login(daemon.url, account.email, account.password, { origin: APP });
    expectOpenTo(answer, APP);
    const headers = { origin: APP, cookie: `app_rt=${refreshCookie(answer).value}` };
    const renewed = await request(daemon.url, 'POST', '/api/auth/refresh', { headers });
    expect(renewed.status).toBe(200);
    expectOpenTo(renewed, APP);
  });

  test('from the configured origin can read refusals', async () => {
    const headers = { origin: APP };
    const answers = [
      await request(daemon.url, 'GET', '/api/auth/me', { headers }),
      await request(daemon.url, 'GET', '/api/nothing', { headers }),
      await request(daemon.url, 'DELETE', '/api/health', { headers }),
      await request(daemon.url, 'POST', '/api/members', { token: admin, headers, body: '{' }),
      await request(daemon.url, 'POST', '/api/members', { token: admin, headers, body: ' '.repeat(1_100_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 405, 400, 413]);
    for (const answer of answers) expectOpenTo(answer, APP);
  });

  test('from the configured origin can read the response headers that the contract exposes', async () => {
    const answer = await request(daemon.url, 'GET', '/api/health', { headers: { origin: APP } });
    expect(list(answer, 'access-control-expose-headers')).toEqual(
      expect.arrayContaining(['etag', 'location', 'x-request-id', 'idempotency-replayed', 'retry-after']),
    );
  });

  test.each([
    STRANGER,
    'null',
    `${APP}.evil.example.com`,
    APP.replace('https', 'http'),
    `${APP}:8443`,
    APP.toUpperCase(),
  ])('from the origin %s cannot read the response', async (origin) => {
    const answer = await request(daemon.url, 'GET', '/api/health', { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(list(answer, 'vary')).toContain('origin');
  });

  test('without an Origin header gets no CORS headers', async () => {
    const answer = await request(daemon.url, 'GET', '/api/health');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a CORS preflight', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE'])('for %s is granted to the configured origin', async (method) => {
    const wanted = 'authorization, content-type, idempotency-key, if-match, if-none-match, x-request-id';
    const answer = await preflight(APP, method, wanted);
    expect([200, 204]).toContain(answer.status);
    expect(answer.body).toBe('');
    expect(answer.headers.get('x-request-id')).toMatch(/\S/);
    expectOpenTo(answer, APP);
    expect(list(answer, 'access-control-allow-methods')).toContain(method.toLowerCase());
    expect(list(answer, 'access-control-allow-headers')).toEqual(expect.arrayContaining(wanted.split(', ')));
    expect(answer.headers.get('access-control-allow-headers')).not.toBe('*');
  });

  test('needs no token, and the browser may cache the response', async () => {
    const answer = await preflight(APP, 'POST', 'authorization', '/api/members');
    expect(answer.status).toBeLessThan(300);
    expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  test('from an unknown origin is granted nothing', async () => {
    const answer = await preflight(STRANGER, 'POST', 'authorization');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('access-control-allow-methods')).toBeNull();
  });
});

describe('security headers', () => {
  test('keep browsers from sniffing, framing or caching any response, and from sending a referrer', async () => {
    const answers = [
      await request(daemon.url, 'GET', '/api/auth/me', { token: admin }),
      await request(daemon.url, 'GET', '/api/users', { token: admin }),
      await request(daemon.url, 'GET', '/api/auth/me'),
      await request(daemon.url, 'GET', '/api/nothing'),
      await request(daemon.url, 'POST', '/api/auth/logout'),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/\bno-store\b/);
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('do not name the software of the service', async () => {
    const { headers } = await request(daemon.url, 'GET', '/api/health');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });
});

describe('a HEAD request', () => {
  test('gets the status and headers of the GET request, but no body', async () => {
    const { body: member } = await createMember(daemon.url, admin);
    for (const route of ['/api/health', '/api/auth/me', '/api/users', `/api/members/${member.id}`, '/api/audit-logs']) {
      const get = await request(daemon.url, 'GET', route, { token: admin });
      const head = await request(daemon.url, 'HEAD', route, { token: admin });
      expect(head.status, route).toBe(200);
      expect(head.body, route).toBe('');
      expect(head.headers.get('content-type'), route).toBe(get.headers.get('content-type'));
      expect(head.headers.get('etag'), route).toBe(get.headers.get('etag'));
    }
  });

  test('is refused like the GET request', async () => {
    const statuses = [
      await request(daemon.url, 'HEAD', '/api/auth/me'),
      await request(daemon.url, 'HEAD', '/api/members/99999999', { token: admin }),
      await request(daemon.url, 'HEAD', '/api/users?page=0', { token: admin }),
      await request(daemon.url, 'HEAD', '/api/nothing', { token: admin }),
      await request(daemon.url, 'HEAD', '/api/auth/login'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 404, 400, 404, 405]);
  });
});

describe('an unsupported method', () => {
  test.each([
    ['GET', '/api/auth/login', ['POST']],
    ['POST', '/api/auth/me', ['GET']],
    ['PATCH', '/api/members/1', ['GET', 'PUT']],
    ['PUT', '/api/users', ['GET', 'POST']],
    ['DELETE', '/api/health', ['GET']],
  ])('in %s %s is refused with 405 and a list of the supported methods', async (method, route, allowed) => {
    const answer = await request(daemon.url, method, route, { token: admin });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')?.split(/\s*,\s*/)).toEqual(expect.arrayContaining(allowed));
    expect(answer.headers.get('allow')?.split(/\s*,\s*/)).not.toContain(method);
  });
});
