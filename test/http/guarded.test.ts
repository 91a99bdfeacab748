import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon } from '../support/daemon.ts';

let daemon: Daemon;
let token: string;
let serial = 0;
beforeAll(async () => {
  daemon = await startDaemon();
  token = await signIn(daemon.url);
});
afterAll(() => daemon.stop());

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  request(daemon.url, method, path, { token, body, headers });

async function addUser() {
  const body = { email: `guarded${(serial += 1)}@example.org`, displayName: 'G', roles: ['member'] };
  const { body: made } = await call('POST', '/api/users', body);
  const { headers } = await call('GET', `/api/users/${made.user.id}`);
  return { path: `/api/users/${made.user.id}`, tag: headers.get('etag') ?? '', link: made.invitation.url as string };
}

describe.each(['reset-password', 'invitation'])('POST /api/users/{id}/%s', (what) => {
  const secret = what === 'invitation' ? 'url' : 'temporaryPassword';

  test('is refused with a stale ETag', async () => {
    const { path, tag } = await addUser();
    expect((await call('POST', `${path}/${what}`, undefined, { 'if-match': '"stale"' })).status).toBe(412);
    expect((await call('POST', `${path}/${what}`, undefined, { 'if-match': tag })).status).toBe(200);
  });

  test('runs only once for an idempotency key, and only the first response shows the secret', async () => {
    const { path } = await addUser();
    const key = { 'idempotency-key': `guarded-${what}` };
    const first = await call('POST', `${path}/${what}`, undefined, key);
    const again = await call('POST', `${path}/${what}`, undefined, key);
    expect(first.body[secret]).toEqual(expect.any(String));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual({ ...first.body, [secret]: null });
  });
});

test('an invitation becomes invalid when its user is deactivated, and stays invalid', async () => {
  const { path, link } = await addUser();
  const invitation = `/api/auth/invitations/${new URL(link).searchParams.get('token')}`;
  expect((await call('GET', invitation)).status).toBe(200);
  await call('POST', `${path}/deactivate`);
  await call('POST', `${path}/activate`);
  expect((await call('GET', invitation)).status).toBe(404);
});

test.each(['restore', 'purge'])('a request to %s a deleted member is refused with a stale ETag', async (what) => {
  const { body: member } = await call('POST', '/api/members', { firstName: 'Mei', lastName: 'Lin' });
  const path = `/api/members/${member.id}`;
  await call('DELETE', path);
  expect((await call('POST', `${path}/${what}`, {}, { 'if-match': '"stale"' })).status).toBe(412);
  const { status } = await call('POST', `${path}/${what}`, {});
  expect(status).toBe(what === 'purge' ? 204 : 200);
});

test('the stored response for an idempotency key is erased when the person in it is purged', async () => {
  const key = { 'idempotency-key': 'guarded-person' };
  const person = { firstName: 'Xanthippe', lastName: 'Zweig' };
  const { body: member } = await call('POST', '/api/members', person, key);
  await call('POST', `/api/members/${member.id}/purge`, {});
  const again = await call('POST', '/api/members', person, key);
  expect(again.status).toBe(404);
  expect(JSON.stringify(again.body)).not.toContain('Xanthippe');
});
