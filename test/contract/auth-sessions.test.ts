import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import {
  claims,
  createUser,
  expectClearedCookie,
  expectProblem,
  newSignIn,
  openSession,
  refresh,
  refreshCookie,
} from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

type Session = {
  id: number;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
  userAgent: string | null;
  ipAddress: string;
  current: boolean;
};

const DAY = 86_400_000;
const me = (token: string) => request(daemon.url, 'GET', '/api/auth/me', { token });
const remove = (token: string, id: number | string) =>
  request(daemon.url, 'DELETE', `/api/auth/sessions/${id}`, { token });

async function sessions(token: string): Promise<Session[]> {
  const { status, body } = await request(daemon.url, 'GET', '/api/auth/sessions', { token });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['items']);
  return body.items as Session[];
}

describe('the list of sign-ins', () => {
  test('each sign-in shows its start, its end, the client address and the client program', async () => {
    const account = await createUser(daemon.url, admin);
    const start = Date.now();
    const { token } = await openSession(daemon.url, account, { 'user-agent': 'Contract/1.0 (tests)' });
    const [session, ...others] = await sessions(token);
    expect(others).toEqual([]);
    if (session === undefined) throw new Error('No sign-in listed.');
    expect(Object.keys(session).toSorted()).toEqual(
      ['createdAt', 'current', 'expiresAt', 'id', 'ipAddress', 'lastUsedAt', 'userAgent'].toSorted(),
    );
    expect(session.userAgent).toBe('Contract/1.0 (tests)');
    expect(session.ipAddress).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(session.current).toBe(true);
    expect(Number.isInteger(session.id)).toBe(true);
    expect(Date.parse(session.createdAt)).toBeGreaterThanOrEqual(start - 1);
    const life = Date.parse(session.expiresAt) - Date.parse(session.lastUsedAt);
    expect(Math.abs(life - 14 * DAY)).toBeLessThan(2000);
  });

  test('only the sign-in of this access token is marked as the current one', async () => {
    const account = await createUser(daemon.url, admin);
    const first = await openSession(daemon.url, account, { 'user-agent': 'first' });
    const second = await openSession(daemon.url, account, { 'user-agent': 'second' });
    const marks = async (token: string) =>
      Object.fromEntries((await sessions(token)).map((session) => [session.userAgent, session.current]));
    expect(await marks(first.token)).toEqual({ first: true, second: false });
    expect(await marks(second.token)).toEqual({ first: false, second: true });
  });

  test('the id of the current sign-in is the sid in the access token', async () => {
    const { token } = await newSignIn(daemon.url, admin);
    const [session] = await sessions(token);
    expect(String(session?.id)).toBe(String(claims(token)['sid']));
  });

  test('a refresh adds no sign-in and updates the time of the last use', async () => {
    const { token, cookie } = await newSignIn(daemon.url, admin);
    const [before] = await sessions(token);
    while (Date.now() <= Date.parse(before?.lastUsedAt ?? '')) await setImmediate();
    await refresh(daemon.url, cookie);
    const after = await sessions(token);
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ id: before?.id, createdAt: before?.createdAt, current: true });
    expect(Date.parse(after[0]?.lastUsedAt ?? '')).toBeGreaterThan(Date.parse(before?.lastUsedAt ?? ''));
  });

  test('a user does not see the sign-ins of other users', async () => {
    const one = await newSignIn(daemon.url, admin);
    const other = await newSignIn(daemon.url, admin, ['super_admin']);
    const ids = new Set((await sessions(one.token)).map((session) => session.id));
    expect((await sessions(other.token)).some((session) => ids.has(session.id))).toBe(false);
  });

  test('an ended sign-in is not listed', async () => {
    const account = await createUser(daemon.url, admin);
    const first = await openSession(daemon.url, account);
    const second = await openSession(daemon.url, account);
    await request(daemon.url, 'POST', '/api/auth/logout', { headers: { cookie: `app_rt=${first.cookie}` } });
    const listed = await sessions(second.token);
    expect(listed.map((session) => session.current)).toEqual([true]);
  });

  test('neither a refresh token nor its hash is shown', async () => {
    const { token, cookie } = await newSignIn(daemon.url, admin);
    const text = JSON.stringify(await sessions(token));
    expect(text).not.toContain(cookie);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });
});

describe('ending one sign-in', () => {
  test('ending a sign-in invalidates its refresh token and its access token at once', async () => {
    const account = await createUser(daemon.url, admin);
    const lost = await openSession(daemon.url, account, { 'user-agent': 'lost phone' });
    const kept = await openSession(daemon.url, account, { 'user-agent': 'desk' });
    const target = (await sessions(kept.token)).find((session) => session.userAgent === 'lost phone');
    const answer = await remove(kept.token, target?.id ?? 0);
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    expectProblem(await me(lost.token), 401, 'unauthenticated');
    const refused = await refresh(daemon.url, lost.cookie);
    expectProblem(refused, 401, 'invalid_refresh_token');
    expectClearedCookie(refused);
    expect((await me(kept.token)).status).toBe(200);
    expect((await refresh(daemon.url, kept.cookie)).status).toBe(200);
  });

  test('a renewed refresh token becomes invalid when its sign-in is ended', async () => {
    const account = await createUser(daemon.url, admin);
    const lost = await openSession(daemon.url, account);
    const rotated = refreshCookie(await refresh(daemon.url, lost.cookie)).value;
    const kept = await openSession(daemon.url, account);
    const target = (await sessions(kept.token)).find((session) => !session.current);
    expect((await remove(kept.token, target?.id ?? 0)).status).toBe(204);
    expectProblem(await refresh(daemon.url, rotated), 401, 'invalid_refresh_token');
  });

  test('a user may end the current sign-in', async () => {
    const { token } = await newSignIn(daemon.url, admin);
    const [session] = await sessions(token);
    expect((await remove(token, session?.id ?? 0)).status).toBe(204);
    expectProblem(await me(token), 401, 'unauthenticated');
  });

  test('ending the sign-in of another user fails with 404, even for a super_admin', async () => {
    const victim = await newSignIn(daemon.url, admin);
    const other = await newSignIn(daemon.url, admin, ['super_admin']);
    const [session] = await sessions(victim.token);
    expectProblem(await remove(other.token, session?.id ?? 0), 404, 'not_found');
    expect((await me(victim.token)).status).toBe(200);
  });

  test('ending an unknown sign-in or an ended sign-in fails with 404', async () => {
    const account = await createUser(daemon.url, admin);
    await openSession(daemon.url, account);
    const kept = await openSession(daemon.url, account);
    const target = (await sessions(kept.token)).find((session) => !session.current);
    expect((await remove(kept.token, target?.id ?? 0)).status).toBe(204);
    expectProblem(await remove(kept.token, target?.id ?? 0), 404, 'not_found');
    expectProblem(await remove(kept.token, 99_999_999), 404, 'not_found');
  });

  test('without a token the sign-ins can be neither listed nor ended', async () => {
    const { token } = await newSignIn(daemon.url, admin);
    const [session] = await sessions(token);
    expectProblem(await request(daemon.url, 'GET', '/api/auth/sessions'), 401, 'unauthenticated');
    const route = `/api/auth/sessions/${session?.id}`;
    expectProblem(await request(daemon.url, 'DELETE', route), 401, 'unauthenticated');
    expect((await me(token)).status).toBe(200);
  });
});
