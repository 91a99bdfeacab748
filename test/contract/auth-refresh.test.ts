import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { claims, expectClearedCookie, expectProblem, newSignIn, refresh, refreshCookie } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const me = (token: string) => request(daemon.url, 'GET', '/api/auth/me', { token });

describe('refresh', () => {
  test('a refresh returns the same fields as a sign-in and sets a new cookie with the same attributes', async () => {
    const { id, cookie } = await newSignIn(daemon.url, admin, ['elder']);
    const answer = await refresh(daemon.url, cookie);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(['accessToken', 'expiresIn', 'tokenType', 'user']);
    expect(answer.body).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, user: { id, roles: ['elder'] } });
    const next = refreshCookie(answer);
    expect(next.value).toMatch(/^[A-Za-z0-9_-]{86}$/);
    expect(next.value).not.toBe(cookie);
    expect(next.attributes).toMatchObject({ httponly: '', samesite: 'Strict', path: '/api/auth' });
    const maxAge = Number(next.attributes['max-age']);
    expect(maxAge).toBeGreaterThan(1_209_590);
    expect(maxAge).toBeLessThanOrEqual(1_209_600);
  });

  test('the new access token works and belongs to the same sign-in, and the old token still works', async () => {
    const { token, cookie } = await newSignIn(daemon.url, admin);
    const { body } = await refresh(daemon.url, cookie);
    expect(claims(body.accessToken)).toMatchObject({ sub: claims(token)['sub'], sid: claims(token)['sid'] });
    expect((await me(body.accessToken)).status).toBe(200);
    expect((await me(token)).status).toBe(200);
  });

  test('refresh tokens can be replaced again and again', async () => {
    let { cookie } = await newSignIn(daemon.url, admin);
    const seen = new Set([cookie]);
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await refresh(daemon.url, cookie);
      expect(answer.status).toBe(200);
      cookie = refreshCookie(answer).value;
      seen.add(cookie);
    }
    expect(seen.size).toBe(6);
  });

  test('a replaced refresh token that is used again within 10 seconds does not end the sign-in', async () => {
    const { cookie, token } = await newSignIn(daemon.url, admin);
    const next = refreshCookie(await refresh(daemon.url, cookie)).value;
    const again = await refresh(daemon.url, cookie);
    expectProblem(again, 401, 'invalid_refresh_token');
    // The browser may have stored the cookie of the first response already.
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(again.body.reason).toBe('Replaced');
    expect((await me(token)).status).toBe(200);
    expect((await refresh(daemon.url, next)).status).toBe(200);
  });

  test('when two tabs refresh at the same time, one gets a token and the sign-in continues', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(daemon.url, cookie)));
    const winners = answers.filter((answer) => answer.status === 200);
    const losers = answers.filter((answer) => answer.status !== 200);
    expect(winners).toHaveLength(1);
    for (const loser of losers) expectProblem(loser, 401, 'invalid_refresh_token');
    const [winner] = winners;
    if (winner === undefined) throw new Error('No refresh succeeded.');
    expect((await me(winner.body.accessToken)).status).toBe(200);
    expect((await refresh(daemon.url, refreshCookie(winner).value)).status).toBe(200);
  });

  test.each([
    ['unknown', 'A'.repeat(86)],
    ['too short', 'abc'],
    ['empty', ''],
    ['quoted', '"x"'],
    ['not percent-decodable', '%E0%A4%A'],
    ['very long', 'A'.repeat(7000)],
  ])('a refresh token that is %s is refused and its cookie is cleared', async (_label, value) => {
    const answer = await refresh(daemon.url, value);
    expectProblem(answer, 401, 'invalid_refresh_token');
    expectClearedCookie(answer);
  });

  test('a refresh without a cookie is refused and the cookie is cleared', async () => {
    const answer = await request(daemon.url, 'POST', '/api/auth/refresh');
    expectProblem(answer, 401, 'invalid_refresh_token');
    expectClearedCookie(answer);
  });

  test('a cleared cookie has the attributes that a browser needs to remove it', async () => {
    const { attributes } = refreshCookie(await request(daemon.url, 'POST', '/api/auth/refresh'));
    expect(attributes).toMatchObject({ path: '/api/auth', httponly: '', samesite: 'Strict' });
    expect(attributes).not.toHaveProperty('domain');
  });

  test('the refresh cookie is recognized among other cookies', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const headers = { cookie: `theme=dark; app_rt=${cookie}; app_rt_old=x` };
    const answer = await request(daemon.url, 'POST', '/api/auth/refresh', { headers });
    expect(answer.status).toBe(200);
  });

  test('an access token is not accepted as a refresh token', async () => {
    expectProblem(await refresh(daemon.url, admin), 401, 'invalid_refresh_token');
  });

  test('a refresh needs no access token and ignores an invalid access token', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const headers = { cookie: `app_rt=${cookie}`, authorization: 'Bearer expired' };
    expect((await request(daemon.url, 'POST', '/api/auth/refresh', { headers })).status).toBe(200);
  });
});

describe('logout', () => {
  const logout = (headers: Record<string, string> = {}) => request(daemon.url, 'POST', '/api/auth/logout', { headers });

  test('a logout returns 204 without a body, clears the cookie and revokes the refresh token', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const answer = await logout({ cookie: `app_rt=${cookie}` });
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    expectClearedCookie(answer);
    expectProblem(await refresh(daemon.url, cookie), 401, 'invalid_refresh_token');
  });

  test('the access token of a sign-in stops working at once after the logout', async () => {
    const { cookie, token } = await newSignIn(daemon.url, admin);
    expect((await me(token)).status).toBe(200);
    await logout({ cookie: `app_rt=${cookie}` });
    const answer = await me(token);
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  });

  test.each([
    ['no cookie', {}],
    ['an unknown cookie', { cookie: `app_rt=${'B'.repeat(86)}` }],
    ['an empty cookie', { cookie: 'app_rt=' }],
  ])('a logout with %s still returns 204 and clears the cookie', async (_label, headers) => {
    const answer = await logout(headers);
    expect(answer.status).toBe(204);
    expectClearedCookie(answer);
  });

  test('a second logout of the same sign-in returns 204 again', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    expect((await logout({ cookie: `app_rt=${cookie}` })).status).toBe(204);
    expect((await logout({ cookie: `app_rt=${cookie}` })).status).toBe(204);
  });

  test('a logout leaves the other sign-ins of the user valid', async () => {
    const first = await newSignIn(daemon.url, admin);
    const body = { email: first.email, password: first.password };
    const second = await request(daemon.url, 'POST', '/api/auth/login', { body });
    await logout({ cookie: `app_rt=${first.cookie}` });
    expect((await me(second.body.accessToken)).status).toBe(200);
    expect((await refresh(daemon.url, refreshCookie(second).value)).status).toBe(200);
  });
});
