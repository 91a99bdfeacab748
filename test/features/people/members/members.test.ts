import { beforeEach, describe, expect, test } from 'vitest';
import { NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import {
  createFamily,
  deleteFamily,
  getFamily,
  listFamilies,
  updateFamily,
} from '../../../../src/features/people/families/service.ts';
import { FamilyUnitQuery } from '../../../../src/features/people/families/schema.ts';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving, getGiving } from '../../../../src/features/giving/givings/service.ts';
import { MemberQuery, NewMember } from '../../../../src/features/people/members/schema.ts';
import {
  createMember,
  deleteMember,
  getMember,
  listMembers,
  restoreMember,
  updateMember,
} from '../../../../src/features/people/members/service.ts';
import { createUser, getUser } from '../../../../src/features/access/users/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const add = (fields: object = {}) =>
  createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }));
const facts = async () =>
  (await app.db.selectFrom('auditLogs').select(['action', 'entityId']).orderBy('id').execute()).map(
    ({ action, entityId }) => `${action} ${entityId}`,
  );

describe('a deleted member', () => {
  test('cannot be read, and has the same fields as before once it is restored', async () => {
    const member = await add({ nickname: 'May', offeringNumber: '12' });
    await deleteMember(app, member.id);
    await expect(getMember(app, member.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteMember(app, member.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await restoreMember(app, member.id)).toEqual(member);
    expect((await facts()).slice(-3)).toEqual([
      `MemberCreated ${member.id}`,
      `MemberDeleted ${member.id}`,
      `MemberRestored ${member.id}`,
    ]);
  });

  test('is still named on old givings, but cannot get new givings', async () => {
    const member = await add();
    const { items } = await listCategories(app, false);
    const gift = { categoryId: items[0]?.id, amount: 5, date: '2026-11-01', method: 'Cash', memberId: member.id };
    const giving = await createGiving(app, decode(NewGiving, gift));
    await deleteMember(app, member.id);
    expect(await getGiving(app, giving.id)).toMatchObject({ memberId: member.id, memberName: 'Mei Lin' });
    await expect(createGiving(app, decode(NewGiving, gift))).rejects.toMatchObject({ code: 'unknown_reference' });
  });

  test('frees its offering number and its user, and cannot be restored while another member has one of them', async () => {
    const user = (
      await createUser(app, { email: 'm@example.org', displayName: 'M', roles: ['member'], memberId: null }, 'x')
    ).user;
    const first = await add({ offeringNumber: '7', userId: user.id });
    await deleteMember(app, first.id);
    expect((await getUser(app, user.id)).memberId).toBeNull();
    const second = await add({ offeringNumber: '7' });
    await expect(restoreMember(app, first.id)).rejects.toMatchObject({ code: 'offering_number_taken' });
    await updateMember(app, second.id, decode(NewMember, { firstName: 'A', lastName: 'B', userId: user.id }));
    await expect(restoreMember(app, first.id)).rejects.toMatchObject({ code: 'user_already_linked' });
  });

  test('can be restored, but a member who is not deleted or does not exist cannot', async () => {
    const member = await add();
    await expect(restoreMember(app, member.id)).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(restoreMember(app, 999)).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('the id of a purged member is never reused', async () => {
  const member = await add();
  await app.db.transaction().execute((db) => db.deleteFrom('members').where('id', '=', member.id).execute());
  expect((await add()).id).toBeGreaterThan(member.id);
});

describe('the list of members', () => {
  const list = async (query: Record<string, string> = {}) => listMembers(app, decode(MemberQuery, query));
  const names = async (query: Record<string, string>) => (await list(query)).items.map(({ firstName }) => firstName);

  beforeEach(async () => {
    const { id } = await createFamily(app, decode(NewFamilyUnit, { name: 'Lin', address: { city: 'Naperville' } }));
    const user = (
      await createUser(app, { email: 'l@example.org', displayName: 'L', roles: ['member'], memberId: null }, 'x')
    ).user;
    await add({ firstName: 'José', lastName: 'García', nickname: 'Pepe', email: 'jose@example.org', familyUnitId: id });
    await add({ firstName: 'Mei', lastName: 'Lin', chineseName: '林美', status: 'Visitor', userId: user.id });
    await add({ firstName: 'Ann', lastName: 'Lee', offeringNumber: '77', familyUnitId: id });
    await deleteMember(app, (await add({ firstName: 'Gone', lastName: 'Lin', chineseName: '林去' })).id);
  });

  test('is sorted by last name and does not show deleted members', async () => {
    expect(await list()).toMatchObject({ totalCount: 3, totalPages: 1, page: 1, pageSize: 25 });
    expect(await names({})).toEqual(['José', 'Ann', 'Mei']);
    expect(await names({ sort: '-firstName', pageSize: '2', page: '2' })).toEqual(['Ann']);
  });

  test.each([
    ['a part of a first name, whatever its accents and case', { search: 'OSE' }, ['José']],
    ['both names in either order', { search: 'garcia jose' }, ['José']],
    ['a nickname', { search: 'epe' }, ['José']],
    ['one Chinese character', { search: '林' }, ['Mei']],
    ['an offering number', { search: '77' }, ['Ann']],
    ['nothing for the name of a deleted member', { search: '林去' }, []],
    ['members with a status', { status: 'Visitor' }, ['Mei']],
    ['members with a user', { hasUser: 'true' }, ['Mei']],
    ['members without a user', { hasUser: 'false' }, ['José', 'Ann']],
    ['members without an e-mail address', { hasEmail: 'false' }, ['Ann', 'Mei']],
    ['members with an e-mail address', { hasEmail: 'true' }, ['José']],
    ['members without an address of their own or of their family', { hasAddress: 'false' }, ['Mei']],
    ['members with an address of their own or of their family', { hasAddress: 'true' }, ['José', 'Ann']],
    ['members without an e-mail address by name', { hasEmail: 'false', search: 'lee' }, ['Ann']],
    ['members without an address by name', { hasAddress: 'false', search: 'jose' }, []],
    ['members by family and name together', { familyUnitId: '1', search: 'lee' }, ['Ann']],
  ])('finds %s', async (_name, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });
});

describe('a family', () => {
  const newFamily = (fields: object = {}) => decode(NewFamilyUnit, { name: 'Lin', ...fields });

  test('lists its head first, and its children by age', async () => {
    const { id: familyUnitId, members } = await createFamily(app, newFamily({ jointStatement: true }));
    expect(members).toEqual([]);
    const names = ['Younger', 'Older', 'Wife', 'Aunt', 'Husband', 'Guest'];
    const more: Record<string, object> = {
      Younger: { familyRole: 'Child', birthDate: '2015-01-01' },
      Older: { familyRole: 'Child', birthDate: '2010-01-01' },
      Wife: { familyRole: 'Spouse' },
      Aunt: { familyRole: 'Other' },
      Husband: { familyRole: 'Head' },
    };
    for (const firstName of names) await add({ firstName, familyUnitId, ...more[firstName] });
    await deleteMember(app, (await add({ firstName: 'Gone', familyUnitId })).id);
    const family = await getFamily(app, familyUnitId);
    expect(family).toMatchObject({ name: 'Lin', jointStatement: true });
    expect(family.members.map(({ firstName }) => firstName)).toEqual([
      'Husband',
      'Wife',
      'Older',
      'Younger',
      'Aunt',
      'Guest',
    ]);
  });

  test('that is deleted leaves its members without a family, even a deleted member who is restored later', async () => {
    const { id: familyUnitId } = await createFamily(app, newFamily());
    const [stays, away] = [await add({ familyUnitId, familyRole: 'Head' }), await add({ familyUnitId })];
    await deleteMember(app, away.id);
    await deleteFamily(app, familyUnitId);
    await expect(getFamily(app, familyUnitId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getMember(app, stays.id)).toMatchObject({ familyUnitId: null, familyRole: null });
    expect(await restoreMember(app, away.id)).toMatchObject({ familyUnitId: null });
    expect(await facts()).toEqual(
      expect.arrayContaining([`FamilyUnitDeleted ${familyUnitId}`, `MemberUpdated ${stays.id}`]),
    );
    await expect(add({ familyUnitId })).rejects.toMatchObject({ code: 'unknown_reference' });
  });

  test('is found by any part of its name, regardless of capitals', async () => {
    for (const name of ['Lin', 'Chén', '陳家']) await createFamily(app, newFamily({ name }));
    const search = async (text: string) =>
      (await listFamilies(app, decode(FamilyUnitQuery, { search: text }))).items.map(({ name }) => name);
    expect(await search('CHE')).toEqual(['Chén']);
    expect(await search('陳')).toEqual(['陳家']);
    expect(await search('%')).toEqual([]);
  });

  test('is listed with the names of its live members, the head first', async () => {
    const { id } = await createFamily(app, newFamily({ name: 'Lin' }));
    const { id: empty } = await createFamily(app, newFamily({ name: 'Lin' }));
    const place = (familyRole: string) => ({ familyUnitId: id, familyRole });
    await add({ firstName: 'David', lastName: 'Lin', ...place('Child') });
    await add({ firstName: 'Mei', lastName: 'Lin', chineseName: '林美', ...place('Head') });
    await deleteMember(app, (await add({ firstName: 'Gone', ...place('Spouse') })).id);
    const { items } = await listFamilies(app, decode(FamilyUnitQuery, { search: 'lin' }));
    const people = new Map(items.map((family) => [family.id, family.people]));
    expect(people.get(id)?.map(({ firstName }) => firstName)).toEqual(['Mei', 'David']);
    expect(people.get(id)?.[0]).toMatchObject({ chineseName: '林美', familyRole: 'Head' });
    expect(people.get(empty)).toEqual([]);
  });

  test('is updated as a whole, so that omitted fields are cleared', async () => {
    const { id } = await createFamily(app, newFamily({ phone: '555', notes: 'x', jointStatement: true }));
    expect(await updateFamily(app, id, newFamily({ name: 'Lin-Wu' }))).toMatchObject({
      name: 'Lin-Wu',
      phone: null,
      notes: null,
      jointStatement: false,
    });
  });
});
