import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { created, inTransaction } from '../../../../src/app.ts';
import { verifyAudit } from '../../../../src/features/audit/verification.ts';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily } from '../../../../src/features/people/families/service.ts';
import { mergeMember } from '../../../../src/features/people/members/merge.ts';
import { purgeMember } from '../../../../src/features/people/members/purge.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  restoreMember,
  updateMember,
} from '../../../../src/features/people/members/service.ts';
import { MemberQuery } from '../../../../src/features/people/members/schema.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { GivingQuery, NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving, getGiving, listGivings, updateGiving } from '../../../../src/features/giving/givings/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { decode } from '../../../../src/validate.ts';
import { fileApp, testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
let categoryId: number;
beforeEach(async () => {
  app = await testApp();
  categoryId = (await listCategories(app, false)).items[0]?.id ?? 0;
});

const USER = {
  email: 'u@example.org',
  emailKey: 'u@example.org',
  displayName: 'U',
  passwordHash: '',
  passwordExpiresAt: null,
  mustChangePassword: 0 as const,
  isActive: 1 as const,
  lastLoginAt: null,
};

const add = (fields: object = {}) =>
  createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }));
const gift = (memberId: number | null, fields: object = {}) =>
  decode(NewGiving, { categoryId, amount: 5, date: '2026-11-01', method: 'Cash', memberId, ...fields });
const give = (memberId: number, fields: object = {}) => createGiving(app, gift(memberId, fields));
const found = async (search: string) =>
  (await listMembers(app, decode(MemberQuery, { search }))).items.map(({ id }) => id);
const account = async (email: string) =>
  (await createUser(app, { email, displayName: 'U', roles: ['member'], memberId: null }, 'a long enough password')).user
    .id;
const wholeLog = async () => JSON.stringify(await app.db.selectFrom('auditLogs').selectAll().execute());

describe('a merge', () => {
  test('moves givings, fills the empty fields of the surviving member, and removes the duplicate from the search', async () => {
    const double = await add({ nickname: 'May', email: 'may@example.org', phone: '1', offeringNumber: '12' });
    const survivor = await add({ lastName: 'Lin-Chen', phone: '2' });
    const giving = await give(double.id);
    const merged = await mergeMember(app, double.id, { into: survivor.id, confirm: true });
    expect(merged).toMatchObject({
      id: survivor.id,
      lastName: 'Lin-Chen',
      nickname: 'May',
      email: 'may@example.org',
      phone: '2',
      offeringNumber: '12',
    });
    expect(await getGiving(app, giving.id)).toMatchObject({ memberId: survivor.id, memberName: 'Mei Lin-Chen' });
    await expect(getMember(app, double.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(restoreMember(app, double.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await found('May')).toEqual([survivor.id]);
    expect(await found('Mei')).toEqual([survivor.id]);
  });

  test('moves the family and family role of the duplicate if the surviving member has no family', async () => {
    const { id: familyUnitId } = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin' }));
    const double = await add({ familyUnitId, familyRole: 'Head' });
    const survivor = await add({ familyRole: 'Other' });
    expect(await mergeMember(app, double.id, { into: survivor.id, confirm: true })).toMatchObject({
      familyUnitId,
      familyRole: 'Head',
    });
  });

  test('within one family gives the surviving member the role of the duplicate', async () => {
    const { id: familyUnitId } = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin' }));
    const double = await add({ familyUnitId, familyRole: 'Head' });
    const survivor = await add({ familyUnitId });
    expect(await mergeMember(app, double.id, { into: survivor.id, confirm: true })).toMatchObject({
      familyUnitId,
      familyRole: 'Head',
    });
  });

  test('moves the link to a user, and is refused if both members are linked to users', async () => {
    const [one, two] = [await account('one@example.org'), await account('two@example.org')];
    const linked = await add({ userId: one });
    const free = await add();
    expect(await mergeMember(app, linked.id, { into: free.id, confirm: true })).toMatchObject({ userId: one });
    const other = await add({ userId: two });
    await expect(mergeMember(app, other.id, { into: free.id, confirm: true })).rejects.toMatchObject({
      code: 'user_already_linked',
    });
    expect(await getMember(app, other.id)).toMatchObject({ userId: two });
  });

  test('is refused if both members are the same, or if one of them is deleted or unknown', async () => {
    const [a, b] = [await add(), await add()];
    await deleteMember(app, b.id);
    await expect(mergeMember(app, a.id, { into: a.id, confirm: true })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(mergeMember(app, a.id, { into: b.id, confirm: true })).rejects.toMatchObject({
      code: 'unknown_reference',
    });
    await expect(mergeMember(app, a.id, { into: 999, confirm: true })).rejects.toMatchObject({
      code: 'unknown_reference',
    });
    await expect(mergeMember(app, b.id, { into: a.id, confirm: true })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a purge', () => {
  test('removes the giver from givings, and every trace of the person from the audit log and the search', async () => {
    const member = await add({ nickname: 'Xanthippe', email: 'xan@example.org', notes: 'Shy', lastName: 'Zweig' });
    const giving = await give(member.id);
    const other = await add({ nickname: 'Bystander' });
    await purgeMember(app, member.id, true);
    expect(await getGiving(app, giving.id)).toMatchObject({ memberId: null, memberName: null, amount: 500 });
    const log = await wholeLog();
    for (const trace of ['Xanthippe', 'xan@example.org', 'Shy', 'Zweig']) expect(log).not.toContain(trace);
    expect(log).toContain('Bystander');
    expect(log).toContain('MemberPurged');
    expect(await found('Xanthippe')).toEqual([]);
    expect(await listGivings(app, decode(GivingQuery, { search: 'Zweig' }))).toMatchObject({ totalCount: 0 });
    await expect(restoreMember(app, member.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getMember(app, other.id)).toEqual(other);
    expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
  });

  test('removes the name from audit entries of givings that once belonged to the member', async () => {
    const member = await add({ lastName: 'Zweig' });
    const giving = await give(member.id);
    await updateGiving(app, giving.id, gift(null));
    await purgeMember(app, member.id, false);
    expect(await wholeLog()).not.toContain('Zweig');
    expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
  });

  test('also covers the members that were merged into the purged member, even over several merges', async () => {
    const [first, second, last] = [await add({ nickname: 'Erste' }), await add({ nickname: 'Zweite' }), await add()];
    await mergeMember(app, first.id, { into: second.id, confirm: true });
    await mergeMember(app, second.id, { into: last.id, confirm: true });
    await purgeMember(app, last.id, false);
    const log = await wholeLog();
    expect(log).not.toContain('Erste');
    expect(log).not.toContain('Zweite');
    expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
  });

  test('leaves no trace in the database file or its write-ahead log', async () => {
    const { app, close } = await fileApp();
    const input = { firstName: 'Xylophonski', lastName: 'Quetzalcoatl', email: 'xq@example.org', notes: 'Zyzzyva' };
    const kept = JSON.stringify({ id: 1, ...input });
    const member = await createMember(app, decode(NewMember, input));
    await updateMember(app, member.id, decode(NewMember, { ...input, nickname: 'Xylo' }));
    await createGiving(app, gift(member.id));
    await inTransaction(app, ({ db }) =>
      db
        .insertInto('users')
        .values({ ...USER, ...created(app) })
        .execute(),
    );
    const key = {
      userId: 1,
      key: 'k',
      requestHash: '',
      state: 'done' as const,
      status: 201,
      headers: '{}',
      createdAt: '',
    };
    await inTransaction(app, ({ db }) =>
      db
        .insertInto('idempotencyKeys')
        .values({ ...key, body: kept })
        .execute(),
    );
    await purgeMember(app, member.id, true);
    const bytes = readFileSync(app.paths.database).toString('latin1');
    const log = readFileSync(`${app.paths.database}-wal`).toString('latin1');
    await close();
    for (const trace of ['Xylophonski', 'Quetzalcoatl', 'xq@example.org', 'Zyzzyva', 'ylo', 'zal']) {
      expect(bytes).not.toContain(trace);
      expect(log).not.toContain(trace);
    }
  });

  test('can also remove a deleted member', async () => {
    const member = await add({ nickname: 'Xanthippe' });
    await deleteMember(app, member.id);
    await purgeMember(app, member.id, false);
    expect(await wholeLog()).not.toContain('Xanthippe');
  });

  test('is refused until seven years after the last giving, unless it is confirmed', async () => {
    const member = await add();
    await give(member.id, { date: '2012-01-01' });
    await give(member.id, { date: '2019-11-19' });
    await expect(purgeMember(app, member.id, false)).rejects.toMatchObject({
      code: 'retention',
      details: { extra: { lastGivingOn: '2019-11-19', until: '2026-11-19' } },
    });
    app.setNow('2026-11-19T18:00:00.000Z');
    await expect(purgeMember(app, member.id, false)).resolves.toBeUndefined();
  });
});
