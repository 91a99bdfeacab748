import { beforeEach, describe, expect, test } from 'vitest';
import {
  authenticate,
  changePassword,
  listSignIns,
  login,
  logout,
  refresh,
} from '../../../../src/features/access/auth/service.ts';
import {
  findAuthenticator,
  insertAuthenticator,
  updateAuthenticator,
} from '../../../../src/features/access/second-factor/queries.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import type { App } from '../../../../src/app.ts';
import { sha256Hex } from '../../../../src/lib/secret.ts';
import { as, testApp, type TestApp } from '../../../support/app.ts';

const EMAIL = 'ann@example.org';
const PASSWORD = 'correct horse battery';
const DEVICE = { userAgent: 'a browser' };

let app: TestApp;
let userId: number;
beforeEach(async () => {
  app = await testApp();
  ({
    user: { id: userId },
  } = await createUser(app, { email: EMAIL, displayName: 'Ann', roles: ['treasurer'], memberId: null }, PASSWORD));
});

const signIn = (password = PASSWORD) => login(app, { email: EMAIL, password }, DEVICE);
const refused = { code: 'invalid_refresh_token' };
const auditActions = async () =>
  (await app.db.selectFrom('auditLogs').select('action').orderBy('id').execute()).map(({ action }) => action);

describe('a refresh token', () => {
  test('has 86 characters, and only its SHA-256 is stored', async () => {
    const { refreshToken } = await signIn();
    expect(refreshToken).toMatch(/^[\w-]{86}$/);
    const rows = await app.db.selectFrom('refreshTokens').selectAll().execute();
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([sha256Hex(refreshToken)]);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });

  test('is exchanged for a new one and then refused', async () => {
    const { refreshToken } = await signIn();
    const next = await refresh(app, refreshToken);
    expect(next.refreshToken).not.toBe(refreshToken);
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(refused);
  });

  test('does not end the sign-in if it is used again within ten seconds, for example by a second tab', async () => {
    const { refreshToken } = await signIn();
    const next = await refresh(app, refreshToken);
    app.setNow('2026-11-18T18:00:10.000Z');
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(refused);
    await expect(refresh(app, next.refreshToken)).resolves.toBeDefined();
  });

  test('ends the sign-in if it is used again after more than ten seconds, because it was probably stolen', async () => {
    const [{ refreshToken }, elsewhere] = [await signIn(), await signIn()];
    const next = await refresh(app, refreshToken);
    app.setNow('2026-11-18T18:00:10.001Z');
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(refused);
    await expect(refresh(app, next.refreshToken)).rejects.toMatchObject(refused);
    expect(await authenticate(app, next.access.accessToken)).toBeUndefined();
    await expect(refresh(app, elsewhere.refreshToken)).resolves.toBeDefined();
    expect(await auditActions()).toContain('RefreshTokenReused');
  });

  test('that is exchanged twenty times at once yields one new token', async () => {
    const { refreshToken } = await signIn();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => refresh(app, refreshToken)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('expires 14 days after it was issued', async () => {
    const { refreshToken, maxAge } = await signIn();
    expect(maxAge).toBe(14 * 86_400);
    app.setNow('2026-12-02T17:59:59.999Z');
    const next = await refresh(app, refreshToken);
    app.setNow('2026-12-16T17:59:59.999Z');
    await expect(refresh(app, next.refreshToken)).rejects.toMatchObject(refused);
  });

  test('never works more than 90 days after the sign-in', async () => {
    let { refreshToken, maxAge } = await signIn();
    for (let day = 13; day <= 78; day += 13) {
      app.setNow(new Date(Date.parse('2026-11-18T18:00:00.000Z') + day * 86_400_000).toISOString());
      ({ refreshToken, maxAge } = await refresh(app, refreshToken));
    }
    expect(maxAge).toBe(12 * 86_400);
    app.setNow('2027-02-16T18:00:00.000Z');
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(refused);
  });

  test('is refused after signing out, as is the access token', async () => {
    const { refreshToken, access } = await signIn();
    await logout(app, refreshToken);
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(refused);
    expect(await authenticate(app, access.accessToken)).toBeUndefined();
  });

  test('of a deactivated user is refused, as is the access token', async () => {
    const { refreshToken, access } = await signIn();
    await app.db
      .transaction()
      .execute((db) => db.updateTable('users').set({ isActive: 0 }).where('id', '=', userId).execute());
    await expect(refresh(app, refreshToken)).rejects.toMatchObject(refused);
    expect(await authenticate(app, access.accessToken)).toBeUndefined();
    await expect(signIn()).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
});

describe('an access token', () => {
  test('identifies its user for 15 minutes', async () => {
    const { access } = await signIn();
    expect(await authenticate(app, access.accessToken)).toMatchObject({
      kind: 'user',
      id: userId,
      roles: ['treasurer'],
    });
    app.setNow('2026-11-18T18:14:59.000Z');
    expect(await authenticate(app, access.accessToken)).toBeDefined();
    app.setNow('2026-11-18T18:15:00.000Z');
    expect(await authenticate(app, access.accessToken)).toBeUndefined();
  });

  test('is refused with another signature, algorithm, issuer, audience, sign-in or user', async () => {
    const { SignJWT, UnsecuredJWT } = await import('jose');
    const { access } = await signIn();
    const [header, payload] = access.accessToken.split('.');
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>;
    const sign = (change: object, key: Uint8Array = app.secrets().jwtKey, alg = 'HS256') =>
      new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg }).sign(key);
    const forged = [
      `${header}.${payload}.AAAA`,
      new UnsecuredJWT(claims).encode(),
      await sign({}, Buffer.alloc(32, 1)),
      await sign({}, Buffer.concat([app.secrets().jwtKey, app.secrets().jwtKey]), 'HS512'),
      await sign({ iss: 'somebody' }),
      await sign({ aud: 'somebody' }),
      await sign({ sid: '999' }),
      await sign({ sub: '999' }),
    ];
    expect(await Promise.all(forged.map((token) => authenticate(app, token)))).toEqual(forged.map(() => undefined));
    expect(await authenticate(app, await sign({}))).toBeDefined();
  });
});

describe('signing in', () => {
  test('records the time of the sign-in', async () => {
    expect((await signIn()).access.user.lastLoginAt).toBe('2026-11-18T18:00:00.000Z');
  });

  test('with a temporary password works for 72 hours', async () => {
    const made = await createUser(app, { email: 'b@example.org', displayName: 'B', roles: ['member'], memberId: null });
    const credentials = { email: 'b@example.org', password: made.temporaryPassword ?? '' };
    expect(credentials.password.length).toBeGreaterThanOrEqual(16);
    app.setNow('2026-11-21T17:59:59.000Z');
    expect((await login(app, credentials, DEVICE)).access.user.mustChangePassword).toBe(true);
    app.setNow('2026-11-21T18:00:00.000Z');
    await expect(login(app, credentials, DEVICE)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('is refused for a while after five failures for one e-mail address, even with the right password and in upper case', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(signIn('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
    }
    const { details } = await login(app, { email: EMAIL.toUpperCase(), password: PASSWORD }, DEVICE).catch(
      (error) => error,
    );
    expect(details.retryAfter).toBeGreaterThan(800);
    expect(details.retryAfter).toBeLessThanOrEqual(900);
  });

  test('resets the count of failures when it succeeds', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1)
        await expect(signIn('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' });
      await expect(signIn()).resolves.toBeDefined();
    }
  });

  test('is refused for a while after thirty failures from one network address, but not from other addresses', async () => {
    const from = (ipAddress: string): App => ({ ...app, request: { id: 'x', ipAddress } });
    const attempts = Array.from({ length: 31 }, (_, index) =>
      login(from(`2001:db8:1:2::${index}`), { email: `x${index}@example.org`, password: 'wrong' }, DEVICE).catch(
        (error) => error.code,
      ),
    );
    const codes = await Promise.all(attempts);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(1);
    await expect(login(from('2001:db8:1:3::1'), { email: EMAIL, password: PASSWORD }, DEVICE)).resolves.toBeDefined();
  });

  test('counts simultaneous attempts, so that together they cannot exceed the limit', async () => {
    const codes = await Promise.all(Array.from({ length: 12 }, () => signIn('wrong').catch((error) => error.code)));
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
  });
});

test('a password change also ends sign-ins with the old password that happen at the same time', async () => {
  const actor = await authenticate(app, (await signIn()).access.accessToken);
  if (actor?.kind !== 'user') throw new Error('not signed in');
  const logins = Array.from({ length: 12 }, (_, index) =>
    new Promise((resolve) => {
      setTimeout(resolve, index * 4);
    }).then(() => signIn().catch(() => undefined)),
  );
  await changePassword({ ...app, actor }, { currentPassword: PASSWORD, newPassword: 'another long password' });
  const grants = (await Promise.all(logins)).filter((grant) => grant !== undefined);
  const alive = await Promise.all(grants.map(({ access }) => authenticate(app, access.accessToken)));
  expect(alive.filter(Boolean)).toEqual([]);
});

describe('changing the password', () => {
  const change = (currentPassword: string, newPassword: string, caller: App = as(app, userId, 'treasurer')) =>
    changePassword(caller, { currentPassword, newPassword });

  test('ends every sign-in of the user except the current one', async () => {
    const [other, own] = [await signIn(), await signIn()];
    const actor = await authenticate(app, own.access.accessToken);
    if (actor?.kind !== 'user') throw new Error('not signed in');
    const caller = { ...app, actor };
    await change(PASSWORD, 'another long password', caller);
    expect(await authenticate(app, other.access.accessToken)).toBeUndefined();
    await expect(refresh(app, other.refreshToken)).rejects.toMatchObject(refused);
    expect((await listSignIns(caller)).items).toMatchObject([{ id: actor.signInId, current: true }]);
    await expect(refresh(app, own.refreshToken)).resolves.toBeDefined();
    expect((await auditActions()).at(-1)).toBe('PasswordChanged');
    await expect(signIn('another long password')).resolves.toBeDefined();
  });

  test.each([
    ['eleven char', 'too_small'],
    ['x'.repeat(129), 'too_big'],
    [PASSWORD, 'same_as_old'],
    ['ｃorrect horse battery', 'same_as_old'],
    ['ANN@example.org', 'same_as_email'],
    [`half a pair \uD800 of units`, 'invalid_text'],
  ])('to %j is refused with the code %s', async (password, code) => {
    await expect(change(PASSWORD, password)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'newPassword', code }] },
    });
  });

  test('to twelve Chinese characters is accepted', async () => {
    await expect(change(PASSWORD, '陳'.repeat(12))).resolves.toBeUndefined();
  });

  test('with a wrong current password is refused and counts as a failed sign-in', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(change('wrong', 'another long password')).rejects.toMatchObject({
        code: 'validation_failed',
        details: { errors: [{ path: 'currentPassword' }] },
      });
    }
    await expect(signIn()).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

test('a sign-in with the password alone is refused if a second factor was set up meanwhile', async () => {
  const meanwhile: App = {
    ...app,
    reauthorize: async ({ db, actor }) => {
      const at = app.clock.now().toISOString();
      await insertAuthenticator(db, { userId, secret: 'v1.sealed', createdAt: at });
      const waiting = await findAuthenticator(db, userId, 'toConfirm');
      await updateAuthenticator(db, waiting?.id ?? 0, { confirmedAt: at });
      return actor;
    },
  };
  const done = login(meanwhile, { email: EMAIL, password: PASSWORD }, DEVICE);
  await expect(done).rejects.toMatchObject({ code: 'second_factor_required' });
  expect(await app.db.selectFrom('signIns').selectAll().execute()).toEqual([]);
});
