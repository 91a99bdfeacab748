import { beforeEach, expect, test } from 'vitest';
import { FamilyUnitQuery, NewFamilyUnit } from '../../../../src/features/people/families/schema.ts';
import { createFamily, getFamily, listFamilies } from '../../../../src/features/people/families/service.ts';
import { membersCsv } from '../../../../src/features/people/members/export.ts';
import { MemberFilter, NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember, deleteMember } from '../../../../src/features/people/members/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { importPeople } from '../../../support/import.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const add = (firstName: string, familyUnitId: number, familyRole: string | null) =>
  createMember(app, decode(NewMember, { firstName, lastName: 'Norwood', familyUnitId, familyRole }));
const family = async (jointStatement: boolean, ...roles: (string | null)[]) => {
  const { id } = await createFamily(app, decode(NewFamilyUnit, { name: 'Norwood', jointStatement }));
  for (const [at, role] of roles.entries()) await add(`P${at}`, id, role);
  return id;
};

test.each([
  ['NoHead', ['Spouse', 'Child']],
  ['SeveralHeads', ['Head', 'Head', 'Spouse']],
  ['NoSpouse', ['Head', 'Child', null]],
  ['SeveralSpouses', ['Head', 'Spouse', 'Spouse']],
  [null, ['Head', 'Spouse', 'Child', 'Other']],
])('a family that wants a joint statement says what is in its way: %s', async (problem, roles) => {
  const [id, without] = [await family(true, ...roles), await family(false, ...roles)];
  expect(await getFamily(app, id)).toMatchObject({ jointProblem: problem });
  expect(await getFamily(app, without)).toMatchObject({ jointProblem: null });
  const { items } = await listFamilies(app, decode(FamilyUnitQuery, { sort: 'id' }));
  expect(items.map(({ jointProblem }) => jointProblem)).toEqual([problem, null]);
  const csv = (await membersCsv(app, decode(MemberFilter, { sort: 'id' }))).toString().split('\r\n');
  const at = csv[0]?.split(',').indexOf('jointProblem') ?? -1;
  const told = csv.slice(1, -1).map((line) => line.split(',')[at]);
  expect(told).toEqual([...roles.map(() => problem ?? ''), ...roles.map(() => '')]);
});

test('who was deleted is no head, and the column of an export is not read again', async () => {
  const id = await family(true, 'Head', 'Spouse');
  const head = await add('Carl', id, 'Head');
  expect(await getFamily(app, id)).toMatchObject({ jointProblem: 'SeveralHeads' });
  const csv = await membersCsv(app, decode(MemberFilter, { sort: 'id' }));
  await deleteMember(app, head.id);
  expect(await getFamily(app, id)).toMatchObject({ jointProblem: null });
  app = await testApp();
  expect(await importPeople(app, csv)).toMatchObject({ created: 3, familiesCreated: 1, ignoredColumns: [] });
});
