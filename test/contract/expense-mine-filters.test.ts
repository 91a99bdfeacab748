import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Staff, badPaths, done, expense, move, booksOfFile, refusal } from './books.ts';
import { request } from '../support/daemon.ts';

const books = booksOfFile();
let own: Staff;
let other: Staff;
const id: Record<string, number> = {};

/**
 * Adds expenses that are named by letters. `own` owns those with a lower-case letter, `other` those with an upper-case
 * letter.
 */
beforeAll(async () => {
  own = await books.as(['member']);
  other = await books.as(['ministry_leader']);
  const rent = { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Facilities') };
  const paper = { subCategoryId: books.subCategory('Office Supplies'), ministryId: books.ministry('Administration') };
  const stamps = { subCategoryId: books.subCategory('Postage & Shipping'), ministryId: books.ministry('Youth') };
  const rows: [string, Record<string, unknown>, ('submit' | 'approve' | 'pay')[]][] = [
    ['a', { ...rent, expenseDate: '2024-01-05', amount: 50, vendor: 'Landlord' }, []],
    ['b', { ...paper, expenseDate: '2024-01-31', amount: 20, vendor: 'Paper Mill' }, ['submit']],
    ['c', { ...stamps, expenseDate: '2024-02-01', amount: 30, vendor: 'Post Office' }, ['submit', 'approve']],
    ['d', { ...paper, expenseDate: '2024-02-29', amount: 10.05, vendor: 'Paper Mill' }, ['submit', 'approve', 'pay']],
    ['e', { ...stamps, expenseDate: '2024-03-01', amount: 20, vendor: 'Zebra' }, []],
    ['A', { ...rent, expenseDate: '2024-01-05', amount: 50, vendor: 'Landlord' }, []],
    ['B', { ...paper, expenseDate: '2024-02-01', amount: 20, vendor: 'Paper Mill' }, ['submit']],
    ['C', { ...stamps, expenseDate: '2024-03-31', amount: 5, vendor: 'Post Office' }, ['submit', 'approve']],
  ];
  for (const [key, fields, steps] of rows) {
    const who = key === key.toLowerCase() ? own : other;
    id[key] = (await done(who.post('/api/expenses', expense(books, fields)))).id;
    for (const step of steps) await move(books, id[key] ?? 0, step);
  }
});

const keys = (rows: readonly Json[]): string =>
  rows.map((row) => Object.entries(id).find(([, value]) => value === row.id)?.[0] ?? `#${row.id}`).join('');

async function found(who: Staff, route: string): Promise<string> {
  const { status, body } = await who.get(route);
  expect(status).toBe(200);
  expect(body.totalCount).toBe(body.items.length);
  return keys(body.items);
}
const all = (query: string) => found(books.admin, `/api/expenses?sort=id&${query}`);
const mine = (query: string) => found(own, `/api/expenses/mine?sort=id&${query}`);

const FILTERS: [string, () => string, string, string][] = [
  ['nothing', () => '', 'abcdeABC', 'abcde'],
  ['status Draft', () => 'status=Draft', 'aeA', 'ae'],
  ['status PendingApproval', () => 'status=PendingApproval', 'bB', 'b'],
  ['status Approved', () => 'status=Approved', 'cC', 'c'],
  ['status Paid', () => 'status=Paid', 'd', 'd'],
  ['a ministry', () => `ministryId=${books.ministry('Youth')}`, 'ceC', 'ce'],
  ['a subcategory', () => `subCategoryId=${books.subCategory('Office Supplies')}`, 'bdB', 'bd'],
  ['a group', () => `groupId=${group('Office')}`, 'bcdeBC', 'bcde'],
  ['another group', () => `groupId=${group('Facilities')}`, 'aA', 'a'],
  ['a group without expenses', () => `groupId=${group('Personnel')}`, '', ''],
  ['a first day', () => 'from=2024-02-01', 'cdeBC', 'cde'],
  ['a last day', () => 'to=2024-01-31', 'abA', 'ab'],
  ['a first and a last day, which are inclusive', () => 'from=2024-01-31&to=2024-02-29', 'bcdB', 'bcd'],
  ['one day', () => 'from=2024-02-01&to=2024-02-01', 'cB', 'c'],
  ['a first day after the last day', () => 'from=2024-03-01&to=2024-02-01', '', ''],
  ['a vendor', () => 'search=paper%20mill', 'bdB', 'bd'],
  ['the owner', () => `submittedBy=${own.userId}`, 'abcde', 'abcde'],
  ['another owner', () => `submittedBy=${other.userId}`, 'ABC', ''],
  ['an owner who does not exist', () => 'submittedBy=999999', '', ''],
  ['several criteria at once', () => `status=Draft&ministryId=${books.ministry('Youth')}&from=2024-03-01`, 'e', 'e'],
  ['several criteria that no expense meets', () => `status=Paid&groupId=${group('Facilities')}`, '', ''],
];

let groups: Json[];
beforeAll(async () => {
  groups = (await done(books.admin.get('/api/expense-categories'))).items;
});
const group = (name: string): number => groups.find((one) => one.name === name).id;

describe('filtering expenses', () => {
  // The filter uses the expense date, because most of these expenses are not booked yet.
  test.each(FILTERS)('by %s finds exactly the matching expenses in both lists', async (_label, query, ...sets) => {
    const [everyone, ofOwn] = sets;
    expect(await all(query())).toBe(everyone);
    expect(await mine(query())).toBe(ofOwn);
  });

  test.each([
    ['status=Done', ['status']],
    ['status=draft', ['status']],
    ['ministryId=x', ['ministryId']],
    ['subCategoryId=-1', ['subCategoryId']],
    ['groupId=1.5', ['groupId']],
    ['submittedBy=me', ['submittedBy']],
    ['from=2024-02-30&to=x', ['from', 'to']],
    ['pageSize=0&page=0', ['page', 'pageSize']],
    ['sort=nothing', ['sort']],
    ['sort=id;drop', ['sort']],
  ])('by %s is refused in both lists, and the refusal names the parameter', async (query, paths) => {
    for (const answer of [
      await books.admin.get(`/api/expenses?${query}`),
      await own.get(`/api/expenses/mine?${query}`),
    ]) {
      expect(refusal(answer)).toBe('400 validation_failed');
      expect(badPaths(answer)).toEqual(paths);
    }
  });
});

describe('the sort order of expenses', () => {
  const sorted = async (sort: string) => keys((await done(own.get(`/api/expenses/mine?sort=${sort}`))).items);

  test('is ascending or descending, as the query requests', async () => {
    expect(await sorted('expenseDate')).toBe('abcde');
    expect(await sorted('-expenseDate')).toBe('edcba');
    expect(await sorted('id')).toBe('abcde');
    expect(await sorted('-id')).toBe('edcba');
    // Expenses b and e have the same amount, so their ids decide. The contract does not say in which direction.
    expect((await sorted('amount')).replace('eb', 'be')).toBe('dbeca');
    expect((await sorted('-amount')).replace('be', 'eb')).toBe('acebd');
  });

  test('continues across pages, without repeating or skipping an expense', async () => {
    for (const sort of ['amount', '-amount', 'vendor', '-expenseDate', 'status']) {
      const whole = keys((await done(books.admin.get(`/api/expenses?sort=${sort}`))).items);
      expect(whole).toHaveLength(8);
      let paged = '';
      for (const page of [1, 2, 3]) {
        const body = await done(books.admin.get(`/api/expenses?sort=${sort}&pageSize=3&page=${page}`));
        expect(body).toMatchObject({ page, pageSize: 3, totalCount: 8, totalPages: 3 });
        paged += keys(body.items);
      }
      expect(paged).toBe(whole);
    }
  });
});

describe('the list of one’s own expenses', () => {
  test('counts only one’s own expenses, even on a page after the last page', async () => {
    const body = await done(own.get('/api/expenses/mine?pageSize=2&page=9'));
    expect(body).toEqual({ items: [], page: 9, pageSize: 2, totalCount: 5, totalPages: 3 });
  });

  test('includes expenses that finance changed, submitted, approved or paid', async () => {
    const { items } = await done(own.get('/api/expenses/mine?status=Paid'));
    expect(items).toMatchObject([{ id: id['d'], submittedBy: own.userId, paidBy: books.admin.userId }]);
  });

  test('is available to every signed-in user, even to an auditor, who has no expenses', async () => {
    const auditor = await books.as(['auditor']);
    expect(await found(auditor, '/api/expenses/mine')).toBe('');
    expect(await found(auditor, '/api/expenses?sort=id')).toBe('abcdeABC');
  });

  test('contains only one’s own expenses even for users who may read all expenses', async () => {
    const treasurer = await books.as(['treasurer']);
    const { id: made } = await done(treasurer.post('/api/expenses', expense(books, { expenseDate: '2020-01-05' })));
    expect(await found(treasurer, '/api/expenses/mine')).toBe(`#${made}`);
    await done(books.admin.del(`/api/expenses/${made}`));
    expect(await found(treasurer, '/api/expenses/mine')).toBe('');
  });
});

describe('the list of all expenses', () => {
  test.each(['member', 'admin', 'pastor', 'deacon', 'ministry_leader', 'secretary', 'offering_counter'])(
    'is refused to a %s, whatever the query',
    async (role) => {
      const someone = await books.as([role]);
      for (const query of ['', `?submittedBy=${someone.userId}`, '?status=Paid']) {
        const answer = await someone.get(`/api/expenses${query}`);
        expect(refusal(answer)).toBe('403 forbidden');
        expect(answer.body).not.toHaveProperty('items');
      }
    },
  );

  test('is refused without signing in, and so is the list of one’s own expenses', async () => {
    for (const route of ['/api/expenses', '/api/expenses/mine']) {
      expect(refusal(await request(books.daemon.url, 'GET', route))).toBe('401 unauthenticated');
    }
  });
});
