import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addApproved, addGiving, badPaths, close, done, booksOfFile, refusal } from './books.ts';
import { request } from '../support/daemon.ts';
import { holders, others } from './roles.ts';

const books = booksOfFile();
beforeAll(async () => {
  await done(books.admin.put('/api/monthly-statements/2020/11', { openingBalance: 100, notes: 'first' }));
  await addGiving(books, { date: '2020-12-06', amount: 20.2 });
  await close(books, '2020/12');
  await done(books.admin.put('/api/monthly-statements/2021/3', {}));
  await addApproved(books, { expenseDate: '2021-03-05', amount: 5.05 });
  await addGiving(books, { date: '2022-01-02', amount: 1 });
});

const ROUTE = '/api/monthly-statements';
const list = async (query = ''): Promise<Json[]> => (await done(books.admin.get(`${ROUTE}${query}`))).items;
const months = (rows: readonly Json[]) => rows.map(({ year, month }) => `${year}/${month}`);

describe('the list of monthly statements', () => {
  test('contains every saved month, with the same figures as the month’s own statement', async () => {
    const items = await list();
    expect(months(items)).toEqual(expect.arrayContaining(['2020/11', '2020/12', '2021/3']));
    expect(new Set(months(items)).size).toBe(items.length);
    for (const item of items) {
      const one = await done(books.admin.get(`${ROUTE}/${item.year}/${item.month}`));
      const { status, openingBalance, totalGiving, totalExpenses, netChange, closingBalance } = one;
      const figures = { status, openingBalance, totalGiving, totalExpenses, netChange, closingBalance };
      expect(item).toMatchObject(figures);
    }
  });

  test('shows current figures for drafts and stored figures for finalized months', async () => {
    const at = (items: Json[], month: string) => items.find((row) => `${row.year}/${row.month}` === month);
    const before = await list();
    expect(at(before, '2020/12')).toMatchObject({ status: 'Finalized', openingBalance: 100, closingBalance: 120.2 });
    expect(at(before, '2021/3')).toMatchObject({ status: 'Draft', totalExpenses: 5.05, closingBalance: 115.15 });
    await addApproved(books, { expenseDate: '2021-03-06', amount: 0.95 });
    const after = await list();
    expect(at(after, '2021/3')).toMatchObject({ totalExpenses: 6, closingBalance: 114.2 });
    expect(at(after, '2020/12')).toEqual(at(before, '2020/12'));
  });

  test('contains only the months of the requested year', async () => {
    const of2020 = await list('?year=2020');
    expect(months(of2020)).toEqual(expect.arrayContaining(['2020/11', '2020/12']));
    for (const { year } of of2020) expect(year).toBe(2020);
    const of2021 = months(await list('?year=2021'));
    expect(of2021).toContain('2021/3');
    expect(of2021).not.toContain('2020/12');
  });

  test('shows months that were not finalized as drafts', async () => {
    for (const { status, totalGiving } of await list('?year=2022')) {
      expect([status, totalGiving <= 1]).toEqual(['Draft', true]);
    }
    expect((await list('?year=1980')).every(({ status }) => status === 'Draft')).toBe(true);
  });

  test.each(['x', '20.5', '-1'])('refuses the year %s', async (year) => {
    const answer = await books.admin.get(`${ROUTE}?year=${year}`);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['year']);
  });

  test.each(holders('reports.read'))('can be read by a %s', async (role) => {
    const someone = await books.as([role]);
    expect((await someone.get(ROUTE)).status).toBe(200);
  });

  test.each(others('reports.read'))('cannot be read by a %s', async (role) => {
    const someone = await books.as([role]);
    expect(refusal(await someone.get(ROUTE))).toBe('403 forbidden');
  });

  test('cannot be read without signing in', async () => {
    expect(refusal(await request(books.daemon.url, 'GET', ROUTE))).toBe('401 unauthenticated');
  });
});
