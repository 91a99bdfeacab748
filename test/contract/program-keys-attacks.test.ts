/** What somebody may try with a key for a program, with one that has leaked, or with a token that is almost one. */
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/secret.ts';
import { PERMISSIONS } from '../../src/permissions.ts';
import { request, signIn } from '../support/daemon.ts';
import { sendHalf } from '../support/half-sent.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { done, type Json } from './books.ts';
import { askerOf, KEYS, type Made, makeKey, newKey, setRoles } from './program-keys-support.ts';
import {
  createMember,
  createUser,
  expectBadFields,
  expectClearedCookie,
  expectProblem,
  login,
  newSignIn,
  openSession,
  rawRequest,
} from './support.ts';

/** The letters of base64url, in the order of their values. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const ask = askerOf(daemon);
const keyOf = (roles: readonly string[], fields: Json = {}) => newKey(daemon.url, admin, roles, fields);

describe('a token', () => {
  let made: Made;
  beforeAll(async () => {
    made = await keyOf(['secretary']);
  });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const get = (headers: object, query = '') =>
    rawRequest(daemon.url, `/api/members${query}`, { headers: headers as Record<string, string> });
  /** Returns the token with one bit changed. In the last letter, this is a bit that decoders of base64 ignore. */
  const changed = (at: number) => {
    const letter = LETTERS[LETTERS.indexOf(made.token[at] ?? '') ^ 1] ?? '';
    return made.token.slice(0, at) + letter + made.token.slice(at + 1);
  };

  test('is taken from a header whose scheme is in any case, and from the first of several headers', async () => {
    for (const authorization of [
      `bearer ${made.token}`,
      `BEARER   ${made.token}  `,
      [`Bearer ${made.token}`, 'Bearer x'],
    ]) {
      expect((await get({ authorization })).status).toBe(200);
    }
  });

  test.each<[string, (token: string) => object, ((token: string) => string)?]>([
    ['in the cookie of a sign-in', (token) => ({ cookie: `app_rt=${token}` })],
    ['in the cookie of a remembered browser', (token) => ({ cookie: `app_device=${token}` })],
    ['in a cookie of that name', (token) => ({ cookie: `authorization=Bearer%20${token}` })],
    ['in the address', () => ({}), (token) => `?access_token=${token}`],
    ['in a header for keys', (token) => ({ 'x-api-key': token })],
    ['in the header for proxies', (token) => ({ 'proxy-authorization': `Bearer ${token}` })],
    ['as the user of Basic', (token) => ({ authorization: `Basic ${base64(`${token}:`)}` })],
    ['as the password of Basic', (token) => ({ authorization: `Basic ${base64(`ann:${token}`)}` })],
    ['as the text of Basic', (token) => ({ authorization: `Basic ${token}` })],
    ['with another scheme', (token) => ({ authorization: `Token ${token}` })],
    ['without a scheme', (token) => ({ authorization: token })],
    ['after a tab', (token) => ({ authorization: `Bearer\t${token}` })],
    ['after another token in a header', (token) => ({ authorization: `Bearer x, Bearer ${token}` })],
    ['before another token in a header', (token) => ({ authorization: `Bearer ${token}, Bearer x` })],
    ['in the second header', (token) => ({ authorization: ['Bearer x', `Bearer ${token}`] })],
    ['in quotation marks', (token) => ({ authorization: `Bearer "${token}"` })],
  ])('is not accepted %s', async (_where, headersFor, queryFor) => {
    const answer = await get(headersFor(made.token), queryFor?.(made.token));
    expectProblem(answer, 401, 'unauthenticated');
  });

  test.each<[string, () => string]>([
    ['with an upper-case prefix', () => made.token.replace('vsk_', 'VSK_')],
    ['in upper case', () => made.token.toUpperCase()],
    ['without its prefix', () => made.token.slice('vsk_'.length)],
    ['with its prefix twice', () => `vsk_${made.token}`],
    ['with another first letter', () => changed(4)],
    ['with another letter in the middle', () => changed(25)],
    ['with another last letter', () => changed(made.token.length - 1)],
    ['without its last letter', () => made.token.slice(0, -1)],
    ['with padding', () => `${made.token}=`],
    ['with a space inside', () => `${made.token.slice(0, 20)} ${made.token.slice(20)}`],
    ['that is its hash', () => sha256Hex(made.token)],
    ['that is its hash with the prefix', () => `vsk_${sha256Hex(made.token)}`],
    ['that is its hint', () => `vsk_${made.key.hint}`],
    ['that is the id of the key', () => `vsk_${made.key.id}`],
  ])('is not accepted %s', async (_how, tokenOf) => {
    expectProblem(await get({ authorization: `Bearer ${tokenOf()}` }), 401, 'unauthenticated');
  });
});

describe('a key that may do everything', () => {
  let made: Made;
  beforeAll(async () => {
    made = await keyOf(['super_admin'], { permissions: [...PERMISSIONS], access: 'ReadWrite' });
  });

  test('is no password, no refresh token and no second factor', async () => {
    const { owner, token } = made;
    expectProblem(await login(daemon.url, owner.email, token), 401, 'invalid_credentials');
    const headers = { authorization: `Bearer ${token}`, cookie: `app_rt=${token}` };
    const refreshed = await request(daemon.url, 'POST', '/api/auth/refresh', { headers });
    expectProblem(refreshed, 401, 'invalid_refresh_token');
    const step = { ticket: token, code: '123456' };
    expect((await ask(token, 'POST', '/api/auth/second-factor', step)).status).not.toBe(200);
  });

  test('signs nobody out', async () => {
    const { owner, token } = made;
    const answer = await request(daemon.url, 'POST', '/api/auth/logout', {
      headers: { authorization: `Bearer ${token}`, cookie: `app_rt=${token}` },
    });
    expect(answer.status).toBe(204);
    expectClearedCookie(answer);
    for (const one of [owner.token, token]) expect((await ask(one, 'GET', '/api/auth/me')).status).toBe(200);
  });

  test('changes nothing of its owner, of keys, of webhooks and of users, even with the right password', async () => {
    const { owner, token } = made;
    const [other, spare] = [await newSignIn(daemon.url, admin), await makeKey(daemon.url, owner)];
    const hook = { url: 'https://hooks.example.org/vestry', events: ['member.created'] };
    const { endpoint } = await done(ask(admin, 'POST', '/api/webhook-endpoints', hook));
    const [{ items }, before] = [await done(ask(owner.token, 'GET', '/api/auth/sessions')), await state(owner)];
    const currentPassword = owner.password;
    const tries: [string, string, object?][] = [
      ['POST', '/api/auth/change-password', { currentPassword, newPassword: 'another long password' }],
      ['DELETE', `/api/auth/sessions/${items[0].id}`],
      ['POST', '/api/auth/second-factor/authenticator', { currentPassword }],
      ['POST', '/api/auth/second-factor/authenticator/confirm', { code: '123456' }],
      ['POST', KEYS, { name: 'Mine', currentPassword }],
      ['PUT', `${KEYS}/${made.key.id}`, { name: 'Mine' }],
      ['POST', `${KEYS}/${spare.key.id}/end`],
      ['PUT', `/api/webhook-endpoints/${endpoint.id}`, { ...hook, url: 'https://evil.example.org/' }],
      ['POST', `/api/webhook-endpoints/${endpoint.id}/deactivate`],
      ['POST', `/api/webhook-endpoints/${endpoint.id}/rotate-secret`],
      ['POST', `/api/webhook-endpoints/${endpoint.id}/test`],
      ['DELETE', `/api/webhook-endpoints/${endpoint.id}`],
      ['POST', '/api/users', { email: 'mallory@example.org', displayName: 'Mallory', roles: ['super_admin'] }],
      ['PUT', `/api/users/${other.id}`, { email: other.email, displayName: 'Mallory', roles: ['super_admin'] }],
      ['POST', `/api/users/${other.id}/deactivate`],
      ['POST', `/api/users/${other.id}/reset-password`],
    ];
    for (const [method, route, body] of tries) expectProblem(await ask(token, method, route, body), 403, 'forbidden');
    expect(await state(owner)).toEqual(before);
    await openSession(daemon.url, owner);
  });

  /** Returns what the tries above would change. */
  const state = async ({ token }: { token: string }) => {
    const [{ items }, ...rest] = await Promise.all([
      done(ask(token, 'GET', '/api/auth/sessions')),
      ...[KEYS, '/api/webhook-endpoints', '/api/users?pageSize=200', '/api/auth/second-factor'].map((route) =>
        done(ask(token, 'GET', route)),
      ),
    ]);
    const keys = rest[0].items.map(({ lastUsedAt: _at, lastUsedFrom: _from, ...key }: Json) => key);
    return [items.map(({ id }: Json) => id), keys, ...rest.slice(1)];
  };
});

describe('a key loses its rights at once', () => {
  test('when its owner loses the role, and has them again with the role', async () => {
    const { owner, token } = await keyOf(['treasurer', 'secretary']);
    const statuses = async () => {
      const answers = ['/api/givings', '/api/members'].map((route) => ask(token, 'GET', route));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200]);
    await setRoles(daemon.url, admin, owner, ['secretary']);
    expect(await statuses()).toEqual([403, 200]);
    await setRoles(daemon.url, admin, owner, ['treasurer']);
    expect(await statuses()).toEqual([200, 200]);
  });

  test.each<[string, number, string, (made: Made) => Promise<unknown>]>([
    ['has lost the permission', 403, 'forbidden', ({ owner }) => setRoles(daemon.url, admin, owner, ['auditor'])],
    ['was ended', 401, 'unauthenticated', ({ key }) => done(ask(admin, 'POST', `${KEYS}/${key.id}/end`))],
    [
      'ended with the account',
      401,
      'unauthenticated',
      ({ owner }) => ask(admin, 'POST', `/api/users/${owner.id}/deactivate`),
    ],
  ])('so that a write whose body arrives after the key %s is refused', async (_how, status, code, lose) => {
    const made = await keyOf(['secretary'], { access: 'ReadWrite' });
    const lastName = `Late${made.key.id}`;
    const body = Buffer.from(JSON.stringify({ firstName: 'Wei', lastName }));
    const half = await sendHalf(daemon.url, 'POST', '/api/members', { token: made.token, body });
    await lose(made);
    expectProblem(await half.finish(), status, code);
    expect((await done(ask(admin, 'GET', `/api/members?search=${lastName}`))).totalCount).toBe(0);
  });
});

describe('a key that may only read', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await keyOf(['secretary']));
  });

  test('cannot write by naming another method in a header or the address', async () => {
    const { body: member } = await createMember(daemon.url, admin);
    const route = `/api/members/${member.id}`;
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await request(daemon.url, 'GET', route, { token, headers: { [name]: 'DELETE' } });
      expect(answer.status).toBe(200);
      const post = { token, headers: { [name]: 'GET' }, body: { firstName: 'Wei', lastName: 'Chen' } };
      expectProblem(await request(daemon.url, 'POST', '/api/members', post), 403, 'read_only_key');
    }
    expectBadFields(await ask(token, 'GET', `${route}?_method=DELETE`), ['_method']);
    expectProblem(await ask(token, 'POST', `${route}?_method=GET`), 405, 'method_not_allowed');
    expect(await done(ask(admin, 'GET', route))).toMatchObject({ id: member.id });
  });

  test('may send HEAD for what it may read, and for nothing else', async () => {
    expect(await ask(token, 'HEAD', '/api/members')).toMatchObject({ status: 200, body: '' });
    expect(await ask(token, 'HEAD', '/api/givings')).toMatchObject({ status: 403, body: '' });
    expect(await ask(token, 'HEAD', KEYS)).toMatchObject({ status: 403, body: '' });
  });
});

describe('a new key', () => {
  let owner: Awaited<ReturnType<typeof newSignIn>>;
  beforeAll(async () => {
    owner = await newSignIn(daemon.url, admin, ['secretary']);
  });
  const make = (fields: Json) =>
    ask(owner.token, 'POST', KEYS, { name: 'Website', currentPassword: owner.password, ...fields });

  test.each<[string, Json, string]>([
    ['an unknown permission', { permissions: ['members.read', 'everything'] }, 'permissions.1'],
    ['a permission in upper case', { permissions: ['MEMBERS.READ'] }, 'permissions.0'],
    ['a permission with spaces', { permissions: ['members.read users.manage'] }, 'permissions.0'],
    ['a role', { permissions: ['super_admin'] }, 'permissions.0'],
    ['text as its permissions', { permissions: 'members.read' }, 'permissions'],
    ['null as its permissions', { permissions: null }, 'permissions'],
    [
      'more permissions than there are',
      { permissions: Array(PERMISSIONS.length + 1).fill('members.read') },
      'permissions',
    ],
    ['another owner', { userId: 1 }, 'userId'],
    ['a token of its own', { token: `vsk_${'x'.repeat(43)}` }, 'token'],
    ['roles', { roles: ['super_admin'] }, 'roles'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of two lines', { name: 'Website\nof the church' }, 'name'],
    ['a name that moves the cursor', { name: 'Website\u001B[1A' }, 'name'],
    ['a day that does not exist', { expiresOn: '2027-02-30' }, 'expiresOn'],
    ['an instant as its last day', { expiresOn: '2027-01-01T00:00:00Z' }, 'expiresOn'],
  ])('is refused with %s', async (_what, fields, path) => {
    expectBadFields(await make(fields), [path]);
  });

  test('has each permission once, in the order of the table', async () => {
    const permissions = ['meals.read', 'members.read', 'meals.read', 'members.read'];
    expect((await done(make({ permissions }))).key.permissions).toEqual(['members.read', 'meals.read']);
  });

  test('has a name of up to 60 characters, also when it is renamed', async () => {
    const { key } = await done(make({ name: ` ${'禱'.repeat(60)} ` }));
    expect(key.name).toBe('禱'.repeat(60));
    const rename = (name: string) => ask(owner.token, 'PUT', `${KEYS}/${key.id}`, { name });
    for (const name of ['', 'x'.repeat(61), 'a\u0000b']) expectBadFields(await rename(name), ['name']);
    expect((await done(rename('x'.repeat(60)))).name).toBe('x'.repeat(60));
  });

  test('is refused without a password, and with the token of a key in its place', async () => {
    const { token } = await done(make({}));
    expectBadFields(await make({ currentPassword: undefined }), ['currentPassword']);
    expectBadFields(await make({ currentPassword: token }), ['currentPassword']);
  });

  test('counts a wrong password as a failed sign-in', async () => {
    const guessed = await createUser(daemon.url, admin);
    const { token } = await openSession(daemon.url, guessed);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const body = { name: 'Website', currentPassword: `guess ${attempt}` };
      expectBadFields(await ask(token, 'POST', KEYS, body), ['currentPassword']);
    }
    expectProblem(await login(daemon.url, guessed.email, guessed.password), 429, 'too_many_requests');
  });
});
