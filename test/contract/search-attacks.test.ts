/**
 * A member tries to overload the service with texts that are costly to store and to search. Every request must get a
 * response.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Books, type Json, done, expense, giving, booksOfFile } from './books.ts';

const SIGN = '\uFDFA';
const NOTE = SIGN.repeat(4000);

const books = booksOfFile();
let member: Books['admin'];
beforeAll(async () => {
  member = await books.as(['member']);
});

const search = async (term: string, route = '/api/expenses/mine') =>
  done(member.get(`${route}?pageSize=200&search=${encodeURIComponent(term)}`));

describe.each([
  ['a sign that folding expands to eighteen', SIGN, 85],
  ['two letters', 'ab', 300],
  ['one Chinese character', '龍', 60],
])('notes of 4,000 characters made of %s', (_label, sign, count) => {
  const long = (length: number) => sign.repeat(length).slice(0, length);
  let mine: number[];
  beforeAll(async () => {
    const made = Array.from({ length: count }, () =>
      done(member.post('/api/expenses', expense(books, { expenseDate: '2024-06-02', notes: long(4000) }))),
    );
    mine = (await Promise.all(made)).map(({ id }) => id);
  });

  test('are all found by a search for their first 200 characters, but not by the same search after an x', async () => {
    const { items, totalCount } = await search(long(200));
    expect(totalCount).toBe(mine.length);
    const found = (items as Json[]).map(({ id }) => id as number);
    expect(mine).toEqual(expect.arrayContaining(found));
    expect((await search(`x${long(199)}`)).totalCount).toBe(0);
  });

  test('do not stop other people’s requests while ten searches for them run at once', async () => {
    const searches = Promise.all(Array.from({ length: 10 }, () => search(long(200))));
    const others = await Promise.all(Array.from({ length: 10 }, () => books.admin.get('/api/health')));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
    for (const { totalCount } of await searches) expect(totalCount).toBe(mine.length);
  });
});

test('eighty notes of 4,000 expanding signs can be entered in one session, and all are found', async () => {
  const givings = Array.from({ length: 80 }, () => giving(books, { note: NOTE }));
  await done(books.admin.post('/api/offering-sessions', { date: '2024-06-09', givings }));
  const { totalCount } = await done(books.admin.get(`/api/givings?search=${encodeURIComponent(SIGN.repeat(50))}`));
  expect(totalCount).toBe(80);
});
