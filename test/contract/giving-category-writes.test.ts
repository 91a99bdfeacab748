import { describe, expect, test } from 'vitest';
import {
  type Json,
  addExpense,
  addGiving,
  addSession,
  badPaths,
  done,
  etag,
  giving,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { keepsNamesApart, onlyFinanceWrites } from './category-suite.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/giving-categories';
let serial = 0;
const unique = () => `Category ${(serial += 1)}`;
const post = (body: unknown, headers = {}) => books.admin.post(ROUTE, body, headers);
const make = (fields: Record<string, unknown> = {}) => done(post({ name: unique(), ...fields }));
const act = (id: number, action: 'disable' | 'enable', headers = {}) =>
  books.admin.post(`${ROUTE}/${id}/${action}`, undefined, headers);

async function makeDisabled(): Promise<Json> {
  const category = await make();
  await done(act(category.id, 'disable'));
  return category;
}

async function listed(query = ''): Promise<string[]> {
  const { items } = await done(books.admin.get(ROUTE + query));
  return items.map((item: Json) => item.name);
}

describe('a new giving category', () => {
  test('is created with status 201, an address, defaults and its author, and a later read returns the same values', async () => {
    const { status, headers, body } = await post({ name: 'Camp Scholarships' });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${ROUTE}/${body.id}`);
    expect(body).toMatchObject({ name: 'Camp Scholarships', description: null });
    expect(body).toMatchObject({ isTaxDeductible: true, isRestricted: false, createdBy: books.admin.userId });
    expect(body.fundId).toBe(books.fund('General'));
    const read = await books.admin.get(`${ROUTE}/${body.id}`);
    expect(read.body).toEqual(body);
    expect(etag(read)).toBe(headers.get('etag'));
    expect(await listed()).toContain('Camp Scholarships');
  });

  test('stores every field that is given', async () => {
    const fields = { name: '宣教基金', description: 'Für Mission', isTaxDeductible: false, isRestricted: true };
    const { body } = await post({ ...fields, sortOrder: 5 });
    expect((await books.admin.get(`${ROUTE}/${body.id}`)).body).toMatchObject({ ...fields, sortOrder: 5 });
  });

  test('is listed in the position given by its sort order', async () => {
    await make({ name: 'Sorted last', sortOrder: 9002 });
    await make({ name: 'Sorted first', sortOrder: 9001 });
    const names = await listed();
    expect(names.filter((name) => name.startsWith('Sorted'))).toEqual(['Sorted first', 'Sorted last']);
    expect(names.indexOf('Tithe')).toBeLessThan(names.indexOf('Sorted first'));
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'x'.repeat(5000) }, 'name'],
    [{ name: 'Bad', isTaxDeductible: 'yes' }, 'isTaxDeductible'],
    [{ name: 'Bad', isRestricted: 1 }, 'isRestricted'],
    [{ name: 'Bad', description: 5 }, 'description'],
    [{ name: 'Bad', sortOrder: 1.5 }, 'sortOrder'],
  ])('is refused with the body %j, and the refusal names %s', async (body, path) => {
    const answer = await post(body);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([path]);
    expect(await listed('?includeDisabled=true')).not.toContain('Bad');
  });

  test.each(['id', 'isDeductible', 'createdBy', 'deletedAt'])('is refused with the unknown field %s', async (field) => {
    const name = unique();
    const answer = await post({ name, [field]: 1 });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
    expect(await listed('?includeDisabled=true')).not.toContain(name);
  });

  test('accepts givings at once, and the monthly statement counts them in the category’s fund', async () => {
    const fund = await make({ isRestricted: true });
    const plain = await make();
    await addGiving(books, { date: '2001-01-07', categoryId: fund.id, amount: 12.3 });
    await addGiving(books, { date: '2001-01-07', categoryId: plain.id, amount: 4 });
    const { givingByCategory, funds } = await statementOf(books, '2001/1');
    expect(new Set(givingByCategory.map((row: Json) => row.categoryId))).toEqual(new Set([fund.id, plain.id]));
    const given = new Map(funds.map((row: Json) => [row.fundId, row.giving]));
    expect([given.get(fund.fundId), given.get(plain.fundId)]).toEqual([12.3, 4]);
    expect(plain.fundId).toBe(books.fund('General'));
  });
});

keepsNamesApart({
  books,
  what: 'giving category',
  route: ROUTE,
  seeded: 'General Offering',
  unique,
  created: (name) => ({ name }),
  renamed: (name) => ({ name }),
  names: () => listed('?includeDisabled=true'),
});

describe('the name of a giving category', () => {
  test('cannot be used for another category while the category is disabled', async () => {
    const { name } = await makeDisabled();
    expect(refusal(await post({ name: name.toUpperCase() }))).toBe('409 name_taken');
  });
});

describe('changing a giving category', () => {
  test('sets an omitted description to null and an omitted flag to its default', async () => {
    const { id } = await make({ description: 'Old', isTaxDeductible: false, isRestricted: true });
    const name = unique();
    const { status, body } = await books.admin.put(`${ROUTE}/${id}`, { name });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name, description: null, isTaxDeductible: true, isRestricted: false });
    expect((await books.admin.get(`${ROUTE}/${id}`)).body).toEqual(body);
  });

  test('changes the category’s name in its givings', async () => {
    const { id, name: before } = await make();
    const { id: given } = await addGiving(books, { date: '2001-02-04', categoryId: id });
    const name = unique();
    await done(books.admin.put(`${ROUTE}/${id}`, { name }));
    expect((await books.admin.get(`/api/givings/${given}`)).body.categoryName).toBe(name);
    expect(await listed('?includeDisabled=true')).not.toContain(before);
  });

  test('is refused with an unknown field and changes nothing', async () => {
    const { id, name } = await make();
    const answer = await books.admin.put(`${ROUTE}/${id}`, { name: unique(), restricted: true });
    expect(answer.body.errors).toMatchObject([{ path: 'restricted', code: 'unknown_field' }]);
    expect((await books.admin.get(`${ROUTE}/${id}`)).body.name).toBe(name);
  });

  test('is refused with a stale If-Match, and so is disabling, enabling or deleting the category', async () => {
    const made = await post({ name: unique() });
    const route = `${ROUTE}/${made.body.id}`;
    const stale = { 'if-match': etag(made) };
    const name = unique();
    const fresh = await books.admin.put(route, { name }, stale);
    expect(fresh.status).toBe(200);
    expect(etag(fresh)).not.toBe(etag(made));
    expect(refusal(await books.admin.put(route, { name: unique() }, stale))).toBe('412 stale_version');
    expect(refusal(await act(made.body.id, 'disable', stale))).toBe('412 stale_version');
    expect(refusal(await act(made.body.id, 'enable', stale))).toBe('412 stale_version');
    expect(refusal(await books.admin.del(route, stale))).toBe('412 stale_version');
    expect((await books.admin.get(route)).body).toEqual(fresh.body);
    expect(await listed()).toContain(name);
    expect((await books.admin.del(route, { 'if-match': etag(fresh) })).status).toBe(204);
  });

  test('is recorded step by step in the audit log, except for refused changes', async () => {
    const { id } = await make();
    await done(books.admin.put(`${ROUTE}/${id}`, { name: unique() }));
    await books.admin.put(`${ROUTE}/${id}`, { name: 'Tithe' });
    await done(act(id, 'disable'));
    await done(act(id, 'enable'));
    const { items } = await done(
      books.admin.get(`/api/audit-logs?entityType=GivingCategory&entityId=${id}&pageSize=200`),
    );
    expect(items).toHaveLength(4);
    expect(JSON.stringify(items)).not.toContain('"Tithe"');
    for (const item of items) expect(item.action).toMatch(/^[A-Z][A-Za-z]+ed$/);
  });
});

describe('a disabled giving category', () => {
  test('appears only in the list that includes disabled categories, until it is enabled again', async () => {
    const { id, name } = await make();
    const disabled = await act(id, 'disable');
    expect(disabled.status).toBe(200);
    expect(disabled.body).toMatchObject({ id, name });
    expect(etag(disabled)).toBe(etag(await books.admin.get(`${ROUTE}/${id}`)));
    expect(await listed()).not.toContain(name);
    expect(await listed('?includeDisabled=false')).not.toContain(name);
    expect(await listed('?includeDisabled=true')).toContain(name);
    const enabled = await act(id, 'enable');
    expect(enabled.status).toBe(200);
    expect(await listed()).toContain(name);
  });

  test('refuses a new giving, alone or in a session, and nothing is entered', async () => {
    const { id } = await makeDisabled();
    const alone = await books.admin.post('/api/givings', giving(books, { date: '2001-03-04', categoryId: id }));
    expect(refusal(alone)).toBe('422 category_disabled');
    const givings = [giving(books, {}), giving(books, { categoryId: id })];
    const session = await books.admin.post('/api/offering-sessions', { date: '2001-03-04', givings });
    expect(refusal(session)).toBe('422 category_disabled');
    const range = 'from=2001-03-01&to=2001-03-31';
    expect((await books.admin.get(`/api/givings?${range}`)).body.totalCount).toBe(0);
    expect((await books.admin.get(`/api/offering-sessions?${range}`)).body.totalCount).toBe(0);
  });

  test('refuses an existing giving that a change would move to the category', async () => {
    const { id } = await makeDisabled();
    const loose = await addGiving(books, { date: '2001-04-01' });
    const moved = await books.admin.put(
      `/api/givings/${loose.id}`,
      giving(books, { date: '2001-04-01', categoryId: id }),
    );
    expect(refusal(moved)).toBe('422 category_disabled');
    expect((await books.admin.get(`/api/givings/${loose.id}`)).body.categoryName).toBe('General Offering');
  });

  test('keeps its earlier givings in lists and statements, and these givings can be corrected', async () => {
    const { id, name } = await make();
    const body = giving(books, { date: '2001-05-06', categoryId: id, amount: 7 });
    const old = await done(books.admin.post('/api/givings', body));
    await done(act(id, 'disable'));
    expect((await books.admin.get(`/api/givings/${old.id}`)).body).toMatchObject({ amount: 7, categoryName: name });
    expect((await books.admin.get(`/api/givings?categoryId=${id}`)).body.totalCount).toBe(1);
    const corrected = await books.admin.put(`/api/givings/${old.id}`, { ...body, amount: 8 });
    expect(corrected.status).toBe(200);
    const { givingByCategory } = await statementOf(books, '2001/5');
    expect(givingByCategory).toMatchObject([{ categoryId: id, name, amount: 8, count: 1 }]);
  });

  test('does not prevent a draft session with its givings from being submitted and counted by category', async () => {
    const { id } = await make();
    const session = await addSession(books, { date: '2001-06-03', givings: [giving(books, { categoryId: id })] });
    await done(act(id, 'disable'));
    const { status, body } = await books.admin.post(`/api/offering-sessions/${session.id}/submit`);
    expect(status).toBe(200);
    expect(body.totals.byCategory).toMatchObject([{ categoryId: id, amount: 10, count: 1 }]);
  });

  test('accepts givings again after it is enabled', async () => {
    const { id } = await makeDisabled();
    const body = giving(books, { date: '2001-07-01', categoryId: id });
    expect((await books.admin.post('/api/givings', body)).status).toBe(422);
    await done(act(id, 'enable'));
    expect((await books.admin.post('/api/givings', body)).status).toBe(201);
  });

  test('can be changed and deleted like any other category, and a change does not enable it', async () => {
    const { id } = await makeDisabled();
    const name = unique();
    expect((await books.admin.put(`${ROUTE}/${id}`, { name })).status).toBe(200);
    expect(await listed()).not.toContain(name);
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect(await listed('?includeDisabled=true')).not.toContain(name);
  });
});

describe('deleting a giving category', () => {
  const expectInUse = async (id: number) => {
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 category_in_use');
    expect((await books.admin.get(`${ROUTE}/${id}`)).status).toBe(200);
  };

  test('returns 204 if the category is unused, and no read finds the category afterwards', async () => {
    const { id, name } = await make();
    const gone = await books.admin.del(`${ROUTE}/${id}`);
    expect(gone.status).toBe(204);
    expect(gone.body).toBe('');
    expect(await listed('?includeDisabled=true')).not.toContain(name);
    expect(refusal(await books.admin.get(`${ROUTE}/${id}`))).toBe('404 not_found');
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('404 not_found');
    const body = giving(books, { date: '2001-08-05', categoryId: id });
    expect(refusal(await books.admin.post('/api/givings', body))).toBe('422 unknown_reference');
  });

  test('is refused if the category has a giving, even a deleted giving', async () => {
    const { id } = await make();
    const { id: given } = await addGiving(books, { date: '2001-08-06', categoryId: id });
    await expectInUse(id);
    await done(books.admin.del(`/api/givings/${given}`));
    await expectInUse(id);
  });

  test('is possible if an expense was paid from the category’s fund, and the fund remains', async () => {
    const { id, fundId } = await make({ isRestricted: true });
    await addExpense(books, { expenseDate: '2001-08-07', fundId });
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect((await books.admin.get(`/api/funds/${fundId}`)).status).toBe(200);
  });

  test('is possible once the category’s only giving has moved to another category', async () => {
    const { id } = await make();
    const { id: given } = await addGiving(books, { date: '2001-08-08', categoryId: id });
    await done(books.admin.put(`/api/givings/${given}`, giving(books, { date: '2001-08-08' })));
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
  });

  test('is possible even for a seeded category if that category is unused', async () => {
    const id = books.category('Thanksgiving');
    expect((await books.admin.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect(await listed('?includeDisabled=true')).not.toContain('Thanksgiving');
  });

  test('never leaves a giving without its category, even if the giving is entered at the same time', async () => {
    const { id } = await make();
    const body = giving(books, { date: '2001-08-09', categoryId: id });
    const [gone, made] = await Promise.all([books.admin.del(`${ROUTE}/${id}`), books.admin.post('/api/givings', body)]);
    expect([`${gone.status} ${made.status}`]).toContainEqual(expect.stringMatching(/^(204 422|409 201)$/));
  });
});

test('every write to a giving category that does not exist returns 404', async () => {
  for (const answer of [
    await books.admin.put(`${ROUTE}/99999`, { name: unique() }),
    await act(99_999, 'disable'),
    await act(99_999, 'enable'),
    await books.admin.del(`${ROUTE}/99999`),
  ]) {
    expect(refusal(answer)).toBe('404 not_found');
  }
});

describe('roles', () => {
  test.each(holders('finance.manage'))(
    'a %s can create, change, delete, disable and enable a giving category',
    async (role) => {
      const someone = await books.as([role]);
      const made = await someone.post(ROUTE, { name: unique() });
      expect(made.status).toBe(201);
      expect(made.body.createdBy).toBe(someone.userId);
      const route = `${ROUTE}/${made.body.id}`;
      expect((await someone.put(route, { name: unique() })).status).toBe(200);
      expect((await someone.post(`${route}/disable`)).status).toBe(200);
      expect((await someone.post(`${route}/enable`)).status).toBe(200);
      expect((await someone.del(route)).status).toBe(204);
    },
  );

  onlyFinanceWrites({
    books,
    make,
    writes: ({ id }) => [
      ['POST', ROUTE, { name: 'Not theirs' }],
      ['PUT', `${ROUTE}/${id}`, { name: 'Not theirs' }],
      ['POST', `${ROUTE}/${id}/disable`],
      ['POST', `${ROUTE}/${id}/enable`],
      ['DELETE', `${ROUTE}/${id}`],
    ],
    all: () => done(books.admin.get(`${ROUTE}?includeDisabled=true`)),
  });
});
