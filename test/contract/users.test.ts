import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import {
  claims,
  createMember,
  createUser,
  expectBadFields,
  expectProblem,
  login,
  openSession,
  read,
  uniqueEmail,
} from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

const create = (body: unknown) => request(daemon.url, 'POST', '/api/users', { token: admin, body });
const list = (query: string) => request(daemon.url, 'GET', `/api/users?${query}`, { token: admin });

async function emails(query: string): Promise<string[]> {
  const { status, body } = await list(query);
  expect(status).toBe(200);
  return (body.items as { email: string }[]).map((user) => user.email);
}

describe('creating a user', () => {
  test('the response is 201 with a Location header, the user, a temporary password and an invitation', async () => {
    const email = uniqueEmail('new');
    const start = Date.now();
    const answer = await create({ email, displayName: 'Deborah 底波拉', roles: ['elder', 'treasurer'] });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).toSorted()).toEqual(['invitation', 'temporaryPassword', 'user']);
    const { user, temporaryPassword, invitation } = answer.body;
    expect(new URL(answer.headers.get('location') ?? '', daemon.url).pathname).toBe(`/api/users/${user.id}`);
    expect(user).toMatchObject({
      email,
      displayName: 'Deborah 底波拉',
      roles: ['elder', 'treasurer'],
      memberId: null,
      isActive: true,
      mustChangePassword: true,
      lastLoginAt: null,
      createdBy: Number(claims(admin)['sub']),
    });
    expect(user.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(temporaryPassword.length).toBeGreaterThanOrEqual(16);
    expect(invitation.url).toMatch(/^https?:\/\/[^/]+\/accept-invitation\?token=[A-Za-z0-9_-]{22,}$/);
    const days = (Date.parse(invitation.expiresAt) - start) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
  });

  test('the invitation link begins with the base address that the service prints', async () => {
    const { body } = await create({ email: uniqueEmail('link'), displayName: 'Link', roles: ['member'] });
    expect(new URL(body.invitation.url).origin).toBe(new URL(daemon.url).origin);
  });

  test('the response has the ETag of the user', async () => {
    const answer = await create({ email: uniqueEmail('tag'), displayName: 'Tag', roles: ['member'] });
    const { tag } = await read(daemon.url, admin, `/api/users/${answer.body.user.id}`);
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(answer.headers.get('etag')).toBe(tag);
  });

  test('every temporary password is different and can be used to sign in', async () => {
    const one = await createUser(daemon.url, admin);
    const two = await createUser(daemon.url, admin);
    expect(one.password).not.toBe(two.password);
    expect((await login(daemon.url, one.email, one.password)).status).toBe(200);
  });

  test('an e-mail address that is in use is refused, whatever its case', async () => {
    const { email } = await createUser(daemon.url, admin);
    const body = { email: email.toUpperCase(), displayName: 'Twin', roles: ['member'] };
    expectProblem(await create(body), 409, 'email_taken');
    expect(await emails(`search=${encodeURIComponent(email)}`)).toEqual([email]);
  });

  test('only one of six simultaneous requests with the same e-mail address succeeds', async () => {
    const body = { email: uniqueEmail('race'), displayName: 'Race', roles: ['member'] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(body)));
    expect(answers.map((answer) => answer.status).toSorted((left, right) => left - right)).toEqual([
      201, 409, 409, 409, 409, 409,
    ]);
  });

  test('an unknown role is refused with a 400 that names its index', async () => {
    const answer = await create({ email: uniqueEmail(), displayName: 'X', roles: ['member', 'bishop'] });
    expectBadFields(answer, ['roles.1']);
  });

  test('all missing fields are named', async () => {
    expectBadFields(await create({}), ['displayName', 'email', 'roles']);
  });

  test('every invalid field is named, not just the first', async () => {
    const body = { email: 'no-address', displayName: 7, roles: 'member', memberId: 'x', isAdmin: true };
    const answer = await create(body);
    expectBadFields(answer, ['displayName', 'email', 'isAdmin', 'memberId', 'roles']);
    const unknown = answer.body.errors.find((error: { path: string }) => error.path === 'isAdmin');
    expect(unknown.code).toBe('unknown_field');
  });

  test('fields that a client may not set are unknown fields', async () => {
    const body = {
      email: uniqueEmail(),
      displayName: 'X',
      roles: ['member'],
      isActive: true,
      password: 'x'.repeat(20),
    };
    expectBadFields(await create(body), ['isActive', 'password']);
  });

  test('a role that is sent twice is stored once', async () => {
    const answer = await create({ email: uniqueEmail(), displayName: 'X', roles: ['member', 'member'] });
    expect(answer.status).toBe(201);
    expect(answer.body.user.roles).toEqual(['member']);
  });
});

describe('a user linked to a member', () => {
  test('shows the link, and so does the member', async () => {
    const member = await createMember(daemon.url, admin);
    const body = { email: uniqueEmail(), displayName: 'Linked', roles: ['member'], memberId: member.body.id };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body.user.memberId).toBe(member.body.id);
    const seen = await read(daemon.url, admin, `/api/members/${member.body.id}`);
    expect(seen.body.userId).toBe(answer.body.user.id);
    const user = await read(daemon.url, admin, `/api/users/${answer.body.user.id}`);
    expect(user.body.memberId).toBe(member.body.id);
  });

  test('is refused with 422 if the member is unknown', async () => {
    const email = uniqueEmail('orphan');
    const answer = await create({ email, displayName: 'X', roles: ['member'], memberId: 99_999_999 });
    expectProblem(answer, 422, 'unknown_reference');
    expect(await emails(`search=${encodeURIComponent(email)}`)).toEqual([]);
  });

  test('is refused if the member already has a user, and the first link remains', async () => {
    const member = await createMember(daemon.url, admin);
    const first = await createUser(daemon.url, admin, ['member'], { memberId: member.body.id });
    const body = { email: uniqueEmail(), displayName: 'Second', roles: ['member'], memberId: member.body.id };
    const answer = await create(body);
    expect(answer.status).toBe(409);
    const { body: seen } = await read(daemon.url, admin, `/api/members/${member.body.id}`);
    expect(seen.userId).toBe(first.id);
  });
});

describe('reading users', () => {
  test('a single user has an ETag and shows no secrets', async () => {
    const { id, email } = await createUser(daemon.url, admin, ['pastor']);
    const { body, tag } = await read(daemon.url, admin, `/api/users/${id}`);
    expect(body).toMatchObject({ id, email, roles: ['pastor'], isActive: true, memberId: null });
    expect(body).toHaveProperty('createdAt');
    expect(body).toHaveProperty('modifiedAt');
    expect(body).toHaveProperty('createdBy');
    expect(body).toHaveProperty('modifiedBy');
    expect(tag).toMatch(/^"[^"]+"$/);
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|temporaryPassword/i);
  });

  test('an unknown user is not found', async () => {
    expectProblem(await request(daemon.url, 'GET', '/api/users/99999999', { token: admin }), 404, 'not_found');
  });

  test('a search finds any part of the e-mail address or the name, and ignores case and accents', async () => {
    const mark = `q${Date.now().toString(36)}`;
    const email = `${mark}.jose@example.org`;
    await create({ email, displayName: `José ${mark} Núñez 林約書亞`, roles: ['member'] });
    for (const part of [`${mark}.JOS`, `jose ${mark} nun`, `JOSÉ ${mark}`, `${mark} núñ`]) {
      expect(await emails(`search=${encodeURIComponent(part)}`), part).toEqual([email]);
    }
    expect(await emails(`search=${encodeURIComponent('約')}`)).toContain(email);
    expect(await emails(`search=${mark}zzz`)).toEqual([]);
  });

  test('a search takes % and _ literally', async () => {
    expect(await emails(`search=${encodeURIComponent('%')}`)).toEqual([]);
    expect(await emails(`search=${encodeURIComponent('admin_vestry')}`)).toEqual([]);
  });

  test('a role filter finds users who have the role, even if they have other roles', async () => {
    const both = await createUser(daemon.url, admin, ['offering_counter', 'deacon']);
    const none = await createUser(daemon.url, admin, ['member']);
    const found = await emails('role=deacon&pageSize=200');
    expect(found).toContain(both.email);
    expect(found).not.toContain(none.email);
    const { body } = await list('role=deacon&pageSize=200');
    for (const user of body.items) expect(user.roles).toContain('deacon');
  });

  test('an unknown role in the filter is refused with a 400 that names the parameter', async () => {
    expectBadFields(await list('role=bishop'), ['role']);
  });

  test('the filter on active users accepts only true and false', async () => {
    const { email } = await createUser(daemon.url, admin);
    expect(await emails('isActive=true&pageSize=200')).toContain(email);
    expect(await emails('isActive=false&pageSize=200')).not.toContain(email);
    expectBadFields(await list('isActive=maybe'), ['isActive']);
  });

  test('several filters apply together', async () => {
    const { email } = await createUser(daemon.url, admin, ['secretary']);
    const search = encodeURIComponent(email);
    expect(await emails(`search=${search}&role=secretary&isActive=true`)).toEqual([email]);
    expect(await emails(`search=${search}&role=elder&isActive=true`)).toEqual([]);
  });

  test('users can be sorted by e-mail address in ascending order or, with a minus, in descending order', async () => {
    for (let turn = 0; turn < 3; turn += 1) await createUser(daemon.url, admin);
    const up = await emails('sort=email&pageSize=200');
    expect(up).toEqual(up.toSorted((left, right) => (left < right ? -1 : 1)));
    expect(await emails('sort=-email&pageSize=200')).toEqual(up.toReversed());
  });

  test('the list shows no secrets', async () => {
    const { body } = await list('pageSize=200');
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|temporaryPassword|token/i);
  });

  test('a user who has signed in is listed with the time of the sign-in', async () => {
    const account = await createUser(daemon.url, admin);
    const { answer } = await openSession(daemon.url, account);
    const { body } = await list(`search=${encodeURIComponent(account.email)}`);
    expect(body.items[0].lastLoginAt).toBe(answer.body.user.lastLoginAt);
  });
});
