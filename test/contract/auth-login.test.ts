import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import {
  claims,
  createUser,
  expectBadFields,
  expectProblem,
  login,
  newSignIn,
  openSession,
  read,
  refreshCookie,
  uniqueEmail,
} from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const USER_FIELDS = [
  'displayName',
  'email',
  'id',
  'isActive',
  'lastLoginAt',
  'memberId',
  'mustChangePassword',
  'roles',
];

describe('sign-in', () => {
  test('a sign-in returns an access token that is valid for 900 seconds, the type of the token, and the user', async () => {
    const account = await createUser(daemon.url, admin, ['secretary']);
    const { status, body, headers } = await login(daemon.url, account.email, account.password);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(Object.keys(body).toSorted()).toEqual(['accessToken', 'expiresIn', 'tokenType', 'user']);
    expect(body).toMatchObject({ tokenType: 'Bearer', expiresIn: 900 });
    expect(Object.keys(body.user)).toEqual(expect.arrayContaining(USER_FIELDS));
    expect(body.user).toMatchObject({
      id: account.id,
      email: account.email,
      displayName: 'Test secretary',
      roles: ['secretary'],
      memberId: null,
      isActive: true,
      mustChangePassword: true,
    });
  });

  test('the refresh cookie has 86 URL-safe characters, is HttpOnly and SameSite=Strict, is sent only to /api/auth, and lasts 14 days', async () => {
    const account = await createUser(daemon.url, admin);
    const { value, attributes } = refreshCookie(await login(daemon.url, account.email, account.password));
    expect(value).toMatch(/^[A-Za-z0-9_-]{86}$/);
    expect(Buffer.from(value, 'base64url')).toHaveLength(64);
    expect(attributes).toMatchObject({ httponly: '', samesite: 'Strict', path: '/api/auth' });
    const maxAge = Number(attributes['max-age']);
    expect(maxAge).toBeGreaterThan(1_209_590);
    expect(maxAge).toBeLessThanOrEqual(1_209_600);
    expect(attributes).not.toHaveProperty('domain');
  });

  test('in development the refresh cookie is not Secure', async () => {
    const account = await createUser(daemon.url, admin);
    const { attributes } = refreshCookie(await login(daemon.url, account.email, account.password));
    expect(attributes).not.toHaveProperty('secure');
  });

  test('the case of the e-mail address does not matter', async () => {
    const account = await createUser(daemon.url, admin);
    const { status, body } = await login(daemon.url, account.email.toUpperCase(), account.password);
    expect(status).toBe(200);
    expect(body.user.id).toBe(account.id);
  });

  test('the case of the password matters', async () => {
    const answer = await login(daemon.url, 'admin@vestry.local', 'vestry-dev-1');
    expectProblem(answer, 401, 'invalid_credentials');
  });

  test('a sign-in updates the last-login time of the user', async () => {
    const account = await createUser(daemon.url, admin);
    const before = await read(daemon.url, admin, `/api/users/${account.id}`);
    expect(before.body.lastLoginAt).toBeNull();
    const start = Date.now();
    await openSession(daemon.url, account);
    const { body } = await read(daemon.url, admin, `/api/users/${account.id}`);
    expect(body.lastLoginAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(body.lastLoginAt)).toBeGreaterThanOrEqual(start - 1);
    expect(Date.parse(body.lastLoginAt)).toBeLessThanOrEqual(Date.now() + 1);
  });

  test('a wrong password and an unknown e-mail address get the same refusal without a cookie', async () => {
    const account = await createUser(daemon.url, admin);
    const wrong = await login(daemon.url, account.email, 'not-the-password');
    const unknown = await login(daemon.url, uniqueEmail('nobody'), 'not-the-password');
    expectProblem(wrong, 401, 'invalid_credentials');
    expectProblem(unknown, 401, 'invalid_credentials');
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(wrong.headers.getSetCookie().filter((cookie) => /app_rt=[^;]/.test(cookie))).toEqual([]);
  });

  test('a sign-in without e-mail and password is refused, and the refusal names both fields', async () => {
    expectBadFields(await request(daemon.url, 'POST', '/api/auth/login', { body: {} }), ['email', 'password']);
  });

  test('a sign-in with a misspelled field is refused, and the refusal names the unknown field', async () => {
    const body = { email: 'a@example.org', password: 'x', remember: true };
    const answer = await request(daemon.url, 'POST', '/api/auth/login', { body });
    expectBadFields(answer, ['remember']);
    expect(answer.body.errors[0].code).toBe('unknown_field');
  });
});

describe('the access token', () => {
  test('is an HS256 JWT with the user, roles, sign-in, issuer and audience, valid for 15 minutes', async () => {
    const { id, token } = await newSignIn(daemon.url, admin, ['treasurer', 'elder']);
    const header = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { alg: string };
    const payload = claims(token);
    expect(header.alg).toBe('HS256');
    expect(Object.keys(payload).toSorted()).toEqual(['aud', 'exp', 'iat', 'iss', 'role', 'sid', 'sub']);
    expect(payload['sub']).toBe(String(id));
    expect((payload['role'] as string[]).toSorted()).toEqual(['elder', 'treasurer']);
    expect(Number(payload['exp']) - Number(payload['iat'])).toBe(900);
    expect(Math.abs(Number(payload['iat']) - Date.now() / 1000)).toBeLessThan(30);
  });

  test('contains an array of roles even if the user has only one role', async () => {
    const { token } = await newSignIn(daemon.url, admin, ['member']);
    expect(claims(token)['role']).toEqual(['member']);
  });

  test.each([
    ['no token', {}],
    ['an empty token', { authorization: 'Bearer ' }],
    ['a token that is not a JWT', { authorization: 'Bearer abc.def.ghi' }],
    ['a scheme other than Bearer', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
  ])('a request with %s is refused and challenged for a bearer token', async (_label, headers) => {
    const answer = await request(daemon.url, 'GET', '/api/auth/me', { headers });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
  });

  test('a token whose roles were altered is refused', async () => {
    const { token } = await newSignIn(daemon.url, admin, ['member']);
    const [header = '', , signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ ...claims(token), role: ['super_admin'] })).toString('base64url');
    const answer = await request(daemon.url, 'GET', '/api/users', { token: `${header}.${forged}.${signature}` });
    expectProblem(answer, 401, 'unauthenticated');
  });

  test('a token without a signature algorithm is refused', async () => {
    const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const token = `${header}.${admin.split('.')[1]}.`;
    expectProblem(await request(daemon.url, 'GET', '/api/auth/me', { token }), 401, 'unauthenticated');
  });

  test('a token signed with another key is refused', async () => {
    const content = admin.split('.').slice(0, 2).join('.');
    const token = `${content}.${createHmac('sha256', 'secret').update(content).digest('base64url')}`;
    expectProblem(await request(daemon.url, 'GET', '/api/auth/me', { token }), 401, 'unauthenticated');
  });

  test('an access token in the URL is ignored', async () => {
    const answer = await request(daemon.url, 'GET', `/api/auth/me?access_token=${admin}`);
    expectProblem(answer, 401, 'unauthenticated');
  });

  test('the refresh cookie alone gives no access to a resource', async () => {
    const { cookie } = await newSignIn(daemon.url, admin);
    const answer = await request(daemon.url, 'GET', '/api/auth/me', { headers: { cookie: `app_rt=${cookie}` } });
    expectProblem(answer, 401, 'unauthenticated');
  });

  test('the case of the bearer scheme does not matter', async () => {
    const answer = await request(daemon.url, 'GET', '/api/auth/me', { headers: { authorization: `bearer ${admin}` } });
    expect(answer.status).toBe(200);
  });
});

describe('stored sign-in data', () => {
  test('the refresh token is stored only as its SHA-256 hash, and no password or access token is stored or logged', async () => {
    const { cookie, password, token } = await newSignIn(daemon.url, admin);
    const files = readdirSync(daemon.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const stored = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('\n');
    expect(stored.includes(createHash('sha256').update(cookie).digest('hex')), 'the hash is stored').toBe(true);
    expect(stored.includes(cookie), 'the raw refresh token is not stored').toBe(false);
    expect(stored.includes(password), 'the password is not stored').toBe(false);
    expect(stored.includes(token), 'the access token is not stored').toBe(false);
  });
});

describe('the signed-in user', () => {
  test('GET /api/auth/me returns the user of the token and the permissions of that user', async () => {
    const { id, email, token } = await newSignIn(daemon.url, admin, ['auditor']);
    const { status, body } = await request(daemon.url, 'GET', '/api/auth/me', { token });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining([...USER_FIELDS, 'permissions']));
    expect(body).toMatchObject({ id, email, roles: ['auditor'], isActive: true });
    expect(body.permissions.toSorted()).toEqual(['audit.read', 'expenses.readAll', 'giving.read', 'reports.read']);
  });

  test('GET /api/auth/me never returns a password or its hash', async () => {
    const { token } = await newSignIn(daemon.url, admin);
    const { body } = await request(daemon.url, 'GET', '/api/auth/me', { token });
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|"password"/i);
  });
});
