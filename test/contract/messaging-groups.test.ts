import { afterEach, describe, expect, test } from 'vitest';
import { type Json, badPaths, done, etag, refusal } from './books.ts';
import { groups, joined, officeOfFile, settled, tell, text } from './office.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { request } from '../support/daemon.ts';
import { joinEvent, leaveEvent, lineId } from '../support/line.ts';
import { until } from '../support/loopback.ts';
import { ROLES } from './roles.ts';

const office = officeOfFile();
afterEach(() => office.line.relent());

const ROUTE = '/api/notifications/groups';
const one = (id: number) => done(office.admin.get(`${ROUTE}/${id}`));
const put = (id: number, body: Json, headers = {}) => office.admin.put(`${ROUTE}/${id}`, body, headers);
const named = async (name: string) => (await groups(office)).filter((group) => group.name === name);

async function left(name: string) {
  const group = await joined(office, name);
  await tell(office, leaveEvent(group.groupId));
  await until(async () => (await one(group.id)).leftAt !== null, `the group ${name} to go`);
  return group;
}

describe('a LINE group', () => {
  test('that the church’s account joins is listed under its LINE name', async () => {
    const { id, groupId } = await joined(office, '週三禱告會 Prayer');
    const [group, ...more] = await named('週三禱告會 Prayer');
    expect(more).toEqual([]);
    expect(group).toMatchObject({ id, isActive: true, leftAt: null });
    expect(Math.abs(Date.now() - Date.parse(group.joinedAt))).toBeLessThan(60_000);
    for (const field of ['id', 'name', 'isActive', 'joinedAt', 'leftAt']) expect(group).toHaveProperty(field);
    expect(await one(id)).toMatchObject(group);
    expect(JSON.stringify(await one(id))).not.toContain(groupId);
  });

  test('that the account leaves stays in the list as inactive', async () => {
    const stays = await joined(office, 'Stays');
    const { id } = await left('Leaves');
    const group = await one(id);
    expect(group).toMatchObject({ name: 'Leaves', isActive: false });
    expect(Date.parse(group.leftAt)).toBeGreaterThanOrEqual(Date.parse(group.joinedAt));
    expect(await one(stays.id)).toMatchObject({ isActive: true, leftAt: null });
  });

  test('that the account joins again becomes active again, and is not listed twice', async () => {
    const { id, groupId } = await left('Comes back');
    await tell(office, joinEvent(groupId));
    await until(async () => (await one(id)).isActive === true, 'the group to come back');
    expect(await one(id)).toMatchObject({ name: 'Comes back', leftAt: null });
    expect(await named('Comes back')).toHaveLength(1);
    expect((await done(text(office, { groupIds: [id], body: 'Welcome back' }))).sent).toBe(1);
    expect(office.line.to(groupId).join('\n')).toContain('Welcome back');
  });

  test('that the account joins twice is listed once', async () => {
    const { groupId } = await joined(office, 'Joined twice');
    await tell(office, joinEvent(groupId), joinEvent(groupId));
    await settled(office);
    expect(await named('Joined twice')).toHaveLength(1);
  });

  test('whose name LINE does not return is added with a substitute name', async () => {
    const before = await groups(office);
    await tell(office, joinEvent(lineId('C')));
    await until(async () => (await groups(office)).length > before.length, 'the group without a name');
    const known = new Set(before.map(({ id }) => id));
    const added = (await groups(office)).filter(({ id }) => !known.has(id));
    expect(added).toEqual([expect.objectContaining({ isActive: true, name: expect.stringMatching(/\S/) })]);
  });

  test('that the account leaves without having joined is not added', async () => {
    await settled(office);
    const before = await groups(office);
    await tell(office, leaveEvent(lineId('C')));
    await settled(office);
    expect((await groups(office)).length).toBe(before.length);
  });
});

describe('changing a LINE group', () => {
  test('renames the group, and switches it off and on', async () => {
    const { id, groupId } = await joined(office, 'Old name');
    const off = await put(id, { name: '新名字', isActive: false });
    expect(off.status).toBe(200);
    expect(off.body).toMatchObject({ id, name: '新名字', isActive: false, leftAt: null });
    expect(await one(id)).toEqual(off.body);
    expect((await text(office, { groupIds: [id], body: 'Never sent' })).status).toBe(422);
    await done(put(id, { name: '新名字', isActive: true }));
    expect((await done(text(office, { groupIds: [id], body: 'Sent' }))).sent).toBe(1);
    expect(office.line.to(groupId).join('\n')).not.toContain('Never sent');
    expect(await named('Old name')).toEqual([]);
  });

  test('is refused with a stale tag, and nothing changes', async () => {
    const { id } = await joined(office, 'Tagged');
    const stale = etag(await office.admin.get(`${ROUTE}/${id}`));
    await done(put(id, { name: 'Tagged again', isActive: true }));
    expectProblem(await put(id, { name: 'Late', isActive: true }, { 'if-match': stale }), 412, 'stale_version');
    expect((await one(id)).name).toBe('Tagged again');
  });

  test.each([
    ['an empty name', { name: '', isActive: true }, ['name']],
    ['a name made of spaces', { name: '  ', isActive: true }, ['name']],
    ['a word instead of true or false', { name: 'X', isActive: 'yes' }, ['isActive']],
    [
      'fields that a change cannot set',
      { name: 'X', isActive: true, joinedAt: null, platformGroupId: 'C1' },
      ['joinedAt', 'platformGroupId'],
    ],
    ['two bad fields', { name: 5, isActive: null }, ['isActive', 'name']],
  ])('is refused with %s, and nothing changes', async (_label, body, paths) => {
    const [group] = await groups(office);
    const before = await one(group.id);
    expectBadFields(await put(group.id, body), paths);
    expect(await one(group.id)).toEqual(before);
  });

  test('returns 404 if the group does not exist, and is refused with an invalid id', async () => {
    expectProblem(await office.admin.get(`${ROUTE}/999999`), 404, 'not_found');
    expectProblem(await put(999_999, { name: 'X', isActive: true }), 404, 'not_found');
    const odd = await office.admin.get(`${ROUTE}/abc`);
    expect([400, 404]).toContain(odd.status);
    expect(badPaths(odd).length).toBeLessThan(2);
    expect(await named('X')).toEqual([]);
  });
});

describe('permissions', () => {
  test('nobody can read or change groups without signing in', async () => {
    const { url } = office.daemon;
    expectProblem(await request(url, 'GET', ROUTE), 401, 'unauthenticated');
    const body = { name: 'X', isActive: true };
    expectProblem(await request(url, 'PUT', `${ROUTE}/1`, { body }), 401, 'unauthenticated');
    expect(await named('X')).toEqual([]);
  });

  test.each(ROLES)('the role %s can read and change groups only if it is admin', async (role) => {
    const [who, [{ id }]] = [await office.as([role]), (await groups(office)) as [Json]];
    const body = { name: `By ${role}`, isActive: true };
    const answers = [await who.get(ROUTE), await who.get(`${ROUTE}/${id}`), await who.put(`${ROUTE}/${id}`, body)];
    const told = answers.map((answer) => (answer.status < 300 ? answer.status : refusal(answer)));
    expect(told).toEqual(told.map(() => (role === 'admin' ? 200 : '403 forbidden')));
    expect(await named(`By ${role}`)).toHaveLength(role === 'admin' ? 1 : 0);
  });
});
