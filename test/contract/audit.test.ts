import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { claims, createMember, createUser, expectBadFields, expectProblem, newSignIn, refresh } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
let auditor: string;
let secretary: { id: number; token: string };
beforeAll(async () => {
  admin = await signIn(daemon.url);
  ({ token: auditor } = await newSignIn(daemon.url, admin, ['auditor']));
  secretary = await newSignIn(daemon.url, admin, ['secretary']);
});

type Entry = {
  id: number;
  at: string;
  action: string;
  actorId: number | null;
  actorName: string | null;
  entityType: string;
  entityId: unknown;
  changes: Record<string, [unknown, unknown]>;
  ipAddress: string | null;
  requestId: string | null;
};

const logs = (query = '', token = admin) => request(daemon.url, 'GET', `/api/audit-logs?${query}`, { token });

async function entries(query: string): Promise<Entry[]> {
  const { status, body } = await logs(`pageSize=200&${query}`);
  expect(status).toBe(200);
  return body.items as Entry[];
}

describe('audit entries', () => {
  test('an entry names the actor, action, resource, time, client address and request', async () => {
    const start = Date.now();
    const body = { firstName: 'Audited', lastName: 'Member' };
    const headers = { 'x-request-id': 'audit-create-1' };
    const answer = await request(daemon.url, 'POST', '/api/members', { token: secretary.token, body, headers });
    const found = await entries(`entityType=Member&entityId=${answer.body.id}`);
    expect(found).toHaveLength(1);
    const [entry] = found;
    if (entry === undefined) throw new Error('No entry.');
    expect(Object.keys(entry)).toEqual(
      expect.arrayContaining([
        'id',
        'at',
        'action',
        'actorId',
        'actorName',
        'entityType',
        'entityId',
        'changes',
        'ipAddress',
        'requestId',
      ]),
    );
    expect(entry).toMatchObject({
      action: 'MemberCreated',
      actorId: secretary.id,
      actorName: 'Test secretary',
      entityType: 'Member',
      requestId: 'audit-create-1',
    });
    expect(String(entry.entityId)).toBe(String(answer.body.id));
    expect(entry.ipAddress).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(entry.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(start - 1);
    expect(entry.changes['firstName']).toEqual([null, 'Audited']);
  });

  test('the entry of a change lists the old and new value of each changed field, and no other field', async () => {
    const fields = { firstName: 'Before', lastName: 'Same', nickname: 'Nick' };
    const { body } = await createMember(daemon.url, secretary.token, fields);
    const next = { firstName: 'After', lastName: 'Same' };
    await request(daemon.url, 'PUT', `/api/members/${body.id}`, { token: secretary.token, body: next });
    const [entry] = await entries(`action=MemberUpdated&entityType=Member&entityId=${body.id}`);
    expect(entry?.changes['firstName']).toEqual(['Before', 'After']);
    expect(entry?.changes['nickname']).toEqual(['Nick', null]);
    expect(entry?.changes).not.toHaveProperty('lastName');
    expect(entry?.changes).not.toHaveProperty('chineseName');
  });

  test('the entry UserCreated names the new user and the user who created the account', async () => {
    const account = await createUser(daemon.url, admin, ['elder']);
    const [entry] = await entries(`action=UserCreated&entityId=${account.id}`);
    expect(entry).toMatchObject({ entityType: 'User', actorId: Number(claims(admin)['sub']) });
    expect(entry?.changes['email']).toEqual([null, account.email]);
  });

  test('a refused write leaves no entry', async () => {
    const { body: member } = await createMember(daemon.url, secretary.token);
    const before = (await logs()).body.totalCount;
    const route = `/api/members/${member.id}`;
    const body = { firstName: 'X', lastName: 'Y' };
    const refused = await request(daemon.url, 'PUT', route, {
      token: secretary.token,
      body,
      headers: { 'if-match': '"stale"' },
    });
    expect(refused.status).toBe(412);
    expect((await logs()).body.totalCount).toBe(before);
  });

  test('every action is a PascalCase word', async () => {
    for (const { action, entityType } of await entries('')) {
      expect(action).toMatch(/^([A-Z][a-z0-9]+)+$/);
      expect(entityType).toMatch(/^([A-Z][A-Za-z0-9]+)+$/);
    }
  });
});

describe('without members.read', () => {
  test('entries of members and families name the changed fields without their values', async () => {
    const family = { name: 'Audited family', address: { line1: 'Hidden Street 1' }, phone: '3125550001' };
    const unit = await request(daemon.url, 'POST', '/api/family-units', { token: secretary.token, body: family });
    const { body: member } = await createMember(daemon.url, secretary.token, {
      firstName: 'Hidden',
      familyUnitId: unit.body.id,
    });
    const body = { firstName: 'Hidden', lastName: 'Person', email: 'hidden.person@example.org' };
    await request(daemon.url, 'PUT', `/api/members/${member.id}`, { token: secretary.token, body });
    const seen = await logs('pageSize=200', auditor);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toMatch(/hidden|Audited family|3125550001/i);
    const [entry] = (await logs(`action=MemberUpdated&entityId=${member.id}`, auditor)).body.items as Entry[];
    expect(entry).toMatchObject({ actorName: expect.stringContaining('secretary'), entityId: String(member.id) });
    expect(entry?.changes).toEqual({
      lastName: ['•••', '•••'],
      email: [null, '•••'],
      familyUnitId: ['•••', null],
    });
  });

  test('the giver’s name is masked in entries of givings, but the gift is shown', async () => {
    const { body: member } = await createMember(daemon.url, secretary.token, { firstName: 'Veiled' });
    const gift = { categoryId: 1, amount: 12.5, date: '2026-01-04', method: 'Cash', memberId: member.id };
    const giving = await request(daemon.url, 'POST', '/api/givings', { token: admin, body: gift });
    const route = `entityType=Giving&entityId=${giving.body.id}`;
    const [entry] = (await logs(route, auditor)).body.items as Entry[];
    expect(entry?.changes).toMatchObject({ amount: [null, 12.5], memberName: [null, '•••'] });
    const [whole] = (await logs(route)).body.items as Entry[];
    expect(whole?.changes).toMatchObject({ memberName: [null, expect.stringContaining('Veiled')] });
  });
});

describe('secrets', () => {
  test('no password, token or hash appears in any entry', async () => {
    const account = await newSignIn(daemon.url, admin);
    const newPassword = 'a new password for audit';
    const body = { currentPassword: account.password, newPassword };
    await request(daemon.url, 'POST', '/api/auth/change-password', { token: account.token, body });
    await refresh(daemon.url, account.cookie);
    const text = JSON.stringify((await logs('pageSize=200')).body);
    for (const secret of [account.password, newPassword, account.token, account.cookie]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/argon2|passwordHash|tokenHash|accept-invitation/i);
  });
});

describe('the audit log as a list', () => {
  test('the log has pages like every list', async () => {
    const { body } = await logs('page=1&pageSize=2');
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['items', 'page', 'pageSize', 'totalCount', 'totalPages']),
    );
    expect(body).toMatchObject({ page: 1, pageSize: 2, totalPages: Math.ceil(body.totalCount / 2) });
    expect(body.items).toHaveLength(2);
    const next = await logs('page=2&pageSize=2');
    const ids = [...body.items, ...next.body.items].map((entry: Entry) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the filters on action, type, id and actor work alone and together', async () => {
    const { body: member } = await createMember(daemon.url, secretary.token);
    expect((await entries('action=MemberCreated')).every((entry) => entry.action === 'MemberCreated')).toBe(true);
    expect((await entries('entityType=User')).every((entry) => entry.entityType === 'User')).toBe(true);
    const own = await entries(`actorId=${secretary.id}`);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every((entry) => entry.actorId === secretary.id)).toBe(true);
    const exact = `action=MemberCreated&entityType=Member&entityId=${member.id}&actorId=${secretary.id}`;
    expect(await entries(exact)).toHaveLength(1);
    expect(await entries(exact.replace('MemberCreated', 'MemberUpdated'))).toEqual([]);
    expect(await entries('action=NothingLikeThis')).toEqual([]);
  });

  test('the filters `from` and `to` include the days that they name', async () => {
    const today = new Date();
    const day = (offset: number) => new Date(today.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
    const all = (await logs()).body.totalCount as number;
    // Allows two days on either side, because the time zone of the church decides where a day begins.
    expect((await logs(`from=${day(-2)}&to=${day(2)}`)).body.totalCount).toBe(all);
    expect((await logs(`from=${day(2)}`)).body.totalCount).toBe(0);
    expect((await logs(`to=${day(-2)}`)).body.totalCount).toBe(0);
  });

  test('a date that does not exist is refused with a 400 that names the parameter', async () => {
    expectBadFields(await logs('from=2026-02-30'), ['from']);
    expectBadFields(await logs('from=yesterday&to=13/01/2026'), ['from', 'to']);
  });

  test('an actor that is not an id is refused with a 400 that names the parameter', async () => {
    expectBadFields(await logs('actorId=abc'), ['actorId']);
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'POST'])('the audit log cannot be changed with %s', async (method) => {
    const answer = await request(daemon.url, method, '/api/audit-logs', { token: admin, body: {} });
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toMatch(/\bGET\b/);
  });

  test('a secretary may not read the audit log', async () => {
    const answer = await request(daemon.url, 'GET', '/api/audit-logs', { token: secretary.token });
    expectProblem(answer, 403, 'forbidden');
  });
});
