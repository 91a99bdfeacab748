import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readDocument } from '../fuzz/document.ts';
import { ACCESS } from '../fuzz/permissions.ts';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import {
  codeFarFromNow,
  codeOf,
  deviceCookie,
  type Guarded,
  guardedUser,
  setUpApp,
  show,
} from './second-factor-support.ts';
import {
  type Account,
  expectBadFields,
  expectProblem,
  login,
  newSignIn,
  openSession,
  refreshCookie,
} from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const ask = (token: string, method: string, path: string, body?: object) =>
  request(daemon.url, method, path, { token, ...(body && { body }) });

/** Gives the password, and returns the ticket of the refusal. */
async function ticketOf({ email, password }: Pick<Account, 'email' | 'password'>): Promise<string> {
  const answer = await login(daemon.url, email, password);
  expectProblem(answer, 401, 'second_factor_required');
  return answer.body.ticket;
}

const enter = async (user: Guarded, factor: object, headers = {}) =>
  show(daemon.url, { ticket: await ticketOf(user), ...factor }, headers);

const auditOf = async (id: number, action: string) =>
  (await ask(admin, 'GET', `/api/audit-logs?entityId=${id}&action=${action}&sort=-id`)).body.items;

describe('an authenticator app', () => {
  test('is set up with the password and the first code, and brings ten recovery codes', async () => {
    const { token, password } = await newSignIn(daemon.url, admin);
    const path = '/api/auth/second-factor/authenticator';
    const begun = await ask(token, 'POST', path, { currentPassword: password });
    expect(begun.status).toBe(200);
    const { secret, url } = begun.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(url).toMatch(/^otpauth:\/\/totp\//);
    expectBadFields(await ask(token, 'POST', `${path}/confirm`, { code: '000000' }), ['code']);
    const before = await ask(token, 'GET', '/api/auth/second-factor');
    expect(before.body).toMatchObject({ state: 'Optional', authenticator: null, recoveryCodesLeft: 0 });
    const done = await ask(token, 'POST', `${path}/confirm`, { code: codeOf(secret) });
    expect(done.status).toBe(200);
    expect(new Set(done.body.recoveryCodes).size).toBe(10);
    const after = await ask(token, 'GET', '/api/auth/second-factor');
    expect(after.body).toMatchObject({
      state: 'SetUp',
      authenticator: { confirmedAt: expect.any(String) },
      recoveryCodesLeft: 10,
      passkeys: [],
      rememberedDevices: [],
    });
    expect((await ask(token, 'GET', '/api/auth/me')).body).toMatchObject({
      secondFactor: 'SetUp',
      hasSecondFactor: true,
    });
  });

  test('needs the current password, and a wrong one counts as a failed sign-in', async () => {
    const account = await newSignIn(daemon.url, admin);
    const path = '/api/auth/second-factor/authenticator';
    for (let count = 0; count < 5; count += 1) {
      expectBadFields(await ask(account.token, 'POST', path, { currentPassword: 'not this one' }), ['currentPassword']);
    }
    expectProblem(
      await ask(account.token, 'POST', path, { currentPassword: account.password }),
      429,
      'too_many_requests',
    );
    expectProblem(await login(daemon.url, account.email, account.password), 429, 'too_many_requests');
  });

  test('that is replaced keeps working until the first code of the new one', async () => {
    const user = await guardedUser(daemon.url, admin);
    const path = '/api/auth/second-factor/authenticator';
    const begun = await ask(user.token, 'POST', path, { currentPassword: user.password });
    expect((await enter(user, { code: codeOf(user.secret) })).status).toBe(200);
    const done = await ask(user.token, 'POST', `${path}/confirm`, { code: codeOf(begun.body.secret) });
    expect(done.body, 'the recovery codes stay').toEqual({ recoveryCodes: null });
    expectProblem(await enter(user, { code: codeOf(user.secret) }), 401, 'invalid_second_factor');
    expect((await enter(user, { code: codeOf(begun.body.secret) })).status).toBe(200);
  });

  test('that waits for no code cannot be confirmed', async () => {
    const { token } = await newSignIn(daemon.url, admin);
    expectProblem(
      await ask(token, 'POST', '/api/auth/second-factor/authenticator/confirm', { code: '123456' }),
      404,
      'not_found',
    );
  });

  test('is removed with the password, and then the password is enough', async () => {
    const user = await guardedUser(daemon.url, admin);
    const path = '/api/auth/second-factor/authenticator/remove';
    expectBadFields(await ask(user.token, 'POST', path, { currentPassword: 'not this one' }), ['currentPassword']);
    expect((await ask(user.token, 'POST', path, { currentPassword: user.password })).status).toBe(204);
    expect((await login(daemon.url, user.email, user.password)).status).toBe(200);
    expect((await ask(user.token, 'GET', '/api/auth/second-factor')).body.recoveryCodesLeft).toBe(0);
    expectProblem(await ask(user.token, 'POST', path, { currentPassword: user.password }), 409, 'conflict');
    expect(await auditOf(user.id, 'AuthenticatorRemoved')).toHaveLength(1);
  });
});

describe('a sign-in with a second factor', () => {
  test('gets a ticket for the right password, and no token', async () => {
    const user = await guardedUser(daemon.url, admin);
    const answer = await login(daemon.url, user.email, user.password);
    expectProblem(answer, 401, 'second_factor_required');
    expect(answer.body).toMatchObject({ ticket: expect.any(String), methods: ['Code', 'RecoveryCode'] });
    expect(answer.body).not.toHaveProperty('accessToken');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  });

  test('says nothing of the second factor to whoever does not know the password', async () => {
    const user = await guardedUser(daemon.url, admin);
    expectProblem(await login(daemon.url, user.email, 'not this password'), 401, 'invalid_credentials');
  });

  test('is finished with a code, as a sign-in without one, and the log names the factor', async () => {
    const user = await guardedUser(daemon.url, admin);
    const answer = await enter(user, { code: codeOf(user.secret) });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ tokenType: 'Bearer', expiresIn: 900, user: { id: user.id } });
    expect(refreshCookie(answer).value).toMatch(/^[\w-]{86}$/);
    expect((await ask(answer.body.accessToken, 'GET', '/api/auth/me')).status).toBe(200);
    const [latest] = await auditOf(user.id, 'SignedIn');
    expect(latest.changes).toEqual({ secondFactor: [null, 'Authenticator'] });
  });

  test('takes each code once', async () => {
    const user = await guardedUser(daemon.url, admin);
    const code = codeOf(user.secret);
    expect((await enter(user, { code })).status).toBe(200);
    const again = await enter(user, { code });
    expectProblem(again, 401, 'invalid_second_factor');
    expect(again.body.reason).toBe('UsedCode');
  });

  test('refuses a code of the day before, and one of eleven minutes ago', async () => {
    const user = await guardedUser(daemon.url, admin);
    for (const steps of [-2 * 60 * 24, -22]) {
      const answer = await enter(user, { code: codeFarFromNow(user.secret, steps) });
      expectProblem(answer, 401, 'invalid_second_factor');
      expect(answer.body.reason).toBe('WrongCode');
    }
  });

  test('with an app whose clock is two minutes wrong asks for the next code, and accepts it', async () => {
    const user = await guardedUser(daemon.url, admin);
    const first = await enter(user, { code: codeFarFromNow(user.secret, 4) });
    expectProblem(first, 401, 'invalid_second_factor');
    expect(first.body.reason).toBe('NextCode');
    expect((await enter(user, { code: codeFarFromNow(user.secret, 5) })).status).toBe(200);
  });

  test('takes each recovery code once, in capitals and without hyphens, too', async () => {
    const user = await guardedUser(daemon.url, admin);
    const [first = '', second = ''] = user.recoveryCodes;
    expect((await enter(user, { recoveryCode: first.toUpperCase().replaceAll('-', ' ') })).status).toBe(200);
    const again = await enter(user, { recoveryCode: first });
    expectProblem(again, 401, 'invalid_second_factor');
    expect(again.body.reason).toBe('WrongRecoveryCode');
    const answer = await enter(user, { recoveryCode: second });
    expect(answer.status).toBe(200);
    expect((await ask(answer.body.accessToken, 'GET', '/api/auth/second-factor')).body.recoveryCodesLeft).toBe(8);
    expect(await auditOf(user.id, 'RecoveryCodeUsed')).toHaveLength(2);
  });

  test('refuses the recovery codes that were replaced, and those of somebody else', async () => {
    const user = await guardedUser(daemon.url, admin);
    const other = await guardedUser(daemon.url, admin);
    const path = '/api/auth/second-factor/recovery-codes';
    const fresh = await ask(user.token, 'POST', path, { currentPassword: user.password });
    expect(fresh.body.recoveryCodes).toHaveLength(10);
    for (const recoveryCode of [user.recoveryCodes[0], other.recoveryCodes[0]]) {
      expectProblem(await enter(user, { recoveryCode }), 401, 'invalid_second_factor');
    }
    expect((await enter(user, { recoveryCode: fresh.body.recoveryCodes[0] })).status).toBe(200);
  });

  test('is refused after five wrong codes, also with a right one and a new ticket', async () => {
    const user = await guardedUser(daemon.url, admin);
    for (let count = 0; count < 5; count += 1) {
      expectProblem(await enter(user, { code: '000000' }), 401, 'invalid_second_factor');
    }
    const answer = await enter(user, { code: codeOf(user.secret) });
    expectProblem(answer, 429, 'too_many_requests');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const [recoveryCode] = user.recoveryCodes;
    expect((await enter(user, { recoveryCode })).status, 'a recovery code has a count of its own').toBe(200);
  });

  test('refuses a ticket that was used, made up, or is an access token', async () => {
    const user = await guardedUser(daemon.url, admin);
    const ticket = await ticketOf(user);
    expect((await show(daemon.url, { ticket, code: codeOf(user.secret) })).status).toBe(200);
    const [recoveryCode] = user.recoveryCodes;
    expectProblem(await show(daemon.url, { ticket, recoveryCode }), 401, 'invalid_ticket');
    for (const bad of ['made up', user.token]) {
      expectProblem(await show(daemon.url, { ticket: bad, recoveryCode }), 401, 'invalid_ticket');
    }
    expect((await ask(ticket, 'GET', '/api/auth/me')).status, 'a ticket is no access token').toBe(401);
  });

  test('refuses a ticket after the password was changed or reset', async () => {
    const user = await guardedUser(daemon.url, admin);
    const ticket = await ticketOf(user);
    expect((await ask(admin, 'POST', `/api/users/${user.id}/reset-password`)).status).toBe(200);
    expectProblem(await show(daemon.url, { ticket, code: codeOf(user.secret) }), 401, 'invalid_ticket');
  });

  test('refuses a ticket after the account was deactivated', async () => {
    const user = await guardedUser(daemon.url, admin);
    const ticket = await ticketOf(user);
    expect((await ask(admin, 'POST', `/api/users/${user.id}/deactivate`)).status).toBe(200);
    expectProblem(await show(daemon.url, { ticket, code: codeOf(user.secret) }), 401, 'invalid_credentials');
  });

  test('names the fields when none or several factors are given', async () => {
    const user = await guardedUser(daemon.url, admin);
    const ticket = await ticketOf(user);
    expectBadFields(await show(daemon.url, { ticket }), ['code']);
    expectBadFields(await show(daemon.url, { ticket, code: '123456', recoveryCode: 'k7qm-x3vd-9fhp' }), ['code']);
    expectBadFields(await show(daemon.url, { code: '123456' }), ['ticket']);
  });

  test('is needed after an invitation, too, which then sets the password only', async () => {
    const user = await guardedUser(daemon.url, admin);
    const invitation = await ask(admin, 'POST', `/api/users/${user.id}/invitation`);
    const token = new URL(invitation.body.url).searchParams.get('token');
    const newPassword = 'seven sparrows on the roof';
    const accepted = await request(daemon.url, 'POST', '/api/auth/accept-invitation', { body: { token, newPassword } });
    expectProblem(accepted, 401, 'second_factor_required');
    const finished = await show(daemon.url, { ticket: accepted.body.ticket, code: codeOf(user.secret) });
    expect(finished.status).toBe(200);
    await ticketOf({ email: user.email, password: newPassword });
  });
});

test('a super_admin does not remove their own second factor without the password', async () => {
  const user = await guardedUser(daemon.url, admin, ['super_admin']);
  const answer = await ask(user.token, 'POST', `/api/users/${user.id}/reset-second-factor`);
  expectProblem(answer, 409, 'conflict');
});

describe('a remembered device', () => {
  const remembered = async (user: Guarded) => {
    const answer = await enter(user, { code: codeOf(user.secret), remember: true });
    return { answer, cookie: deviceCookie(answer) ?? '' };
  };
  const again = ({ email, password }: Guarded, cookie: string) =>
    login(daemon.url, email, password, { cookie: `app_device=${cookie}` });

  test('needs the password only, and its cookie is HttpOnly, SameSite=Strict and lasts 30 days', async () => {
    const user = await guardedUser(daemon.url, admin);
    const { answer, cookie } = await remembered(user);
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('app_device='));
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Strict/i);
    expect(line).toMatch(/Path=\/api\/auth(;|$)/i);
    expect(line).toMatch(/Max-Age=2592000/i);
    const next = await again(user, cookie);
    expect(next.status).toBe(200);
    expect(deviceCookie(next), 'the cookie is replaced at each use').toMatch(/^[\w-]{22}\.[\w-]{86}$/);
    expect(deviceCookie(next)).not.toBe(cookie);
  });

  test('is forgotten on request, and not remembered unless asked', async () => {
    const user = await guardedUser(daemon.url, admin);
    expect(deviceCookie(await enter(user, { recoveryCode: user.recoveryCodes[0] }))).toBeUndefined();
    const { cookie } = await remembered(user);
    const list = await request(daemon.url, 'GET', '/api/auth/second-factor', {
      token: user.token,
      headers: { cookie: `app_device=${cookie}` },
    });
    expect(list.body.rememberedDevices).toMatchObject([{ current: true }]);
    const [{ id }] = list.body.rememberedDevices;
    const other = await newSignIn(daemon.url, admin);
    expectProblem(await ask(other.token, 'DELETE', `/api/auth/remembered-devices/${id}`), 404, 'not_found');
    expect((await ask(user.token, 'DELETE', `/api/auth/remembered-devices/${id}`)).status).toBe(204);
    expectProblem(await again(user, cookie), 401, 'second_factor_required');
  });

  test('is not remembered for another account, nor with a cookie of its own making', async () => {
    const [user, other] = [await guardedUser(daemon.url, admin), await guardedUser(daemon.url, admin)];
    const { cookie } = await remembered(user);
    expectProblem(await again(other, cookie), 401, 'second_factor_required');
    expectProblem(await again(user, 'x'.repeat(86)), 401, 'second_factor_required');
    expect((await again(user, cookie)).status).toBe(200);
  });

  test.each(['change', 'reset', 'deactivation', 'removal of the app', 'reset of the second factor'])(
    'is forgotten after a %s',
    async (what) => {
      const user = await guardedUser(daemon.url, admin);
      const { cookie } = await remembered(user);
      const at = `/api/users/${user.id}`;
      const newPassword = 'seven sparrows on the roof';
      const currentPassword = user.password;
      const deeds: Record<string, () => Promise<unknown>> = {
        change: () => ask(user.token, 'POST', '/api/auth/change-password', { currentPassword, newPassword }),
        reset: () => ask(admin, 'POST', `${at}/reset-password`),
        deactivation: async () => {
          await ask(admin, 'POST', `${at}/deactivate`);
          await ask(admin, 'POST', `${at}/activate`);
        },
        'removal of the app': () =>
          ask(user.token, 'POST', '/api/auth/second-factor/authenticator/remove', { currentPassword }),
        'reset of the second factor': () => ask(admin, 'POST', `${at}/reset-second-factor`),
      };
      await deeds[what]?.();
      // Somebody who sets up an app again is not let in by the cookie from before.
      const { body } = await ask(admin, 'POST', `${at}/reset-password`);
      const account = { ...user, password: body.temporaryPassword };
      const first = await login(daemon.url, user.email, account.password);
      if (first.status === 200) {
        const { token } = await openSession(daemon.url, account);
        await setUpApp(daemon.url, { password: account.password, token });
      }
      expectProblem(await again(account, cookie), 401, 'second_factor_required');
    },
  );
});

describe('a role that needs a second factor', () => {
  const setRules = (requiredRoles: string[]) => ask(admin, 'PUT', '/api/second-factor-rules', { requiredRoles });

  test('lets people sign in, and do nothing but set one up', async () => {
    const user = await newSignIn(daemon.url, admin, ['secretary']);
    try {
      expect((await ask(user.token, 'GET', '/api/members')).status).toBe(200);
      const rules = await setRules(['secretary']);
      expect(rules.body).toEqual({ requiredRoles: ['secretary'], advisedRoles: ['super_admin', 'treasurer'] });
      for (const path of ['/api/members', '/api/church', '/api/expenses/mine', '/api/users']) {
        expectProblem(await ask(user.token, 'GET', path), 403, 'second_factor_setup_required');
      }
      const me = await ask(user.token, 'GET', '/api/auth/me');
      expect(me.body).toMatchObject({ permissions: [], secondFactor: 'Required', roles: ['secretary'] });
      expect((await openSession(daemon.url, user)).token).toEqual(expect.any(String));
      await setUpApp(daemon.url, user);
      expect((await ask(user.token, 'GET', '/api/members')).status).toBe(200);
      expect((await ask(user.token, 'GET', '/api/auth/me')).body).toMatchObject({ secondFactor: 'SetUp' });
    } finally {
      await setRules([]);
    }
  });

  test('refuses every route but those of one’s own account until the second factor is set up', async () => {
    const user = await newSignIn(daemon.url, admin, ['expense_approver']);
    await setRules(['expense_approver']);
    try {
      const wrong: string[] = [];
      const { operations } = readDocument(JSON.stringify((await ask(admin, 'GET', '/api/openapi.json')).body));
      for (const { name, method, path: pattern } of operations) {
        const access = ACCESS[name];
        if (access === 'public' || access === undefined) continue;
        const own = pattern.startsWith('/api/auth/');
        const answer = await ask(
          user.token,
          method,
          pattern.replaceAll(/\{\w+\}/g, '999999'),
          method === 'GET' ? undefined : {},
        );
        const isAsked = answer.body?.code === 'second_factor_setup_required';
        if (own === isAsked) wrong.push(`${name}: ${answer.status} ${answer.body?.code}`);
      }
      expect(wrong).toEqual([]);
    } finally {
      await setRules([]);
    }
  });

  test('is set by whoever manages users, with an entry in the log', async () => {
    const other = await newSignIn(daemon.url, admin, ['admin']);
    const body = { requiredRoles: ['pastor'] };
    expectProblem(await ask(other.token, 'PUT', '/api/second-factor-rules', body), 403, 'forbidden');
    expectBadFields(await ask(admin, 'PUT', '/api/second-factor-rules', { requiredRoles: ['bishop'] }), [
      'requiredRoles.0',
    ]);
    await setRules(['pastor']);
    await setRules([]);
    const [latest] = (await ask(admin, 'GET', '/api/audit-logs?action=SecondFactorRulesUpdated&sort=-id')).body.items;
    expect(latest.changes).toEqual({ requiredRoles: [['pastor'], []] });
  });

  test('is advised for super_admin and treasurer, and optional for others', async () => {
    for (const [role, state] of [
      ['super_admin', 'Advised'],
      ['treasurer', 'Advised'],
      ['elder', 'Optional'],
    ] as const) {
      const { token } = await newSignIn(daemon.url, admin, [role]);
      expect((await ask(token, 'GET', '/api/auth/me')).body.secondFactor).toBe(state);
    }
  });
});

describe('the reset of a second factor', () => {
  test('lets the owner in with the password, ends their sign-ins, and is in the log', async () => {
    const user = await guardedUser(daemon.url, admin);
    const answer = await ask(admin, 'POST', `/api/users/${user.id}/reset-second-factor`);
    expect(answer.body).toMatchObject({ id: user.id, hasSecondFactor: false });
    expectProblem(await ask(user.token, 'GET', '/api/auth/me'), 401, 'unauthenticated');
    expect((await login(daemon.url, user.email, user.password)).status).toBe(200);
    const [entry] = await auditOf(user.id, 'SecondFactorReset');
    expect(entry.changes).toEqual({ hasSecondFactor: [true, false] });
  });

  test('is for whoever manages users', async () => {
    const user = await guardedUser(daemon.url, admin);
    const other = await newSignIn(daemon.url, admin, ['admin']);
    expectProblem(await ask(other.token, 'POST', `/api/users/${user.id}/reset-second-factor`), 403, 'forbidden');
    expectProblem(await ask(admin, 'POST', '/api/users/999999/reset-second-factor'), 404, 'not_found');
  });
});

test('no secret and no code is in the audit log, in an answer, or readable on the disk', async () => {
  const user = await guardedUser(daemon.url, admin);
  const seen = [
    await ask(admin, 'GET', `/api/users/${user.id}`),
    await ask(admin, 'GET', `/api/audit-logs?actorId=${user.id}&pageSize=200`),
    await ask(user.token, 'GET', '/api/auth/second-factor'),
  ];
  const files = ['vestry.db', 'vestry.db-wal'].map((name) => readFileSync(path.join(daemon.dataDir, name), 'latin1'));
  const text = [...seen.map(({ body }) => JSON.stringify(body)), ...files].join();
  for (const secret of [user.secret, ...user.recoveryCodes, user.token]) expect(text).not.toContain(secret);
});
