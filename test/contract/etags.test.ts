import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createMember, expectProblem, newSignIn, read } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
let token: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
  ({ token } = await newSignIn(daemon.url, admin, ['secretary']));
});

type Fresh = { id: number; route: string; tag: string; body: Record<string, unknown> };

async function fresh(): Promise<Fresh> {
  const { body, headers } = await createMember(daemon.url, token);
  return { id: body.id, route: `/api/members/${body.id}`, tag: headers.get('etag') ?? '', body };
}

const put = (route: string, firstName: string, headers: Record<string, string> = {}) =>
  request(daemon.url, 'PUT', route, { token, body: { firstName, lastName: 'Tagged' }, headers });
const get = (route: string, headers: Record<string, string> = {}, method = 'GET') =>
  request(daemon.url, method, route, { token, headers });

describe('the ETag', () => {
  test('a write and a read of the same version return the same strong tag, and a new version has a new tag', async () => {
    const { route, tag } = await fresh();
    expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect((await read(daemon.url, token, route)).tag).toBe(tag);
    expect((await read(daemon.url, admin, route)).tag).toBe(tag);
    const replaced = await put(route, 'Other');
    expect(replaced.headers.get('etag')).not.toBe(tag);
    expect((await read(daemon.url, token, route)).tag).toBe(replaced.headers.get('etag'));
  });

  test('two resources have different tags', async () => {
    expect((await fresh()).tag).not.toBe((await fresh()).tag);
  });

  test('a member’s tag changes when a user is linked to the member', async () => {
    const { id, route, tag } = await fresh();
    const body = { email: `tag${id}@example.org`, displayName: 'Link', roles: ['member'], memberId: id };
    expect((await request(daemon.url, 'POST', '/api/users', { token: admin, body })).status).toBe(201);
    expect((await read(daemon.url, token, route)).tag).not.toBe(tag);
    expectProblem(await put(route, 'Late', { 'if-match': tag }), 412, 'stale_version');
  });
});

describe('If-Match', () => {
  test('a write with the current tag succeeds', async () => {
    const { route, tag } = await fresh();
    const answer = await put(route, 'Current', { 'if-match': tag });
    expect(answer.status).toBe(200);
    expect(answer.body.firstName).toBe('Current');
  });

  test('a write with a stale tag is refused and nothing changes', async () => {
    const { route, tag } = await fresh();
    await put(route, 'Second');
    const before = await read(daemon.url, token, route);
    expectProblem(await put(route, 'Third', { 'if-match': tag }), 412, 'stale_version');
    const after = await read(daemon.url, token, route);
    expect(after.body).toEqual(before.body);
    expect(after.tag).toBe(before.tag);
  });

  test('a write without a tag is accepted', async () => {
    const { route } = await fresh();
    await put(route, 'Second');
    expect((await put(route, 'Third')).status).toBe(200);
  });

  test('a star matches any existing resource', async () => {
    const { route } = await fresh();
    expect((await put(route, 'Star', { 'if-match': '*' })).status).toBe(200);
  });

  test('a list of tags matches if it contains the current tag', async () => {
    const { route, tag } = await fresh();
    expect((await put(route, 'List', { 'if-match': `"other", ${tag} ,"another"` })).status).toBe(200);
    expectProblem(await put(route, 'List', { 'if-match': '"other", "another"' }), 412, 'stale_version');
  });

  test('a weak tag never matches', async () => {
    const { route, tag } = await fresh();
    expectProblem(await put(route, 'Weak', { 'if-match': `W/${tag}` }), 412, 'stale_version');
  });

  test('a tag without its quotes does not match', async () => {
    const { route, tag, body } = await fresh();
    const answer = await put(route, 'Bare', { 'if-match': tag.replaceAll('"', '') });
    expect([400, 412]).toContain(answer.status);
    expect((await read(daemon.url, token, route)).body).toEqual(body);
  });

  test('the tag of another resource does not match', async () => {
    const [one, two] = [await fresh(), await fresh()];
    expectProblem(await put(one.route, 'Other', { 'if-match': two.tag }), 412, 'stale_version');
  });

  test('only one of many simultaneous writes with the same tag succeeds', async () => {
    const { route, tag } = await fresh();
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const answers = await Promise.all(names.map((name) => put(route, name, { 'if-match': tag })));
    const winners = answers.filter((answer) => answer.status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 412)).toHaveLength(5);
    expect((await read(daemon.url, token, route)).body).toEqual(winners[0]?.body);
  });

  test('a write to a missing resource returns 404 even with a tag', async () => {
    expectProblem(await put('/api/members/99999999', 'None', { 'if-match': '"x"' }), 404, 'not_found');
  });

  test('a caller without the permission gets 403, whatever the tag', async () => {
    const { route } = await fresh();
    const elder = await newSignIn(daemon.url, admin, ['elder']);
    const body = { firstName: 'A', lastName: 'B' };
    const headers = { 'if-match': '"stale"' };
    expectProblem(await request(daemon.url, 'PUT', route, { token: elder.token, body, headers }), 403, 'forbidden');
  });
});

describe('If-None-Match', () => {
  test.each(['GET', 'HEAD'])(
    'a %s request with the current tag returns 304 and the tag, but no body',
    async (method) => {
      const { route, tag } = await fresh();
      const answer = await get(route, { 'if-none-match': tag }, method);
      expect(answer.status).toBe(304);
      expect(answer.body).toBe('');
      expect(answer.headers.get('etag')).toBe(tag);
    },
  );

  test('a read returns 304 for a list with the current tag, for the weak form of the tag, and for a star', async () => {
    const { route, tag } = await fresh();
    for (const value of [`"other", ${tag}`, `W/${tag}`, '*']) {
      expect((await get(route, { 'if-none-match': value })).status, value).toBe(304);
    }
  });

  test('a read with a stale tag returns the new representation', async () => {
    const { route, tag } = await fresh();
    await put(route, 'Newer');
    const answer = await get(route, { 'if-none-match': tag });
    expect(answer.status).toBe(200);
    expect(answer.body.firstName).toBe('Newer');
  });

  test('a request without a token is refused, whatever its tag', async () => {
    const { route, tag } = await fresh();
    const answer = await request(daemon.url, 'GET', route, { headers: { 'if-none-match': tag } });
    expectProblem(answer, 401, 'unauthenticated');
  });
});
