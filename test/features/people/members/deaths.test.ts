/** What is recorded about the death of a member, and what is refused and warned about. */
import { beforeEach, describe, expect, test } from 'vitest';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { mergeMember } from '../../../../src/features/people/members/merge.ts';
import { MemberQuery, NewMember } from '../../../../src/features/people/members/schema.ts';
import {
  createMember,
  listGivers,
  listMembers,
  updateMember,
} from '../../../../src/features/people/members/service.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
  app.setNow('2026-11-15T18:00:00.000Z');
});

const MEI = { firstName: 'Mei', lastName: 'Lin' };
const ESTATE = { name: 'Mei L. Lin', careOf: 'Kay Wu', address: null };
const add = async (fields: object = {}) => (await createMember(app, decode(NewMember, { ...MEI, ...fields }))).id;
const put = (id: number, fields: object = {}) => updateMember(app, id, decode(NewMember, { ...MEI, ...fields }));
const codesOf = ({ warnings = [] }: { warnings?: readonly { code: string }[] | undefined }) =>
  warnings.map(({ code }) => code);
const give = async (memberId: number, fields: object) => {
  const [category] = (await listCategories(app, false)).items;
  const gift = { categoryId: category?.id, amount: 5, date: '2026-11-01', method: 'Check', memberId, ...fields };
  return createGiving(app, decode(NewGiving, gift));
};

describe('the day of death', () => {
  test('makes the status Deceased, stays if a change leaves it out, and is cleared by null, together with the estate', async () => {
    const id = await add();
    const dead = { diedOn: '2026-05-01', estate: ESTATE, status: 'Deceased' };
    expect(await put(id, { diedOn: '2026-05-01', estate: ESTATE, status: 'Active' })).toMatchObject(dead);
    expect(await put(id, { phone: '1' })).toMatchObject({ ...dead, phone: '1' });
    expect(await put(id, { estate: null })).toMatchObject({ ...dead, estate: null });
    await put(id, { estate: ESTATE });
    expect(await put(id, { diedOn: null })).toMatchObject({ diedOn: null, estate: null, status: 'Active' });
  });

  test.each([
    ['in the future', { diedOn: '2026-11-17' }, 'diedOn', 'in_future'],
    ['before the birth', { birthDate: '1950-01-02', diedOn: '1950-01-01' }, 'diedOn', 'before_birth'],
    ['missing beside an estate', { status: 'Deceased', estate: ESTATE }, 'diedOn', 'not_deceased'],
  ])('is refused %s', async (_what, fields, path, code) => {
    const refused = { code: 'validation_failed', details: { errors: [expect.objectContaining({ path, code })] } };
    await expect(add(fields)).rejects.toMatchObject(refused);
    const id = await add();
    await expect(put(id, fields)).rejects.toMatchObject(refused);
  });

  test('needs the name of the estate without "Estate of", which the paper adds', async () => {
    const estate = { ...ESTATE, name: 'The Estate of Mei Lin' };
    await expect(add({ diedOn: '2026-05-01', estate })).rejects.toThrow('Vestry adds "Estate of"');
    const empty = { name: '', careOf: null, address: null };
    expect(await put(await add(), { diedOn: '2026-05-01', estate: empty })).toMatchObject({ estate: null });
  });

  test('before the last gift is accepted with a warning, once', async () => {
    const id = await add();
    await give(id, { date: '2026-05-03', giftDate: '2026-04-30' });
    expect(codesOf(await put(id, { diedOn: '2026-05-01' }))).toEqual([]);
    expect(codesOf(await put(id, { diedOn: '2026-04-29' }))).toEqual(['died_before_gift']);
    expect(codesOf(await put(id, { phone: '2' }))).toEqual([]);
  });

  test('may be unknown, with a warning', async () => {
    const id = await add();
    const { warnings, ...member } = await put(id, { status: 'Deceased' });
    expect(member).toMatchObject({ status: 'Deceased', diedOn: null });
    expect(warnings).toMatchObject([{ code: 'day_of_death_missing', memberIds: [id] }]);
    expect(codesOf(await put(id, { status: 'Inactive' }))).toEqual([]);
  });

  test('is copied by a merge with the estate, if the remaining record has none', async () => {
    const [double, into] = [await add({ diedOn: '2026-05-01', estate: ESTATE }), await add()];
    const merged = await mergeMember(app, double, { into, confirm: false });
    expect(merged).toMatchObject({ id: into, diedOn: '2026-05-01', estate: ESTATE, status: 'Deceased' });
  });
});

test('a gift after the death has a warning, and one from before that was counted later has none', async () => {
  const id = await add({ diedOn: '2026-05-01' });
  expect(codesOf(await give(id, { date: '2026-05-03', giftDate: '2026-05-01' }))).toEqual([]);
  const { warnings = [] } = await give(id, { date: '2026-05-10' });
  expect(warnings).toMatchObject([{ code: 'giver_deceased' }]);
  expect(warnings[0]?.message).toContain('died on 2026-05-01');
});

test('nobody who died is among those whose address is missing, but they can still be found as givers', async () => {
  const [live, dead] = [await add(), await add({ diedOn: '2026-05-01' })];
  const without = async (filter: object) =>
    (await listMembers(app, decode(MemberQuery, filter))).items.map(({ id }) => id);
  expect(await without({ hasEmail: 'false' })).toEqual([live]);
  expect(await without({ hasAddress: 'false' })).toEqual([live]);
  expect((await listGivers(app)).items).toMatchObject([
    { id: live, isDeceased: false },
    { id: dead, isDeceased: true },
  ]);
});
