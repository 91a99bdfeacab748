import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { type Permission, PERMISSIONS, ROLES, may } from './roles.ts';
import { createMember, expectProblem, newSignIn, uniqueEmail } from './support.ts';

const ALL = ['super_admin', ...ROLES];

const daemon = daemonOfFile();
let admin: string;
let memberId: number;
const tokens = new Map<string, string>();
beforeAll(async () => {
  admin = await signIn(daemon.url);
  ({
    body: { id: memberId },
  } = await createMember(daemon.url, admin));
  for (const role of ALL) tokens.set(role, (await newSignIn(daemon.url, admin, [role])).token);
});

type Call = { permission: Permission; method: string; route: () => string; success: number; body?: () => unknown };

const CALLS: Call[] = [
  { permission: 'users.manage', method: 'GET', route: () => '/api/users', success: 200 },
  { permission: 'users.manage', method: 'GET', route: () => '/api/users/1', success: 200 },
  {
    permission: 'users.manage',
    method: 'POST',
    route: () => '/api/users',
    success: 201,
    body: () => ({ email: uniqueEmail('matrix'), displayName: 'Matrix', roles: ['member'] }),
  },
  { permission: 'members.read', method: 'GET', route: () => `/api/members/${memberId}`, success: 200 },
  { permission: 'members.read', method: 'HEAD', route: () => `/api/members/${memberId}`, success: 200 },
  {
    permission: 'members.add',
    method: 'POST',
    route: () => '/api/members',
    success: 201,
    body: () => ({ firstName: 'Role', lastName: 'Matrix' }),
  },
  {
    permission: 'members.write',
    method: 'PUT',
    route: () => `/api/members/${memberId}`,
    success: 200,
    body: () => ({ firstName: 'Role', lastName: 'Matrix' }),
  },
  { permission: 'audit.read', method: 'GET', route: () => '/api/audit-logs', success: 200 },
];

describe.each(ALL)('a user with the role %s', (role) => {
  test('has exactly the permissions that the permission table gives the role', async () => {
    const { body } = await request(daemon.url, 'GET', '/api/auth/me', { token: tokens.get(role) });
    const expected = PERMISSIONS.filter((permission) => may(role, permission));
    expect(body.permissions.toSorted()).toEqual(expected.toSorted());
  });

  test.each(CALLS.map((call) => ({ ...call, label: `${call.method} ${call.route().replace('undefined', '{id}')}` })))(
    'may call $label only if the role has the permission $permission',
    async ({ permission, method, route, success, body }) => {
      const answer = await request(daemon.url, method, route(), { token: tokens.get(role), body: body?.() });
      const allowed = may(role, permission);
      expect(answer.status).toBe(allowed ? success : 403);
      expect(answer.body?.code).toBe(allowed || method === 'HEAD' ? undefined : 'forbidden');
    },
  );

  test('can read their own account, their own sign-ins and the public documents', async () => {
    for (const route of ['/api/auth/me', '/api/auth/sessions', '/api/health', '/api/openapi.json']) {
      expect((await request(daemon.url, 'GET', route, { token: tokens.get(role) })).status, route).toBe(200);
    }
  });
});

describe('a user with several roles', () => {
  test('has the permissions of all of them', async () => {
    const { token } = await newSignIn(daemon.url, admin, ['auditor', 'secretary']);
    const { body } = await request(daemon.url, 'GET', '/api/auth/me', { token });
    const all = PERMISSIONS.filter((name) => may('auditor', name) || may('secretary', name));
    expect(body.permissions.toSorted()).toEqual(all.toSorted());
    expect((await request(daemon.url, 'GET', '/api/audit-logs', { token })).status).toBe(200);
    expect((await createMember(daemon.url, token)).status).toBe(201);
  });
});

describe('a caller without the required permission', () => {
  test('gets 403 whether or not the resource exists', async () => {
    const token = tokens.get('member');
    const there = await request(daemon.url, 'GET', `/api/members/${memberId}`, { token });
    const notThere = await request(daemon.url, 'GET', '/api/members/99999999', { token });
    expectProblem(there, 403, 'forbidden');
    expectProblem(notThere, 403, 'forbidden');
    expect({ ...notThere.body, requestId: '' }).toEqual({ ...there.body, requestId: '' });
  });

  test('cannot create anything', async () => {
    const email = uniqueEmail('intruder');
    const body = { email, displayName: 'Intruder', roles: ['super_admin'] };
    expectProblem(
      await request(daemon.url, 'POST', '/api/users', { token: tokens.get('admin'), body }),
      403,
      'forbidden',
    );
    const found = await request(daemon.url, 'GET', `/api/users?search=${encodeURIComponent(email)}`, { token: admin });
    expect(found.body.totalCount).toBe(0);
  });
});
