import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import {
  bind,
  listBindings,
  listLiveBindings,
  retireBinding,
  retireBindingOf,
} from '../../../../src/features/messages/line/bindings.ts';
import {
  type CodeHolder,
  createBindingCode,
  findCode,
  forgetOldLineEvents,
  useCode,
} from '../../../../src/features/messages/line/codes.ts';
import {
  findGroups,
  joinGroup,
  leaveGroup,
  listGroups,
  updateGroup,
} from '../../../../src/features/messages/line/groups.ts';
import { mergeMember } from '../../../../src/features/people/members/merge.ts';
import { purgeMember } from '../../../../src/features/people/members/purge.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember, deleteMember, restoreMember } from '../../../../src/features/people/members/service.ts';
import { verifyAudit } from '../../../../src/features/audit/verification.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const addMember = async (firstName = 'Mei') =>
  (await createMember(app, decode(NewMember, { firstName, lastName: 'Lin' }))).id;
const bindTo = (memberId: number, platformUserId: string, displayName = `${platformUserId} on LINE`) =>
  inTransaction(app, (app) => bind(app, memberId, { platformUserId, profile: { displayName, language: 'zh-TW' } }));
const live = async () =>
  (await listBindings(app, {})).items.map(({ memberId, displayName }) => `${memberId} ${displayName}`);
const actions = async () => {
  const rows = await app.db.selectFrom('auditLogs').selectAll().orderBy('id').execute();
  return rows.filter(({ action }) => !action.endsWith('Seeded') && action !== 'AuditBaseline');
};

describe('a binding', () => {
  test('links a member to a LINE account', async () => {
    const [mei, bo] = [await addMember(), await addMember('Bo')];
    expect(await bindTo(mei, 'U1')).toBe('nothing');
    expect(await listLiveBindings(app, [mei, bo, 999])).toEqual([
      { memberId: mei, platformUserId: 'U1', displayName: 'U1 on LINE', language: 'zh-TW' },
    ]);
    const { items } = await listBindings(app, {});
    expect(items).toMatchObject([{ memberId: mei, memberName: 'Mei Lin', platform: 'Line', retiredAt: null }]);
  });

  test('ends earlier bindings of the same member or the same account', async () => {
    const [mei, bo] = [await addMember(), await addMember('Bo')];
    await bindTo(mei, 'U1');
    expect(await bindTo(mei, 'U2')).toBe('otherAccount');
    expect(await bindTo(bo, 'U2')).toBe('otherMember');
    expect(await live()).toEqual([`${bo} U2 on LINE`]);
    const { items } = await listBindings(app, { includeRetired: true });
    expect(items).toHaveLength(3);
    expect(items.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
    const facts = (await actions()).filter(({ entityType }) => entityType === 'MemberChannelBinding');
    expect(facts.map(({ action, entityId }) => `${action} ${entityId}`)).toEqual([
      'MemberBound 1',
      'BindingRetired 1',
      'MemberBound 2',
      'BindingRetired 2',
      'MemberBound 3',
    ]);
    expect(JSON.stringify(facts)).not.toMatch(/U1|U2|on LINE/);
  });

  test('to the same account is not replaced, but gets the current name of the account', async () => {
    const mei = await addMember();
    await bindTo(mei, 'U1');
    expect(await bindTo(mei, 'U1', 'Mei 2')).toBe('same');
    expect((await listBindings(app, { includeRetired: true })).items).toMatchObject([{ displayName: 'Mei 2' }]);
  });

  test('can be retired only once', async () => {
    await bindTo(await addMember(), 'U1');
    await retireBinding(app, 1);
    await expect(retireBinding(app, 1)).rejects.toMatchObject({ code: 'not_found' });
    await expect(retireBinding(app, 999)).rejects.toMatchObject({ code: 'not_found' });
    expect(await live()).toEqual([]);
  });

  test('ends when its account blocks the church, but other bindings remain', async () => {
    const [mei, bo] = [await addMember(), await addMember('Bo')];
    await bindTo(mei, 'U1');
    await bindTo(bo, 'U2');
    for (const user of ['U1', 'U1', 'U3']) await inTransaction(app, (app) => retireBindingOf(app, user));
    expect(await live()).toEqual([`${bo} U2 on LINE`]);
  });

  test('is inactive while its member is deleted', async () => {
    const mei = await addMember();
    await bindTo(mei, 'U1');
    await deleteMember(app, mei);
    expect(await listLiveBindings(app, [mei])).toEqual([]);
    expect((await listBindings(app, { includeRetired: true })).items).toEqual([]);
    await restoreMember(app, mei);
    expect(await listLiveBindings(app, [mei])).toHaveLength(1);
  });

  test('is found even in a search for more members than an SQL statement can have parameters', async () => {
    const mei = await addMember();
    await bindTo(mei, 'U1');
    const ids = Array.from({ length: 40_000 }, (_, index) => index + 1);
    expect(await listLiveBindings(app, ids)).toMatchObject([{ memberId: mei }]);
  });
});

describe('a code', () => {
  test('is found by its text, but is stored only as a hash', async () => {
    const mei = await addMember();
    const { code, expiresAt } = await createBindingCode(app, { memberId: mei });
    expect(expiresAt).toBe('2026-11-19T18:00:00.000Z');
    expect(await findCode(app, ['ABCD2345', code])).toMatchObject({ memberId: mei, firstName: 'Mei' });
    expect(await findCode(app, ['ABCD2345'])).toBeUndefined();
    const stored = await app.db.selectFrom('lineBindingCodes').selectAll().execute();
    expect(JSON.stringify([stored, await actions()])).not.toContain(code);
    expect(await actions()).toContainEqual(
      expect.objectContaining({
        action: 'BindingCodeCreated',
        entityType: 'LineBindingCode',
        changes: expect.stringContaining(`{"memberId":[null,${mei}],"expiresAt":[null,"${expiresAt}"]`),
      }),
    );
  });

  test('expires after 24 hours', async () => {
    const { code } = await createBindingCode(app, { memberId: await addMember() });
    app.setNow('2026-11-19T17:59:59.999Z');
    expect(await findCode(app, [code])).toBeDefined();
    app.setNow('2026-11-19T18:00:00.000Z');
    expect(await findCode(app, [code])).toBeUndefined();
  });

  test('that is used ends the other open codes of its member, but no code of another member', async () => {
    const [mei, bo] = [await addMember(), await addMember('Bo')];
    const [one, two, other] = [
      await createBindingCode(app, { memberId: mei }),
      await createBindingCode(app, { memberId: mei }),
      await createBindingCode(app, { memberId: bo }),
    ];
    const holder = (await findCode(app, [two.code])) as CodeHolder;
    await inTransaction(app, (app) => useCode(app, holder));
    expect(await findCode(app, [one.code, two.code])).toBeUndefined();
    expect(await findCode(app, [other.code])).toMatchObject({ memberId: bo });
  });

  test('of a deleted member does not work, and no new code is made for a deleted or unknown member', async () => {
    const mei = await addMember();
    const { code } = await createBindingCode(app, { memberId: mei });
    await deleteMember(app, mei);
    expect(await findCode(app, [code])).toBeUndefined();
    for (const memberId of [mei, 999]) {
      await expect(createBindingCode(app, { memberId })).rejects.toMatchObject({ code: 'unknown_reference' });
    }
  });

  test('is deleted ninety days after it expired', async () => {
    await createBindingCode(app, { memberId: await addMember() });
    app.setNow('2027-02-16T00:00:00.000Z');
    await forgetOldLineEvents(app);
    expect(await app.db.selectFrom('lineBindingCodes').selectAll().execute()).toHaveLength(1);
    app.setNow('2027-02-18T00:00:00.000Z');
    await forgetOldLineEvents(app);
    expect(await app.db.selectFrom('lineBindingCodes').selectAll().execute()).toEqual([]);
  });
});

describe('a group', () => {
  const join = (platformGroupId: string, name: string) =>
    inTransaction(app, (app) => joinGroup(app, platformGroupId, name));
  const leave = (platformGroupId: string) => inTransaction(app, (app) => leaveGroup(app, platformGroupId));

  test('keeps the name that the office gave it, even after the account leaves the group and joins it again', async () => {
    await join('C1', 'Youth');
    await join('C1', 'Youth');
    await updateGroup(app, 1, { name: 'Youth fellowship', isActive: true });
    app.setNow('2026-11-20T00:00:00.000Z');
    await leave('C1');
    await leave('C1');
    await leave('C2');
    expect((await listGroups(app)).items).toMatchObject([
      { name: 'Youth fellowship', isActive: false, leftAt: '2026-11-20T00:00:00.000Z' },
    ]);
    await expect(updateGroup(app, 1, { name: 'Youth', isActive: true })).rejects.toMatchObject({ code: 'conflict' });
    await updateGroup(app, 1, { name: 'Young people', isActive: false });
    await join('C1', 'Youth');
    expect(await findGroups(app, [1, 2])).toEqual([
      { id: 1, platformGroupId: 'C1', name: 'Young people', isActive: true },
    ]);
    const facts = await actions();
    expect(facts.map(({ action }) => action)).toEqual([
      'MessagingGroupJoined',
      'MessagingGroupUpdated',
      'MessagingGroupLeft',
      'MessagingGroupUpdated',
      'MessagingGroupJoined',
    ]);
    expect(JSON.stringify(facts)).not.toContain('C1');
  });
});

describe('when two members are merged', () => {
  test('the surviving member keeps their own binding and gets the history of the removed member', async () => {
    const [double, mei] = [await addMember(), await addMember()];
    await bindTo(double, 'U1');
    await bindTo(mei, 'U2');
    await mergeMember(app, double, { into: mei, confirm: true });
    expect(await listLiveBindings(app, [double, mei])).toMatchObject([{ memberId: mei, platformUserId: 'U2' }]);
    const { items } = await listBindings(app, { includeRetired: true });
    expect(items.map(({ memberId, displayName, retiredAt }) => [memberId, displayName, retiredAt !== null])).toEqual([
      [mei, 'U2 on LINE', false],
      [mei, 'U1 on LINE', true],
    ]);
    expect((await actions()).map(({ action }) => action)).toContain('BindingRetired');
  });

  test('a surviving member without a binding gets the binding and the codes of the removed member', async () => {
    const [double, mei] = [await addMember(), await addMember()];
    await bindTo(double, 'U1');
    const { code } = await createBindingCode(app, { memberId: double });
    await mergeMember(app, double, { into: mei, confirm: true });
    expect(await listLiveBindings(app, [mei])).toMatchObject([{ platformUserId: 'U1' }]);
    expect(await findCode(app, [code])).toMatchObject({ memberId: mei });
  });
});

test('a purge leaves nothing about the person’s LINE account in any table', async () => {
  const [mei, bo] = [await addMember(), await addMember('Bo')];
  await bindTo(mei, 'Usecret1', 'Secret name');
  await bindTo(mei, 'Usecret2', 'Secret name');
  await bindTo(bo, 'Uother');
  await createBindingCode(app, { memberId: mei });
  await purgeMember(app, mei, true);
  const tables = ['memberChannelBindings', 'lineBindingCodes', 'auditLogs', 'notificationLogs'] as const;
  for (const table of tables) {
    const rows = await app.db.selectFrom(table).selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/Usecret|Secret name/);
  }
  expect(await live()).toEqual([`${bo} Uother on LINE`]);
  expect(await app.db.selectFrom('lineBindingCodes').selectAll().execute()).toEqual([]);
  expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
});
