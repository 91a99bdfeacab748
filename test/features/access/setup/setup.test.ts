import { beforeEach, describe, expect, test } from 'vitest';
import { login } from '../../../../src/features/access/auth/service.ts';
import { Setup } from '../../../../src/features/access/setup/schema.ts';
import { openSetup, readSetup, setUp } from '../../../../src/features/access/setup/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { getProfile, isFounded } from '../../../../src/features/church/profile/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

const DEVICE = { userAgent: null };
const PASSWORD = 'seven sparrows on the roof';
const church = {
  name: 'Grace Church 恩典堂',
  ein: '123456789',
  address: { line1: '1 Elm Street', city: 'Alhambra', state: 'CA' },
  timeZone: 'America/Los_Angeles',
  locale: 'zh-TW',
  fiscalYearStartMonth: 7,
};
const ann = { email: 'ann@example.org', displayName: 'Ann Lee', password: PASSWORD };

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const tokenOf = (path: string | undefined) => path?.split('#')[1] ?? '';
const newToken = async () => tokenOf(await openSetup(app));
const setupWith = (token: string, user: object = ann) => setUp(app, decode(Setup, { token, church, user }), DEVICE);
const GONE = { code: 'not_found' };

describe('the link of a first run', () => {
  test('has 256 random bits in its fragment, and is stored as a hash', async () => {
    const path = await openSetup(app);
    expect(path).toMatch(/^\/set-up#[\w-]{43}$/);
    expect(JSON.stringify(await app.db.selectFrom('setupLinks').selectAll().execute())).not.toContain(tokenOf(path));
  });

  test('stores the church and its first super_admin, who is then signed in', async () => {
    const { access, refreshToken } = await setupWith(await newToken());
    expect(access.user).toMatchObject({ email: ann.email, roles: ['super_admin'], mustChangePassword: false });
    expect(refreshToken).not.toBe('');
    expect(await getProfile(app)).toMatchObject({ ...church, ein: '12-3456789', currency: 'USD' });
    await expect(login(app, ann, DEVICE)).resolves.toBeDefined();
  });

  test('is recorded in the audit log without the password and the token', async () => {
    const token = await newToken();
    await setupWith(token);
    const all = await app.db.selectFrom('auditLogs').selectAll().orderBy('id').execute();
    const entries = all.filter(({ action }) => !/Seeded$|^AuditBaseline$/.test(action));
    expect(entries.map(({ action, actorName }) => `${action} ${actorName}`)).toEqual([
      'ChurchProfileCreated set-up',
      'UserCreated set-up',
      'SignedIn Ann Lee',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${PASSWORD}|${token}`));
  });

  test('works once, even if it is used eight times at the same moment', async () => {
    const token = await newToken();
    const emails = Array.from({ length: 4 }, (_, index) => ({ ...ann, email: `ann${index}@example.org` }));
    const attempts = await Promise.allSettled(emails.map((user) => setupWith(token, user)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    await expect(setupWith(token)).rejects.toMatchObject(GONE);
    await expect(readSetup(app)).rejects.toMatchObject(GONE);
  });

  test('works for an hour, and a newer link replaces it', async () => {
    const old = await newToken();
    const token = await newToken();
    await expect(setupWith(old)).rejects.toMatchObject(GONE);
    expect(await readSetup(app)).toMatchObject({ expiresAt: '2026-11-18T19:00:00.000Z', church: { name: null } });
    app.setNow('2026-11-18T19:00:00.000Z');
    await expect(readSetup(app)).rejects.toMatchObject(GONE);
    await expect(setupWith(token)).rejects.toMatchObject(GONE);
  });

  test('is not made once there is an account, and not accepted once there is a super_admin', async () => {
    const account = { email: 'ben@example.org', displayName: 'Ben', memberId: null };
    const token = await newToken();
    await createUser(app, { ...account, roles: ['treasurer'] }, PASSWORD);
    expect(await openSetup(app)).toBeUndefined();
    await expect(readSetup(app)).resolves.toBeDefined();
    await createUser(app, { ...account, email: 'cy@example.org', roles: ['super_admin'] }, PASSWORD);
    await expect(setupWith(token)).rejects.toMatchObject(GONE);
  });

  test('can be used again after a bad password, and stores nothing then', async () => {
    const token = await newToken();
    await expect(setupWith(token, { ...ann, password: 'short' })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'user.password', code: 'too_small' }] },
    });
    expect(await isFounded(app)).toBe(false);
    await expect(setupWith(token)).resolves.toBeDefined();
  });

  test('cannot be guessed: after five wrong tokens, even the right one must wait', async () => {
    const token = await newToken();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(setupWith(`${token}x`)).rejects.toMatchObject(GONE);
    }
    await expect(setupWith(token)).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('is not locked by sign-ins whose e-mail address reads like a set-up', async () => {
    const token = await newToken();
    for (const email of ['set-up', 'link', 'setUp link']) {
      for (let turn = 0; turn < 5; turn += 1) {
        await expect(login(app, { email, password: 'wrong' }, DEVICE)).rejects.toMatchObject({
          code: 'invalid_credentials',
        });
      }
    }
    await expect(setupWith(token)).resolves.toBeDefined();
  });
});
