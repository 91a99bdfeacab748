import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import {
  type Account,
  createUser,
  expectBadFields,
  expectClearedCookie,
  expectProblem,
  login,
  newSignIn,
  openSession,
  refresh,
  uniqueEmail,
} from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const NEXT = 'correct horse battery staple';
const change = (token: string | undefined, body: unknown, headers = {}) =>
  request(daemon.url, 'POST', '/api/auth/change-password', { token, body, headers });
const me = (token: string) => request(daemon.url, 'GET', '/api/auth/me', { token });

async function stillHas(account: Omit<Account, 'id'>): Promise<void> {
  expect((await login(daemon.url, account.email, account.password)).status).toBe(200);
}

describe('a password change', () => {
  test('returns 204, and then the new password works and the old password does not', async () => {
    const account = await newSignIn(daemon.url, admin);
    const answer = await change(account.token, { currentPassword: account.password, newPassword: NEXT });
    expect(answer.status).toBe(204);
    expect(answer.body).toBe('');
    expect((await login(daemon.url, account.email, NEXT)).status).toBe(200);
    expectProblem(await login(daemon.url, account.email, account.password), 401, 'invalid_credentials');
  });

  test('revokes every sign-in of the user except the current sign-in', async () => {
    const account = await createUser(daemon.url, admin);
    const own = await openSession(daemon.url, account);
    const others = [await openSession(daemon.url, account), await openSession(daemon.url, account)];
    const body = { currentPassword: account.password, newPassword: NEXT };
    expect((await change(own.token, body)).status).toBe(204);
    expect((await me(own.token)).status).toBe(200);
    expect((await refresh(daemon.url, own.cookie)).status).toBe(200);
    for (const other of others) {
      expectProblem(await me(other.token), 401, 'unauthenticated');
      const refused = await refresh(daemon.url, other.cookie);
      expectProblem(refused, 401, 'invalid_refresh_token');
      expectClearedCookie(refused);
    }
  });

  test('leaves the sign-ins of other users valid', async () => {
    const bystander = await newSignIn(daemon.url, admin);
    const account = await newSignIn(daemon.url, admin);
    await change(account.token, { currentPassword: account.password, newPassword: NEXT });
    expect((await me(bystander.token)).status).toBe(200);
  });

  test('clears mustChangePassword, which is set with a temporary password', async () => {
    const account = await newSignIn(daemon.url, admin);
    expect((await me(account.token)).body.mustChangePassword).toBe(true);
    await change(account.token, { currentPassword: account.password, newPassword: NEXT });
    expect((await me(account.token)).body.mustChangePassword).toBe(false);
  });

  test('writes a PasswordChanged audit entry for the user, and the entry contains neither password', async () => {
    const account = await newSignIn(daemon.url, admin);
    const headers = { 'x-request-id': `change-${account.id}` };
    await change(account.token, { currentPassword: account.password, newPassword: NEXT }, headers);
    const route = `/api/audit-logs?action=PasswordChanged&actorId=${account.id}`;
    const { body } = await request(daemon.url, 'GET', route, { token: admin });
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      action: 'PasswordChanged',
      actorId: account.id,
      entityType: 'User',
      requestId: `change-${account.id}`,
    });
    expect(String(body.items[0].entityId)).toBe(String(account.id));
    expect(JSON.stringify(body)).not.toContain(NEXT);
    expect(JSON.stringify(body)).not.toContain(account.password);
    expect(JSON.stringify(body)).not.toMatch(/argon2/);
  });

  test('requires an access token', async () => {
    const answer = await change(undefined, { currentPassword: 'x', newPassword: NEXT });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  });
});

describe('the checks of a password change', () => {
  test('a wrong current password is refused with a 400 that names currentPassword, and nothing changes', async () => {
    const account = await createUser(daemon.url, admin);
    const own = await openSession(daemon.url, account);
    const other = await openSession(daemon.url, account);
    const answer = await change(own.token, { currentPassword: 'not-the-password', newPassword: NEXT });
    expectBadFields(answer, ['currentPassword']);
    await stillHas(account);
    expect((await me(other.token)).status).toBe(200);
    const route = `/api/audit-logs?action=PasswordChanged&actorId=${account.id}`;
    expect((await request(daemon.url, 'GET', route, { token: admin })).body.items).toEqual([]);
  });

  test.each([
    ['11 characters', 'elevenchars'],
    ['129 characters', 'a1'.repeat(64) + 'x'],
    ['no characters', ''],
    ['six characters that take two code units each', '\u{1F600}\u{1F601}\u{1F602}\u{1F603}\u{1F604}\u{1F605}'],
  ])(
    'a new password of %s is refused with the name of the field, and the old password still works',
    async (_label, newPassword) => {
      const account = await newSignIn(daemon.url, admin);
      expectBadFields(await change(account.token, { currentPassword: account.password, newPassword }), ['newPassword']);
      await stillHas(account);
    },
  );

  test.each([
    ['12 characters', 'twelve chars'],
    ['128 characters', 'b2'.repeat(64)],
    ['128 characters outside the basic plane', '\u{1F600}'.repeat(128)],
    ['12 Chinese characters', '耶和華是我的牧者我必不致缺'.slice(0, 12)],
  ])('a new password of %s is accepted and works for the next sign-in', async (_label, newPassword) => {
    const account = await newSignIn(daemon.url, admin);
    expect((await change(account.token, { currentPassword: account.password, newPassword })).status).toBe(204);
    expect((await login(daemon.url, account.email, newPassword)).status).toBe(200);
  });

  test('the old password is refused as the new password', async () => {
    const account = await newSignIn(daemon.url, admin);
    const body = { currentPassword: account.password, newPassword: account.password };
    expectBadFields(await change(account.token, body), ['newPassword']);
  });

  test('the e-mail address is refused as the new password, whatever its case', async () => {
    const account = await newSignIn(daemon.url, admin);
    for (const newPassword of [account.email, account.email.toUpperCase()]) {
      expectBadFields(await change(account.token, { currentPassword: account.password, newPassword }), ['newPassword']);
    }
    await stillHas(account);
  });

  test('a change without any field is refused, and both missing fields are named', async () => {
    const { token } = await newSignIn(daemon.url, admin);
    expectBadFields(await change(token, {}), ['currentPassword', 'newPassword']);
  });

  test('an unknown field is refused', async () => {
    const account = await newSignIn(daemon.url, admin);
    const body = { currentPassword: account.password, newPassword: NEXT, repeat: NEXT };
    const answer = await change(account.token, body);
    expectBadFields(answer, ['repeat']);
    expect(answer.body.errors[0].code).toBe('unknown_field');
    await stillHas(account);
  });

  test('no refusal repeats a password', async () => {
    const account = await newSignIn(daemon.url, admin);
    const guess = 'my-other-secret-guess';
    const wrong = await change(account.token, { currentPassword: guess, newPassword: 'short-one' });
    expect(wrong.status).toBe(400);
    expect(JSON.stringify(wrong.body)).not.toContain(guess);
    expect(JSON.stringify(wrong.body)).not.toContain('short-one');
  });

  test('a wrong current password counts as a failed login', async () => {
    const account = await newSignIn(daemon.url, admin);
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await change(account.token, { currentPassword: 'not-the-password', newPassword: NEXT });
      expectBadFields(answer, ['currentPassword']);
    }
    const refused = await login(daemon.url, account.email, account.password);
    expectProblem(refused, 429, 'too_many_requests');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });

  test('after five wrong current passwords even a correct password change is refused', async () => {
    const account = await newSignIn(daemon.url, admin);
    for (let turn = 0; turn < 5; turn += 1) {
      await change(account.token, { currentPassword: uniqueEmail('guess'), newPassword: NEXT });
    }
    const refused = await change(account.token, { currentPassword: account.password, newPassword: NEXT });
    expectProblem(refused, 429, 'too_many_requests');
  });
});
