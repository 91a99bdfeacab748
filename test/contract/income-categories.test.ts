/** The categories of other income. */
import { describe, expect, test } from 'vitest';
import { badPaths, booksOfFile, done, etag, type Json, refusal } from './books.ts';
import { keepsNamesApart, onlyFinanceWrites } from './category-suite.ts';

const books = booksOfFile();

const ROUTE = '/api/income-categories';
let serial = 0;
const unique = () => `Kind ${(serial += 1)}`;
const post = (body: unknown) => books.admin.post(ROUTE, body);
const make = (fields: Json = {}) => done(post({ name: unique(), ...fields }));
const list = async (): Promise<Json[]> => (await done(books.admin.get(ROUTE))).items;
const names = async () => (await list()).map(({ name }) => name);
const incomeOf = (incomeCategoryId: number) =>
  books.admin.post('/api/other-income', { date: '2005-01-03', amount: 5, incomeCategoryId, accountId: 2 });

describe('the income categories of a new church', () => {
  test('are those of the catalog, with their Chinese names', async () => {
    expect((await list()).slice(0, 7).map(({ name, nameZh, isActive }) => [name, nameZh, isActive])).toEqual([
      ['Interest', '利息', true],
      ['Facility use', '場地使用費', true],
      ['Grants', '補助款', true],
      ['Fees and sales', '收費與銷售', true],
      ['Insurance proceeds', '保險理賠', true],
      ['Gain or loss on investments', '投資損益', true],
      ['Other', '其他', true],
    ]);
  });
});

describe('an income category', () => {
  test('is added after the others and returned with its address, and a later read returns the same values', async () => {
    const answer = await post({ name: 'Cemetery', nameZh: '墓地' });
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${ROUTE}/${answer.body.id}`]);
    expect(answer.body).toMatchObject({ name: 'Cemetery', nameZh: '墓地', isActive: true });
    const read = await books.admin.get(`${ROUTE}/${answer.body.id}`);
    expect([read.body, etag(read)]).toEqual([answer.body, etag(answer)]);
    expect((await list()).at(-1)).toEqual(answer.body);
  });

  test('that is replaced loses the fields that are left out, but stays in its place in the list', async () => {
    const { id, sortOrder } = await make({ nameZh: '一', isActive: false, sortOrder: 9000 });
    const name = unique();
    const replaced = await done(books.admin.put(`${ROUTE}/${id}`, { name }));
    expect(replaced).toMatchObject({ name, nameZh: null, isActive: true, sortOrder });
  });

  test('that is disabled accepts no new income, and its earlier income stays', async () => {
    const { id, name } = await make();
    const income = await done(incomeOf(id));
    await done(books.admin.put(`${ROUTE}/${id}`, { name, isActive: false }));
    expect(refusal(await incomeOf(id))).toBe('422 category_disabled');
    const { date, amount, incomeCategoryId, accountId } = income;
    const changed = { date, amount, incomeCategoryId, accountId, memo: 'Still here' };
    expect(await done(books.admin.put(`/api/other-income/${income.id}`, changed))).toMatchObject({
      memo: 'Still here',
    });
  });

  test('can be deleted only if no income ever used it, not even income that was deleted', async () => {
    const { id } = await make();
    const income = await done(incomeOf(id));
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 category_in_use');
    await done(books.admin.del(`/api/other-income/${income.id}`));
    expect(refusal(await books.admin.del(`${ROUTE}/${id}`))).toBe('409 category_in_use');
    const { id: unused } = await make();
    expect((await books.admin.del(`${ROUTE}/${unused}`)).status).toBe(204);
    expect(refusal(await books.admin.get(`${ROUTE}/${unused}`))).toBe('404 not_found');
  });

  test.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'Bad', sortOrder: -1 }, ['sortOrder']],
    [{ name: 'Bad', isActive: 'no', typo: 1 }, ['isActive', 'typo']],
  ])('is refused for %j, and the refusal names every bad field', async (body, paths) => {
    const answer = await post(body);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
  });
});

keepsNamesApart({
  books,
  what: 'income category',
  route: ROUTE,
  seeded: 'Facility use',
  unique,
  created: (name) => ({ name }),
  renamed: (name) => ({ name }),
  names,
});

describe('the permission statements.manage is needed to write income categories:', () => {
  onlyFinanceWrites({
    books,
    permission: 'statements.manage',
    make,
    writes: ({ id }) => [
      ['POST', ROUTE, { name: 'Not theirs' }],
      ['PUT', `${ROUTE}/${id}`, { name: 'Not theirs' }],
      ['DELETE', `${ROUTE}/${id}`],
    ],
    all: list,
  });
});
