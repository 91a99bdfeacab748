import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  badPaths,
  close,
  done,
  etag,
  expense,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { request, signIn, startDaemon, temporaryDir } from '../support/daemon.ts';
import { keepsNamesApart, onlyFinanceWrites } from './category-suite.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/expense-categories';
const GROUPS = `${ROUTE}/groups`;
const SUBS = `${ROUTE}/subcategories`;

let serial = 0;
const unique = (what = 'Category') => `${what} ${(serial += 1)}`;
const makeGroup = (name = unique('Group')) => done(books.admin.post(GROUPS, { name }));
const sub = (fields: Record<string, unknown>) => ({ name: unique('Sub'), form990LineCode: '13', ...fields });
async function makeSub(fields: Record<string, unknown> = {}): Promise<Json> {
  const groupId = fields['groupId'] ?? (await makeGroup()).id;
  return done(books.admin.post(SUBS, sub({ groupId, ...fields })));
}
/** Returns the body of a PUT that applies these changes to the subcategory. It always includes `isActive`. */
const changed = ({ groupId, name, form990LineCode, isActive }: Json, fields: Record<string, unknown> = {}) => ({
  groupId,
  name,
  form990LineCode,
  isActive,
  ...fields,
});
const putSub = (one: Json, fields: Record<string, unknown>, headers = {}) =>
  books.admin.put(`${SUBS}/${one.id}`, changed(one, fields), headers);
const tree = async (): Promise<Json[]> => (await done(books.admin.get(ROUTE))).items;
const groupNames = async () => (await tree()).map((group) => group.name);
const subsOf = async (groupId: number): Promise<Json[]> =>
  (await tree()).find((group) => group.id === groupId)?.subCategories ?? [];

describe('a new group', () => {
  test('is created with status 201 and an address, and is listed without subcategories', async () => {
    const { status, headers, body } = await books.admin.post(GROUPS, { name: '青年 Ministry Trips' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${GROUPS}/${body.id}`);
    expect(body).toMatchObject({ name: '青年 Ministry Trips', isActive: true });
    const seen = await books.admin.get(`${GROUPS}/${body.id}`);
    expect(seen.body).toEqual(body);
    expect(etag(seen)).toBe(headers.get('etag'));
    const listed = (await tree()).find((group) => group.id === body.id);
    expect(listed).toMatchObject({ name: '青年 Ministry Trips', isActive: true, subCategories: [] });
  });

  test.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: '   ' }, ['name']],
    [{ name: 5 }, ['name']],
    [{ name: null }, ['name']],
    [{ name: 'x'.repeat(5000) }, ['name']],
    [{ name: 'Bad group', id: 5 }, ['id']],
    [{ name: '', subCategories: [] }, ['name', 'subCategories']],
  ])('is refused with the body %j, and the refusal names %j', async (body, paths) => {
    const answer = await books.admin.post(GROUPS, body);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(paths);
    expect(await groupNames()).not.toContain('Bad group');
  });
});

describe('a new subcategory', () => {
  test('is created with status 201 and an address, is listed under its group, and accepts expenses', async () => {
    const group = await makeGroup();
    const fields = { groupId: group.id, name: '講員交通費', form990LineCode: '11g' };
    const { status, headers, body } = await books.admin.post(SUBS, fields);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${SUBS}/${body.id}`);
    expect(body).toMatchObject({ ...fields, isActive: true });
    const seen = await books.admin.get(`${SUBS}/${body.id}`);
    expect(seen.body).toEqual(body);
    expect(etag(seen)).toBe(headers.get('etag'));
    expect(await subsOf(group.id)).toMatchObject([{ id: body.id, ...fields, isActive: true }]);
    const spent = await addExpense(books, { expenseDate: '2024-01-05', subCategoryId: body.id });
    expect(spent).toMatchObject({ subCategoryName: '講員交通費', groupName: group.name, form990LineCode: '11g' });
  });

  test.each(['1', '4', '5', '11a', '11e', '22', '23', '24'])('can be mapped to line %s', async (form990LineCode) => {
    expect(await makeSub({ form990LineCode })).toMatchObject({ form990LineCode });
  });

  // Line 25 is computed, and the report fills lines 24a to 24e, so no subcategory can be mapped to them.
  test.each(['25', '26', '0', '11', '11h', '11G', '24a', '24e', '', null, 13])(
    'cannot be mapped to line %j, and neither can an existing subcategory',
    async (form990LineCode) => {
      const one = await makeSub();
      const body = sub({ groupId: one.groupId, form990LineCode });
      for (const answer of [await books.admin.post(SUBS, body), await putSub(one, { form990LineCode })]) {
        expect([400, 422]).toContain(answer.status);
        expect(badPaths(answer)).toEqual(['form990LineCode']);
      }
      expect(await subsOf(one.groupId)).toMatchObject([{ id: one.id, form990LineCode: '13' }]);
    },
  );

  test('is refused with several invalid fields, and the refusal names each of them', async () => {
    const answer = await books.admin.post(SUBS, { groupId: 'x', name: '', typo: 1 });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['form990LineCode', 'groupId', 'name', 'typo']);
  });

  test('must be in an existing group, and an existing subcategory can move only to an existing group', async () => {
    const one = await makeSub();
    for (const answer of [
      await books.admin.post(SUBS, sub({ groupId: 999_999 })),
      await putSub(one, { groupId: 999_999 }),
    ]) {
      expect(refusal(answer)).toBe('422 unknown_reference');
      expect(badPaths(answer)).toEqual(['groupId']);
    }
    expect((await done(books.admin.get(`${SUBS}/${one.id}`))).groupId).toBe(one.groupId);
  });
});

describe('the names of expense categories', () => {
  keepsNamesApart({
    books,
    what: 'group',
    route: GROUPS,
    seeded: 'Missions & Outreach',
    unique: () => unique('Group'),
    created: (name) => ({ name }),
    renamed: (name) => ({ name, isActive: true }),
    names: groupNames,
  });

  let office = 0;
  beforeAll(async () => {
    office = (await tree()).find(({ name }) => name === 'Office').id;
  });
  keepsNamesApart({
    books,
    what: 'subcategory',
    route: SUBS,
    seeded: 'Office Supplies',
    unique: () => unique('Sub'),
    created: (name) => sub({ groupId: office, name }),
    renamed: (name) => sub({ groupId: office, name, isActive: true }),
    names: async () => (await subsOf(office)).map(({ name }) => name),
  });

  test('may be the same for two subcategories in different groups', async () => {
    const { name } = await makeSub();
    expect((await makeSub({ name })).name).toBe(name);
  });
});

describe('changing an expense category', () => {
  test('renames a group in its expenses and in open statements, but not in finalized statements', async () => {
    const group = await makeGroup();
    const { id: subCategoryId } = await makeSub({ groupId: group.id });
    const spent = await addApproved(books, { expenseDate: '2001-01-05', subCategoryId });
    await addApproved(books, { expenseDate: '2001-02-05', subCategoryId });
    const before = await close(books, '2001/1');
    const name = unique('Renamed');
    const { status, body } = await books.admin.put(`${GROUPS}/${group.id}`, { name, isActive: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: group.id, name, isActive: true });
    expect((await done(books.admin.get(`/api/expenses/${spent.id}`))).groupName).toBe(name);
    expect((await statementOf(books, '2001/2')).expensesByGroup).toMatchObject([{ name, amount: 10 }]);
    expect(await statementOf(books, '2001/1')).toEqual(before);
    expect(await groupNames()).not.toContain(group.name);
  });

  test('moves a subcategory to another group, together with its expenses', async () => {
    const one = await makeSub();
    const other = await makeGroup();
    const spent = await addApproved(books, { expenseDate: '2001-03-05', subCategoryId: one.id });
    expect((await putSub(one, { groupId: other.id })).status).toBe(200);
    expect(await subsOf(one.groupId)).toEqual([]);
    expect(await subsOf(other.id)).toMatchObject([{ id: one.id, groupId: other.id }]);
    expect((await done(books.admin.get(`/api/expenses/${spent.id}`))).groupName).toBe(other.name);
    const { expensesByGroup } = await statementOf(books, '2001/3');
    expect(expensesByGroup).toMatchObject([{ groupId: other.id, amount: 10 }]);
  });

  test('is refused with an unknown field and changes nothing', async () => {
    const one = await makeSub();
    const answer = await putSub(one, { line: '14' });
    expect(answer.body.errors).toMatchObject([{ path: 'line', code: 'unknown_field' }]);
    const group = await books.admin.put(`${GROUPS}/${one.groupId}`, { name: unique(), isActive: true, sort: 1 });
    expect(group.body.errors).toMatchObject([{ path: 'sort', code: 'unknown_field' }]);
    expect(await done(books.admin.get(`${SUBS}/${one.id}`))).toEqual(one);
  });

  test('is refused with a stale If-Match and changes nothing, and so is deleting an expense category', async () => {
    const group = await makeGroup();
    const made = await books.admin.post(SUBS, sub({ groupId: group.id }));
    const stale = { 'if-match': etag(made) };
    const fresh = await putSub(made.body, { form990LineCode: '14' }, stale);
    expect(fresh.status).toBe(200);
    expect(etag(fresh)).not.toBe(etag(made));
    expect(refusal(await putSub(made.body, { form990LineCode: '15' }, stale))).toBe('412 stale_version');
    expect(refusal(await books.admin.del(`${SUBS}/${made.body.id}`, stale))).toBe('412 stale_version');
    const bad = { 'if-match': '"other"' };
    const body = { name: unique(), isActive: true };
    expect(refusal(await books.admin.put(`${GROUPS}/${group.id}`, body, bad))).toBe('412 stale_version');
    expect(refusal(await books.admin.del(`${GROUPS}/${group.id}`, bad))).toBe('412 stale_version');
    expect((await done(books.admin.get(`${SUBS}/${made.body.id}`))).form990LineCode).toBe('14');
    expect(await groupNames()).toContain(group.name);
  });
});

describe('a subcategory mapped to another Form 990 line', () => {
  const report = (year: number) => done(books.admin.get(`/api/form990/functional-expenses?year=${year}`));
  const total = (body: Json, code: string) => body.lines.find((row: Json) => row.code === code).total;

  test('moves its earlier expenses to that line, and the total of the report stays the same', async () => {
    const one = await makeSub({ form990LineCode: '13' });
    const spent = await addApproved(books, { expenseDate: '2002-05-05', amount: 70.07, subCategoryId: one.id });
    await addApproved(books, { expenseDate: '2002-05-06', amount: 5 });
    expect(total(await report(2002), '13')).toBe(75.07);
    const before = await close(books, '2002/5');
    expect((await putSub(one, { form990LineCode: '14' })).body.form990LineCode).toBe('14');
    const after = await report(2002);
    expect([total(after, '13'), total(after, '14'), after.totals.total]).toEqual([5, 70.07, 75.07]);
    expect((await done(books.admin.get(`/api/expenses/${spent.id}`))).form990LineCode).toBe('14');
    expect(await statementOf(books, '2002/5')).toEqual(before);
  });

  test('causes a warning if an amount belongs to a column that the new line does not have', async () => {
    const one = await makeSub({ form990LineCode: '13' });
    const ministryId = books.ministry('Administration');
    await addApproved(books, { expenseDate: '2003-05-05', amount: 8, subCategoryId: one.id, ministryId });
    expect((await report(2003)).warnings).toEqual([]);
    await done(putSub(one, { form990LineCode: '11e' }));
    expect((await report(2003)).warnings).toMatchObject([
      { code: 'column_not_allowed', line: '11e', functionalClass: 'ManagementAndGeneral', amount: 8, count: 1 },
    ]);
  });
});

describe('a disabled subcategory', () => {
  test('is shown as disabled everywhere, keeps its expenses, and can be enabled again', async () => {
    const one = await makeSub();
    const spent = await addApproved(books, { expenseDate: '2004-01-05', subCategoryId: one.id });
    const { status, body } = await putSub(one, { isActive: false });
    expect(status).toBe(200);
    expect(body).toEqual(expect.objectContaining({ id: one.id, name: one.name, isActive: false }));
    expect((await done(books.admin.get(`${SUBS}/${one.id}`))).isActive).toBe(false);
    for (const row of await subsOf(one.groupId)) expect(row.isActive).toBe(false);
    expect(await done(books.admin.get(`/api/expenses/${spent.id}`))).toMatchObject({ subCategoryName: one.name });
    expect((await statementOf(books, '2004/1')).totalExpenses).toBe(10);
    expect((await putSub(one, { isActive: true })).body.isActive).toBe(true);
  });

  // The contract does not say whether a disabled subcategory refuses expenses. If it does, it must refuse them with the
  // error code of a disabled giving category.
  test('either accepts a new expense or refuses it and stores nothing', async () => {
    const one = await makeSub();
    await done(putSub(one, { isActive: false }));
    const answer = await books.admin.post(
      '/api/expenses',
      expense(books, { expenseDate: '2004-02-05', subCategoryId: one.id }),
    );
    expect(['201 undefined', '422 category_disabled']).toContain(refusal(answer));
    const { totalCount } = await done(books.admin.get(`/api/expenses?subCategoryId=${one.id}`));
    expect(totalCount).toBe(answer.status === 201 ? 1 : 0);
  });

  test.each(['yes', 0, null])('cannot have %j as its isActive value, and neither can a group', async (isActive) => {
    const one = await makeSub();
    expect(badPaths(await putSub(one, { isActive }))).toEqual(['isActive']);
    const group = await books.admin.put(`${GROUPS}/${one.groupId}`, { name: unique(), isActive });
    expect(badPaths(group)).toEqual(['isActive']);
  });
});

test('a disabled group is shown as disabled and keeps its subcategories', async () => {
  const one = await makeSub();
  const { name } = await done(books.admin.get(`${GROUPS}/${one.groupId}`));
  const { body } = await books.admin.put(`${GROUPS}/${one.groupId}`, { name, isActive: false });
  expect(body).toMatchObject({ id: one.groupId, name, isActive: false });
  expect(await done(books.admin.get(`${SUBS}/${one.id}`))).toMatchObject({ id: one.id, groupId: one.groupId });
});

describe('deleting an expense category', () => {
  test('returns 204 for an unused subcategory and an empty group, which can no longer be read or used', async () => {
    const one = await makeSub();
    for (const route of [`${SUBS}/${one.id}`, `${GROUPS}/${one.groupId}`]) {
      const gone = await books.admin.del(route);
      expect([gone.status, gone.body]).toEqual([204, '']);
      expect(refusal(await books.admin.get(route))).toBe('404 not_found');
      expect(refusal(await books.admin.del(route))).toBe('404 not_found');
    }
    expect((await tree()).map(({ id }) => id)).not.toContain(one.groupId);
    const body = expense(books, { expenseDate: '2005-01-05', subCategoryId: one.id });
    expect(refusal(await books.admin.post('/api/expenses', body))).toBe('422 unknown_reference');
    expect(refusal(await books.admin.post(SUBS, sub({ groupId: one.groupId })))).toBe('422 unknown_reference');
  });

  test('is refused if an expense uses the category, even a deleted expense', async () => {
    const one = await makeSub();
    const { id } = await addExpense(books, { expenseDate: '2005-02-05', subCategoryId: one.id });
    const routes = [`${SUBS}/${one.id}`, `${GROUPS}/${one.groupId}`];
    for (const route of routes) expect(refusal(await books.admin.del(route))).toBe('409 category_in_use');
    await done(books.admin.del(`/api/expenses/${id}`));
    for (const route of routes) {
      expect(refusal(await books.admin.del(route))).toBe('409 category_in_use');
      expect((await books.admin.get(route)).status).toBe(200);
    }
  });

  test('is possible once the category’s only expense has moved to another subcategory', async () => {
    const one = await makeSub();
    const { id } = await addExpense(books, { expenseDate: '2005-03-05', subCategoryId: one.id });
    await done(books.admin.put(`/api/expenses/${id}`, expense(books, { expenseDate: '2005-03-05' })));
    expect((await books.admin.del(`${SUBS}/${one.id}`)).status).toBe(204);
  });

  test('never leaves a subcategory without its group', async () => {
    // Either the group is in use and cannot be deleted, or it is deleted together with its subcategories.
    const one = await makeSub();
    const gone = await books.admin.del(`${GROUPS}/${one.groupId}`);
    expect(['409 category_in_use', '204 undefined']).toContain(refusal(gone));
    const left = await books.admin.get(`${SUBS}/${one.id}`);
    expect(left.status).toBe(gone.status === 409 ? 200 : 404);
    expect((await books.admin.get(`${GROUPS}/${one.groupId}`)).status).toBe(left.status);
  });

  test('never leaves an expense without its subcategory, even if the expense is entered at the same time', async () => {
    const one = await makeSub();
    const body = expense(books, { expenseDate: '2005-04-05', subCategoryId: one.id });
    const [gone, made] = await Promise.all([
      books.admin.del(`${SUBS}/${one.id}`),
      books.admin.post('/api/expenses', body),
    ]);
    expect(`${gone.status} ${made.status}`).toMatch(/^(204 422|409 201)$/);
  });

  test('returns 404 if the category does not exist, and so does changing an expense category', async () => {
    for (const answer of [
      await books.admin.put(`${GROUPS}/99999`, { name: unique(), isActive: true }),
      await books.admin.del(`${GROUPS}/99999`),
      await books.admin.put(`${SUBS}/99999`, sub({ groupId: 1, isActive: true })),
      await books.admin.del(`${SUBS}/99999`),
    ]) {
      expect(refusal(answer)).toBe('404 not_found');
    }
  });
});

describe('the audit log', () => {
  test('records each change of an expense category with the values before and after, but no refused change', async () => {
    const one = await makeSub();
    await done(putSub(one, { form990LineCode: '14' }));
    await putSub(one, { form990LineCode: '25' });
    await done(books.admin.del(`${SUBS}/${one.id}`));
    const entries = async (type: string, id: number): Promise<Json[]> =>
      (await done(books.admin.get(`/api/audit-logs?entityType=${type}&entityId=${id}&sort=id`))).items;
    const steps = await entries('ExpenseSubCategory', one.id);
    expect(steps.map(({ action }) => action)).toEqual([
      'ExpenseSubCategoryCreated',
      'ExpenseSubCategoryUpdated',
      'ExpenseSubCategoryDeleted',
    ]);
    expect(steps[1]?.changes.form990LineCode).toEqual(['13', '14']);
    expect(steps[1]?.changes).not.toHaveProperty('name');
    expect(await entries('ExpenseCategoryGroup', one.groupId)).toMatchObject([
      { action: 'ExpenseCategoryGroupCreated', actorId: books.admin.userId },
    ]);
  });
});

describe('roles', () => {
  test.each(holders('finance.manage'))('a %s can create, change and delete groups and subcategories', async (role) => {
    const someone = await books.as([role]);
    const group = await done(someone.post(GROUPS, { name: unique('Group') }));
    const made = await done(someone.post(SUBS, sub({ groupId: group.id })));
    expect((await someone.put(`${SUBS}/${made.id}`, changed(made, { form990LineCode: '14' }))).status).toBe(200);
    expect((await someone.put(`${GROUPS}/${group.id}`, { name: unique(), isActive: true })).status).toBe(200);
    expect((await someone.del(`${SUBS}/${made.id}`)).status).toBe(204);
    expect((await someone.del(`${GROUPS}/${group.id}`)).status).toBe(204);
  });

  onlyFinanceWrites({
    books,
    make: makeSub,
    writes: ({ id, groupId, ...one }) => [
      ['POST', GROUPS, { name: 'Not theirs' }],
      ['PUT', `${GROUPS}/${groupId}`, { name: 'Not theirs', isActive: true }],
      ['DELETE', `${GROUPS}/${groupId}`],
      ['POST', SUBS, sub({ groupId, name: 'Not theirs' })],
      ['PUT', `${SUBS}/${id}`, changed({ ...one, groupId }, { name: 'Not theirs' })],
      ['DELETE', `${SUBS}/${id}`],
    ],
    all: tree,
  });
});

// Each start applies the catalogs again, but must not undo a change by the church, not even a deletion.
test('expense categories stay renamed, disabled, mapped to another line or deleted after a restart', async () => {
  const { dir, remove } = temporaryDir();
  const first = await startDaemon({ dataDir: dir });
  const token = await signIn(first.url);
  const before = (await request(first.url, 'GET', ROUTE, { token })).body.items as Json[];
  const office = before.find(({ name }) => name === 'Office');
  const [supplies, postage] = office.subCategories;
  const writes: [string, string, unknown][] = [
    ['PUT', `${GROUPS}/${office.id}`, { name: 'Bureau', isActive: true }],
    ['PUT', `${SUBS}/${supplies.id}`, changed(supplies, { name: 'Paper', form990LineCode: '24', isActive: false })],
    ['DELETE', `${SUBS}/${postage.id}`, undefined],
  ];
  for (const [method, route, body] of writes) await done(request(first.url, method, route, { token, body }));
  const after = (await request(first.url, 'GET', ROUTE, { token })).body;
  await first.stop();
  const second = await startDaemon({ dataDir: dir });
  const again = (await request(second.url, 'GET', ROUTE, { token: await signIn(second.url) })).body;
  await second.stop();
  remove();
  expect(again).toEqual(after);
  const names = again.items.flatMap((group: Json) => [group.name, ...group.subCategories.map((one: Json) => one.name)]);
  expect(names).toEqual(expect.arrayContaining(['Bureau', 'Paper']));
  for (const name of ['Office', 'Office Supplies', 'Postage & Shipping']) expect(names).not.toContain(name);
});
