import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Daemon, request, signIn, startDaemon, temporaryDir } from '../support/daemon.ts';
import { expectBadFields, expectProblem, login, newSignIn, refreshCookie, uniqueEmail } from './support.ts';

const data = temporaryDir();
let daemon: Daemon;
let admin: string;
let secretary: string;
beforeAll(async () => {
  daemon = await startDaemon({ dataDir: data.dir });
  admin = await signIn(daemon.url);
  ({ token: secretary } = await newSignIn(daemon.url, admin, ['secretary']));
});
afterAll(async () => {
  await daemon.stop();
  data.remove();
});

let serial = 0;
const person = () => ({ firstName: 'Once', lastName: `Only${(serial += 1)}` });
const newUser = () => ({ email: uniqueEmail('once'), displayName: 'Once', roles: ['member'] });
const post = (route: string, body: unknown, key: string, token = secretary) =>
  request(daemon.url, 'POST', route, { token, body, headers: { 'idempotency-key': key } });
const create = (body: unknown, key: string, token?: string) => post('/api/members', body, key, token);

async function membersCreated(): Promise<number> {
  const route = '/api/audit-logs?action=MemberCreated&pageSize=1';
  return (await request(daemon.url, 'GET', route, { token: admin })).body.totalCount as number;
}

function expectReplay(again: Answer, first: Answer): void {
  expect(again.status).toBe(first.status);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(again.body).toEqual(first.body);
}

describe('an idempotency key that is used again', () => {
  test('with the same body replays the first response, marks it as a replay, and changes nothing', async () => {
    const [key, body] = [randomUUID(), person()];
    const first = await create(body, key);
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const count = await membersCreated();
    const again = await create(body, key);
    expectReplay(again, first);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await membersCreated()).toBe(count);
  });

  test('replays the first response even if the resource has changed since', async () => {
    const [key, body] = [randomUUID(), person()];
    const first = await create(body, key);
    const route = `/api/members/${first.body.id}`;
    await request(daemon.url, 'PUT', route, { token: secretary, body: { firstName: 'Changed', lastName: 'Since' } });
    expectReplay(await create(body, key), first);
  });

  test('with another body is refused with 409 and changes nothing', async () => {
    const key = randomUUID();
    await create(person(), key);
    const count = await membersCreated();
    expectProblem(await create(person(), key), 409, 'idempotency_key_reused');
    expect(await membersCreated()).toBe(count);
  });

  test('at another address is refused and does not replay the first response', async () => {
    const key = randomUUID();
    await create(person(), key, admin);
    const email = uniqueEmail('elsewhere');
    const answer = await post('/api/users', { email, displayName: 'X', roles: ['member'] }, key, admin);
    expectProblem(answer, 409, 'idempotency_key_reused');
  });

  test('by another user counts as a different key', async () => {
    const [key, body] = [randomUUID(), person()];
    const first = await create(body, key);
    const second = await create(body, key, admin);
    expect(second.status).toBe(201);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(second.body.id).not.toBe(first.body.id);
  });

  test('by the same user in another sign-in counts as the same key', async () => {
    const account = await newSignIn(daemon.url, admin, ['secretary']);
    const [key, body] = [randomUUID(), person()];
    const first = await create(body, key, account.token);
    const { body: other } = await login(daemon.url, account.email, account.password);
    expectReplay(await create(body, key, other.accessToken), first);
  });

  test('in many simultaneous requests creates only one resource', async () => {
    const [key, body] = [randomUUID(), person()];
    const count = await membersCreated();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body, key)));
    const done = answers.filter((answer) => answer.status === 201);
    const firsts = done.filter((answer) => answer.headers.get('idempotency-replayed') === null);
    expect(firsts).toHaveLength(1);
    expect(new Set(done.map((answer) => answer.body.id)).size).toBe(1);
    for (const busy of answers.filter((answer) => answer.status !== 201)) {
      expectProblem(busy, 409, 'idempotency_in_progress');
    }
    expect(await membersCreated()).toBe(count + 1);
    expect((await create(body, key)).headers.get('idempotency-replayed')).toBe('true');
  });

  test('in many simultaneous requests creates only one user, although hashing the password is slow', async () => {
    const [key, body] = [randomUUID(), newUser()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/api/users', body, key, admin)));
    const firsts = answers.filter(
      (answer) => answer.status === 201 && answer.headers.get('idempotency-replayed') === null,
    );
    expect(firsts).toHaveLength(1);
    const done = answers.filter((answer) => answer.status === 201);
    expect(new Set(done.map((answer) => answer.body.user.id)).size).toBe(1);
    for (const busy of answers.filter((answer) => answer.status !== 201)) {
      expectProblem(busy, 409, 'idempotency_in_progress');
    }
  });
});

describe('a refused request', () => {
  test.each([
    ['400', { nickname: 'No name' }, 400],
    ['422', { firstName: 'A', lastName: 'B', familyUnitId: 99_999_999 }, 422],
    ['403', { firstName: 'A', lastName: 'B', userId: 1 }, 403],
  ])('that returns %s does not use up its key', async (_label, bad, status) => {
    const [key, good] = [randomUUID(), person()];
    expect((await create(bad, key)).status).toBe(status);
    const again = await create(bad, key);
    expect(again.status).toBe(status);
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const answer = await create(good, key);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  test('that returns 409 does not use up its key', async () => {
    const [key, body] = [randomUUID(), newUser()];
    const taken = { ...newUser(), email: 'admin@vestry.local' };
    expectProblem(await post('/api/users', taken, key, admin), 409, 'email_taken');
    expect((await post('/api/users', body, key, admin)).status).toBe(201);
  });
});

describe('secrets in a replayed response', () => {
  test('the temporary password and the invitation address of a new user are null', async () => {
    const [key, body] = [randomUUID(), newUser()];
    const first = await post('/api/users', body, key, admin);
    expect(first.body.temporaryPassword).toEqual(expect.any(String));
    const again = await post('/api/users', body, key, admin);
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const invitation = { ...first.body.invitation, url: null };
    expect(again.body).toEqual({ ...first.body, temporaryPassword: null, invitation });
  });

  test('the temporary password and the invitation token are not stored in the data directory', async () => {
    const first = await post('/api/users', newUser(), randomUUID(), admin);
    const invitation = new URL(first.body.invitation.url).searchParams.get('token') ?? 'missing';
    const files = readdirSync(data.dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const stored = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'latin1')).join('\n');
    expect(stored.includes(first.body.user.email), 'the user is stored').toBe(true);
    expect(stored.includes(first.body.temporaryPassword), 'the password is not stored').toBe(false);
    expect(stored.includes(invitation), 'the token is not stored').toBe(false);
  });

  test('a sign-in is never replayed', async () => {
    const account = await newSignIn(daemon.url, admin);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await login(daemon.url, account.email, account.password, headers);
    const second = await login(daemon.url, account.email, account.password, headers);
    expect(second.status).toBe(200);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    expect(refreshCookie(second).value).not.toBe(refreshCookie(first).value);
  });
});

describe('an idempotency key', () => {
  test.each([
    ['of 1 character', '!'],
    ['of 255 characters', 'k'.repeat(255)],
    ['with many kinds of visible ASCII characters', `~{"a":[1]}\\'${randomUUID()}`],
  ])('%s is accepted', async (_label, key) => {
    const body = person();
    const first = await create(body, key);
    expect(first.status).toBe(201);
    expectReplay(await create(body, key), first);
  });

  test.each([
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space inside', 'a b'],
    ['with a character outside ASCII', 'cl\u00e9'],
    ['that is empty', ''],
  ])('%s is refused with a 400, and nothing is created', async (_label, key) => {
    const count = await membersCreated();
    const answer = await create(person(), key);
    expectProblem(answer, 400, 'validation_failed');
    expectBadFields(
      answer,
      answer.body.errors.map((error: { path: string }) => error.path),
    );
    expect(await membersCreated()).toBe(count);
  });

  test('is ignored by a PUT', async () => {
    const { body: member } = await create(person(), randomUUID());
    const headers = { 'idempotency-key': randomUUID() };
    const route = `/api/members/${member.id}`;
    for (const firstName of ['One', 'Two']) {
      const options = { token: secretary, headers, body: { firstName, lastName: 'Put' } };
      const answer = await request(daemon.url, 'PUT', route, options);
      expect(answer.status).toBe(200);
      expect(answer.body.firstName).toBe(firstName);
    }
  });
});

describe('a restart', () => {
  test('keeps idempotency keys and sign-ins', async () => {
    const [key, body] = [randomUUID(), person()];
    const first = await create(body, key);
    expect((await daemon.stop()).exitCode).toBe(0);
    daemon = await startDaemon({ dataDir: data.dir });
    expectReplay(await create(body, key), first);
    expectProblem(await create(person(), key), 409, 'idempotency_key_reused');
  });
});
