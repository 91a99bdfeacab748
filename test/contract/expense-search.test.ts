import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, type Json, addExpense, done, expense, openBooks } from './books.ts';
import { takes } from './people-files.ts';

let books: Books;
const cost: Record<string, number> = {};
let mine: (query: string) => ReturnType<Books['admin']['get']>;

describe('a search for expenses', () => {
  beforeAll(async () => {
    books = await openBooks();
    const submitter = await books.as(['member']);
    mine = (query) => submitter.get(`/api/expenses/mine?${query}`);
    const own = expense(books, { expenseDate: '2024-06-02', description: 'Crème for the café', vendor: '國際書局' });
    cost['own'] = (await done(submitter.post('/api/expenses', own))).id;
    const rows = {
      organ: { description: 'Tuning of the organ 100%', vendor: "O'Hara & Söhne" },
      tea: { description: '茶葉 for the choir', vendor: 'Café Central' },
      bare: { description: 'Chairs_folding' },
    };
    for (const [key, fields] of Object.entries(rows)) {
      cost[key] = (await addExpense(books, { expenseDate: '2024-06-02', ...fields })).id;
    }
  });

  afterAll(() => books.daemon.stop());

  const term = (text: string) => `search=${encodeURIComponent(text)}`;
  const keys = ({ status, body }: Awaited<ReturnType<Books['admin']['get']>>): string[] => {
    expect(status).toBe(200);
    expect(body.totalCount).toBe(body.items.length);
    const key = (row: Json) => Object.keys(cost).find((name) => cost[name] === row.id) ?? `#${row.id}`;
    return (body.items as Json[]).map(key).toSorted();
  };
  const all = async (text: string, query = '') =>
    keys(await books.admin.get(`/api/expenses?pageSize=200&${term(text)}${query}`));

  test.each([
    ['creme', ['own']],
    ['CAFE', ['own', 'tea']],
    ['café ce', ['tea']],
    ['central CAFE', ['tea']],
    ['choir central', ['tea']],
    ['café, Crème', ['own']],
    ['國', ['own']],
    ['国际', ['own']],
    ['书局', ['own']],
    ['o', ['bare', 'organ', 'own', 'tea']],
    ['gan', ['organ']],
    ['sohne', ['organ']],
    ["o'h", ['organ']],
    ['0%', ['organ']],
    ['%', ['organ']],
    ['_', ['bare']],
    ['葉', ['tea']],
    ['叶', ['tea']],
    ['茶叶', ['tea']],
    ['folding', ['bare']],
    ['*', []],
    ['"', []],
    ['organ tea', []],
    ["100%o'hara", []],
    ['書國', []],
  ])(
    'with the text "%s" finds exactly the expenses whose description or vendor matches',
    async (text, expectedKeys) => {
      expect(await all(text)).toEqual(expectedKeys);
    },
  );

  test('finds no expense of another person in the list of one’s own expenses', async () => {
    expect(keys(await mine(term('cafe')))).toEqual(['own']);
    expect(keys(await mine(term('国')))).toEqual(['own']);
    expect(keys(await mine(term('organ')))).toEqual([]);
    expect(keys(await mine(term('叶')))).toEqual([]);
  });

  test('is narrowed by a filter', async () => {
    expect(await all('cafe', '&from=2024-06-03')).toEqual([]);
    expect(await all('cafe', '&status=Draft&to=2024-06-02')).toEqual(['own', 'tea']);
    expect(await all('cafe', `&submittedBy=${books.admin.userId}`)).toEqual(['tea']);
  });

  test('finds a changed description only by its new words, and finds no deleted expense', async ({ skip }) => {
    skip(!(await takes(books, 'put', '/api/expenses/{id}')), 'expenses cannot be changed yet');
    const { id: changed } = await addExpense(books, { expenseDate: '2024-06-09', description: 'Beforehand' });
    const next = expense(books, { expenseDate: '2024-06-09', description: 'Thereafter' });
    await done(books.admin.put(`/api/expenses/${changed}`, next));
    expect(await all('beforehand')).toEqual([]);
    expect(await all('thereafter')).toEqual([`#${changed}`]);
    await done(books.admin.del(`/api/expenses/${changed}`));
    expect(await all('thereafter')).toEqual([]);
  });
});
