import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { permissionsOf, PERMISSIONS, type Permission } from '../../src/permissions.ts';
import { ACCESS } from '../fuzz/permissions.ts';
import { readDocument } from '../fuzz/document.ts';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { done, type Json } from './books.ts';
import { askerOf, KEYS, newKey, setRoles } from './program-keys-support.ts';
import { guardedUser } from './second-factor-support.ts';
import { expectBadFields, expectProblem, newSignIn, read } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const ask = askerOf(daemon);

const keyOf = (roles: readonly string[], fields: Json = {}) => newKey(daemon.url, admin, roles, fields);

describe('a key', () => {
  test('is made by a person with their password, reads only, and its token is shown once', async () => {
    const owner = await newSignIn(daemon.url, admin, ['secretary']);
    const body = { name: 'Website', currentPassword: owner.password };
    const answer = await ask(owner.token, 'POST', KEYS, body);
    expect(answer.status).toBe(201);
    const { key, token } = answer.body;
    expect(answer.headers.get('location')).toBe(`${KEYS}/${key.id}`);
    expect(token).toMatch(/^vsk_[\w-]{43}$/);
    expect(key).toMatchObject({
      name: 'Website',
      userId: owner.id,
      access: 'ReadOnly',
      state: 'Active',
      hint: token.slice(-4),
      lastUsedAt: null,
      endedAt: null,
    });
    expect(key.permissions).toEqual(permissionsOf('secretary'));
    const days = (Date.parse(key.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89);
    expect(days).toBeLessThan(92);
    const own = await ask(owner.token, 'GET', KEYS);
    expect(own.body.items).toEqual([key]);
    const files = ['vestry.db', 'vestry.db-wal'].map((name) => readFileSync(path.join(daemon.dataDir, name), 'latin1'));
    const log = await ask(admin, 'GET', '/api/audit-logs?pageSize=200');
    for (const text of [JSON.stringify(own.body), JSON.stringify(log.body), ...files]) {
      expect(text).not.toContain(token);
    }
  });

  test('is refused with a wrong password, a permission that one lacks, and a wrong day, and each field is named', async () => {
    const owner = await newSignIn(daemon.url, admin, ['secretary']);
    const make = (fields: Json) =>
      ask(owner.token, 'POST', KEYS, { name: 'Website', currentPassword: owner.password, ...fields });
    expectBadFields(await make({ currentPassword: 'not this one' }), ['currentPassword']);
    expectBadFields(await make({ permissions: ['members.read', 'giving.read'] }), ['permissions.1']);
    expectBadFields(await make({ permissions: [] }), ['permissions']);
    expectBadFields(await make({ expiresOn: '2020-01-01' }), ['expiresOn']);
    expectBadFields(await make({ expiresOn: '2999-01-01' }), ['expiresOn']);
    expectBadFields(await make({ name: '', access: 'Everything' }), ['name', 'access']);
  });

  test('leaves users.manage out unless it is named, and keeps what it had when the owner gets more', async () => {
    const { key } = await keyOf(['super_admin']);
    expect(key.permissions).toEqual(PERMISSIONS.filter((one) => one !== 'users.manage'));
    const { owner, token } = await keyOf(['secretary']);
    await setRoles(daemon.url, admin, owner, ['treasurer']);
    const me = await ask(token, 'GET', '/api/auth/me');
    const both = permissionsOf('secretary').filter((one) => permissionsOf('treasurer').includes(one));
    expect(me.body.permissions).toEqual(both);
    expectProblem(await ask(token, 'GET', '/api/givings'), 403, 'forbidden');
  });

  test('acts for its owner, and each entry of the audit log names it', async () => {
    const { owner, key, token } = await keyOf(['secretary'], { access: 'ReadWrite', name: 'Sunday app' });
    const made = await done(ask(token, 'POST', '/api/members', { firstName: 'Wei', lastName: 'Chen' }));
    expect(made.createdBy).toBe(owner.id);
    const log = await done(ask(admin, 'GET', `/api/audit-logs?entityType=Member&entityId=${made.id}`));
    expect(log.items[0]).toMatchObject({
      actorId: owner.id,
      actorName: `Test secretary (key ${key.id}: Sunday app)`,
      action: 'MemberCreated',
    });
    expect((await ask(token, 'GET', '/api/auth/me')).body).toMatchObject({
      id: owner.id,
      key: { id: key.id, name: 'Sunday app' },
    });
    expect((await ask(owner.token, 'GET', '/api/auth/me')).body.key).toBeNull();
    const used = await ask(owner.token, 'GET', `${KEYS}/${key.id}`);
    expect(used.body).toMatchObject({ lastUsedAt: expect.any(String), lastUsedFrom: expect.any(String) });
  });

  test('that may only read writes nothing', async () => {
    const { token } = await keyOf(['secretary']);
    expect((await ask(token, 'GET', '/api/members')).status).toBe(200);
    const body = { firstName: 'Wei', lastName: 'Chen' };
    expectProblem(await ask(token, 'POST', '/api/members', body), 403, 'read_only_key');
    expectProblem(await ask(token, 'DELETE', '/api/members/1'), 403, 'read_only_key');
  });

  test('does only what it was given, also where everybody who is signed in may call', async () => {
    const { token } = await keyOf(['treasurer'], { permissions: ['members.read'], access: 'ReadWrite' });
    expect((await ask(token, 'GET', '/api/members')).status).toBe(200);
    expect((await ask(token, 'GET', '/api/church')).status).toBe(200);
    for (const [method, route] of [
      ['GET', '/api/givings'],
      ['GET', '/api/expenses'],
      ['GET', '/api/expenses/mine'],
      ['POST', '/api/expenses/1/submit'],
    ] as const) {
      expectProblem(await ask(token, method, route), 403, 'forbidden');
    }
  });

  test('of a super_admin approves no expense of its owner', async () => {
    const { owner, token } = await keyOf(['super_admin'], { access: 'ReadWrite' });
    const { items } = await done(ask(admin, 'GET', '/api/expense-categories'));
    const ministries = await done(ask(admin, 'GET', '/api/ministries'));
    const expense = await done(
      ask(owner.token, 'POST', '/api/expenses', {
        subCategoryId: items[0].subCategories[0].id,
        ministryId: ministries.items[0].id,
        expenseDate: '2005-05-05',
        amount: 10,
        description: 'Paper',
      }),
    );
    await done(ask(owner.token, 'POST', `/api/expenses/${expense.id}/submit`));
    expectProblem(await ask(token, 'POST', `/api/expenses/${expense.id}/approve`), 403, 'self_approval');
  });

  test('gets no answer that was kept for its owner', async () => {
    const { owner, token } = await keyOf(['secretary'], { access: 'ReadWrite' });
    const headers = { 'idempotency-key': 'one and the same'.replaceAll(' ', '-') };
    const body = { firstName: 'Wei', lastName: 'Chen' };
    const send = (who: string) => request(daemon.url, 'POST', '/api/members', { token: who, body, headers });
    const [first, again] = [await send(owner.token), await send(token)];
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    expect(again.body.id).not.toBe(first.body.id);
  });
});

describe('a key is refused with 401', () => {
  test.each(['vsk_', `vsk_${'x'.repeat(43)}`, `vsk_${'x'.repeat(5000)}`])('if it is made up: %#', async (token) => {
    const answer = await ask(token, 'GET', '/api/members');
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('after it was ended, by its owner or by whoever manages users, but by nobody else', async () => {
    const [one, other] = [await keyOf(['secretary']), await keyOf(['secretary'])];
    expectProblem(await ask(other.owner.token, 'POST', `${KEYS}/${one.key.id}/end`), 404, 'not_found');
    const ended = await ask(one.owner.token, 'POST', `${KEYS}/${one.key.id}/end`);
    expect(ended.body).toMatchObject({ state: 'Ended', endedAt: expect.any(String) });
    expectProblem(await ask(one.token, 'GET', '/api/members'), 401, 'unauthenticated');
    await done(ask(admin, 'POST', `${KEYS}/${other.key.id}/end`));
    expectProblem(await ask(other.token, 'GET', '/api/members'), 401, 'unauthenticated');
    const log = await done(ask(admin, 'GET', `/api/audit-logs?action=ProgramKeyEnded&entityId=${one.key.id}`));
    expect(log.totalCount).toBe(1);
  });

  test('after its owner was deactivated, also when they are activated again', async () => {
    const { owner, token, key } = await keyOf(['secretary']);
    await done(ask(admin, 'POST', `/api/users/${owner.id}/deactivate`));
    expectProblem(await ask(token, 'GET', '/api/members'), 401, 'unauthenticated');
    await done(ask(admin, 'POST', `/api/users/${owner.id}/activate`));
    expectProblem(await ask(token, 'GET', '/api/members'), 401, 'unauthenticated');
    expect((await read(daemon.url, admin, `${KEYS}/${key.id}`)).body.state).toBe('Ended');
  });
});

describe('a role that needs a second factor', () => {
  test('stops the keys of people who have none, and not those of people who have one', async () => {
    const { token } = await keyOf(['deacon']);
    const guarded = await guardedUser(daemon.url, admin, ['deacon']);
    const made = await done(ask(guarded.token, 'POST', KEYS, { name: 'Website', currentPassword: guarded.password }));
    await done(ask(admin, 'PUT', '/api/second-factor-rules', { requiredRoles: ['deacon'] }));
    try {
      expectProblem(await ask(token, 'GET', '/api/members'), 403, 'second_factor_setup_required');
      expect((await ask(made.token, 'GET', '/api/members')).status).toBe(200);
    } finally {
      await done(ask(admin, 'PUT', '/api/second-factor-rules', { requiredRoles: [] }));
    }
  });
});

describe('keys of others', () => {
  test('are seen only by whoever manages users, and nobody else is told of them', async () => {
    const { owner, key } = await keyOf(['secretary']);
    const other = await newSignIn(daemon.url, admin, ['admin']);
    expectProblem(await ask(other.token, 'GET', `${KEYS}/${key.id}`), 404, 'not_found');
    expectProblem(await ask(other.token, 'GET', `${KEYS}?userId=${owner.id}`), 403, 'forbidden');
    expectProblem(await ask(other.token, 'GET', `${KEYS}?everybody=true`), 403, 'forbidden');
    expectProblem(await ask(admin, 'PUT', `${KEYS}/${key.id}`, { name: 'Mine' }), 403, 'forbidden');
    const seen = await done(ask(admin, 'GET', `${KEYS}?userId=${owner.id}`));
    expect(seen.items).toMatchObject([{ id: key.id, userName: 'Test secretary' }]);
  });
});

/** The walk: every route, with a key that reads everything, one that writes everything, and one with one permission. */
describe('every route', () => {
  test('allows a key what the table of permissions allows, and no more', async () => {
    const raw = await done(ask(admin, 'GET', '/api/openapi.json'));
    const document = readDocument(JSON.stringify(raw));
    const single: Permission = 'meals.read';
    const all = await keyOf(['super_admin'], { permissions: [...PERMISSIONS], access: 'ReadWrite' });
    const reads = await keyOf(['super_admin'], { permissions: [...PERMISSIONS] });
    const one = await keyOf(['super_admin'], { permissions: [single], access: 'ReadWrite' });
    const wrong: string[] = [];
    for (const { name, method, path: pattern } of document.operations) {
      const access = ACCESS[name];
      if (access === 'public' || access === undefined) continue;
      const route = pattern.replaceAll(
        /\{(\w+)\}/g,
        (_, field: string) => ({ year: '2026', month: '3', date: '2026-01-04', fiscalYear: '2026' })[field] ?? '999999',
      );
      const peopleOnly = String(raw.paths[pattern][method.toLowerCase()].description).includes(
        'No key for a program may call this.',
      );
      const codeOf = async (token: string) =>
        (await ask(token, method, route, method === 'GET' ? undefined : { typo: 1 })).body?.code;
      const barred = new Set(['forbidden', 'read_only_key']);
      const [whole, reading, narrow] = [await codeOf(all.token), await codeOf(reads.token), await codeOf(one.token)];
      if (peopleOnly !== (whole === 'forbidden')) wrong.push(`${name} with all permissions: ${whole}`);
      if (peopleOnly) continue;
      if ((method !== 'GET') !== (reading === 'read_only_key')) wrong.push(`${name} with a reading key: ${reading}`);
      const isOpen = access === 'signed-in';
      const isHeld = isOpen || [access].flat().includes(single);
      if (!isHeld && !barred.has(String(narrow))) wrong.push(`${name} with ${single}: ${narrow}`);
    }
    expect(wrong).toEqual([]);
  });

  test('about accounts, passwords, second factors, keys and webhooks is for people only', async () => {
    const { token } = await keyOf(['super_admin'], { permissions: [...PERMISSIONS], access: 'ReadWrite' });
    for (const [method, route] of [
      ['POST', '/api/auth/change-password'],
      ['GET', '/api/auth/sessions'],
      ['GET', '/api/auth/second-factor'],
      ['POST', '/api/auth/second-factor/recovery-codes'],
      ['POST', '/api/auth/passkeys/registration-options'],
      ['GET', KEYS],
      ['POST', KEYS],
      ['POST', '/api/users'],
      ['PUT', '/api/users/1'],
      ['POST', '/api/users/1/reset-password'],
      ['POST', '/api/users/1/reset-second-factor'],
      ['POST', '/api/users/1/invitation'],
      ['PUT', '/api/second-factor-rules'],
      ['POST', '/api/webhook-endpoints'],
    ] as const) {
      const answer = await ask(token, method, route, method === 'GET' ? undefined : {});
      expectProblem(answer, 403, 'forbidden');
      expect(answer.body.detail).toContain('Sign in as a person');
    }
  });
});
