import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addGiving, addMember, addSession, done, giving, booksOfFile, refusal } from './books.ts';
import { request } from '../support/daemon.ts';

const ROUTE = '/api/giving/summary';
const QUARTER = 'from=2024-01-01&to=2024-03-31';

const books = booksOfFile();

/**
 * The gifts that count in each month of the quarter, and their sum.
 *
 * | month    | what counts                                      | sum    |
 * | January  | 420 of 0.10 in cash, checks of 100 and 50.05      | 192.05 |
 * | February | Zelle 30, anonymous PayPal 5                      |  35.00 |
 * | March    | a card payment of 200 and its reversal, cash 7.07 |   7.07 |
 */
beforeAll(async () => {
  const ann = (await addMember(books, { firstName: 'Ann' })).id;
  const bob = (await addMember(books, { firstName: 'Bob' })).id;
  const tithe = books.category('Tithe');
  const coins = Array.from({ length: 420 }, () => giving(books, { amount: 0.1 }));
  await addSession(books, { date: '2024-01-07', sundayAttendanceCount: 80, givings: coins });
  const missions = { amount: 30, method: 'Zelle', categoryId: books.category('Missions'), memberId: bob };
  await addSession(books, { date: '2024-02-04', sundayAttendanceCount: 70, givings: [giving(books, missions)] });
  for (const fields of [
    { date: '2023-12-31', amount: 11.11, memberId: bob },
    { date: '2024-01-14', amount: 100, method: 'Check', categoryId: tithe, memberId: ann },
    { date: '2024-01-21', amount: 50.05, method: 'Check', categoryId: tithe, memberId: ann },
    { date: '2024-02-11', amount: 5, method: 'PayPal', categoryId: tithe, memberId: ann, isAnonymous: true },
    { date: '2024-02-13', amount: 900, method: 'Other', memberId: bob, nonCashDescription: 'Piano' },
    { date: '2024-03-31', amount: 7.07, memberId: bob },
    { date: '2024-04-01', amount: 22.22, memberId: ann },
  ]) {
    await addGiving(books, fields);
  }
  const gone = await addGiving(books, { date: '2024-02-12', amount: 999, categoryId: tithe });
  await done(books.admin.del(`/api/givings/${gone.id}`));
  const card = { date: '2024-03-03', amount: 200, method: 'Card', categoryId: tithe, memberId: ann };
  const { id } = await addGiving(books, card);
  await done(books.admin.post(`/api/givings/${id}/reverse`, { date: '2024-03-10', reason: 'charged back' }));
});

const summary = (query: string) => done(books.admin.get(`${ROUTE}?${query}`));
const by = (groupBy: string, range = QUARTER) => summary(`${range}&groupBy=${groupBy}`);

/** Returns the list of groups, whatever its field is called. */
function rows(body: Json): Json[] {
  const lists: Json[][] = Object.values<Json>(body).filter((value) => Array.isArray(value));
  expect(lists.length, 'the response has a list of groups').toBeGreaterThan(0);
  return lists[0] ?? [];
}

/** Finds the first number whose field name matches `name` but not `not`, in a group or in the overall totals. */
function figure(from: Json, name: RegExp, not: RegExp): number {
  const found = Object.entries<Json>(from).find(([key, value]) => {
    return typeof value === 'number' && name.test(key) && !not.test(key);
  });
  expect(found, `a field that matches ${name} among ${Object.keys(from).join(', ')}`).toBeDefined();
  return found?.[1];
}

const NOTHING = /^$/;
const amount = (from: Json) => figure(from, /amount|sum|total/i, /count|giver|attendance|id$/i);
const count = (from: Json) => figure(from, /count|givings$/i, /giver|attendance/i);
const givers = (from: Json) => figure(from, /giver|donor/i, NOTHING);
const whole = (body: Json) => [body.totals, body.total].find((one) => typeof one === 'object') ?? body;
const group = (body: Json, name: string) => rows(body).filter((row) => JSON.stringify(row).includes(`"${name}`));
const sumOf = (body: Json, name: string): number => {
  const [row, ...more] = group(body, name);
  expect(more).toEqual([]);
  return row === undefined ? 0 : amount(row);
};

/** Returns every number that is in a field whose name contains “attendance” or “sunday”, at any depth. */
function attendances(value: Json, isInside = false): number[] {
  if (typeof value === 'number') return isInside ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([key, part]) => {
    return attendances(part, isInside || /attendance|sunday/i.test(key));
  });
}

describe('the sums of the giving summary', () => {
  test('are exact for each month, even with 420 gifts of ten cents', async () => {
    const body = await by('month');
    expect(sumOf(body, '2024-01')).toBe(192.05);
    expect(sumOf(body, '2024-02')).toBe(35);
    expect(sumOf(body, '2024-03')).toBe(7.07);
    for (const outside of ['2023-12', '2024-04']) expect(group({ rows: rows(body) }, outside)).toEqual([]);
  });

  test('are exact for each week, which begins on a Sunday', async () => {
    const body = await by('week');
    const keys = rows(body).map(({ key }: Json) => key);
    expect(keys).toEqual(keys.toSorted((a: string, b: string) => a.localeCompare(b)));
    for (const key of keys) expect(new Date(`${key}T00:00:00Z`).getUTCDay()).toBe(0);
    expect(rows(body).reduce((sum: number, row: Json) => sum + Math.round(amount(row) * 100), 0)).toBe(23_412);
    expect(sumOf(await by('week', 'from=2024-01-10&to=2024-01-10'), '2024-01-07')).toBe(
      amount(whole(await by('month', 'from=2024-01-10&to=2024-01-10'))),
    );
  });

  test('are exact for each category', async () => {
    const body = await by('category');
    expect(sumOf(body, 'General Offering')).toBe(49.07);
    expect(sumOf(body, 'Tithe')).toBe(155.05);
    expect(sumOf(body, 'Missions')).toBe(30);
    expect(sumOf(body, 'Building Fund')).toBe(0);
  });

  test('are exact for each method, and a reversal is subtracted from its own method', async () => {
    const body = await by('method');
    expect(sumOf(body, 'Cash')).toBe(49.07);
    expect(sumOf(body, 'Check')).toBe(150.05);
    expect(sumOf(body, 'Zelle')).toBe(30);
    expect(sumOf(body, 'PayPal')).toBe(5);
    expect(sumOf(body, 'Card')).toBe(0);
    expect(sumOf(body, 'BankTransfer')).toBe(0);
  });

  test('include no gift in kind', async () => {
    expect(sumOf(await by('method'), 'Other')).toBe(0);
  });

  test('come to exactly 42 for 420 gifts of ten cents', async () => {
    const body = await by('method', 'from=2024-01-07&to=2024-01-07');
    expect(sumOf(body, 'Cash')).toBe(42);
    expect(count(group(body, 'Cash')[0])).toBe(420);
  });

  test.each(['month', 'category', 'method'])(
    'add up to the total of the list of givings when grouped by %s',
    async (groupBy) => {
      let cents = 0;
      for (const page of [1, 2, 3]) {
        const { items } = await done(books.admin.get(`/api/givings?${QUARTER}&pageSize=200&page=${page}`));
        for (const row of items) if (row.nonCashDescription === null) cents += Math.round(row.amount * 100);
      }
      const all = rows(await by(groupBy)).map((row) => Math.round(amount(row) * 100));
      expect(all.reduce((sum, one) => sum + one, 0)).toBe(cents);
      expect(cents).toBe(23_412);
    },
  );

  test('add up to the overall total', async () => {
    for (const groupBy of ['month', 'category', 'method']) {
      expect(amount(whole(await by(groupBy)))).toBe(234.12);
    }
  });
});

describe('the range of the giving summary', () => {
  test('includes its first and its last day, and no other days', async () => {
    expect(sumOf(await by('method', 'from=2024-01-14&to=2024-01-21'), 'Check')).toBe(150.05);
    expect(sumOf(await by('method', 'from=2024-01-15&to=2024-01-21'), 'Check')).toBe(50.05);
    expect(sumOf(await by('method', 'from=2024-01-14&to=2024-01-20'), 'Check')).toBe(100);
  });

  test('results in sums of zero if nothing was given', async () => {
    const body = await by('category', 'from=1999-01-01&to=1999-12-31');
    for (const row of rows(body)) expect(amount(row)).toBe(0);
    expect(amount(whole(body))).toBe(0);
  });
});

describe('the counts of the giving summary', () => {
  test('include every giving of a group, except deleted givings', async () => {
    expect(count(group(await by('month'), '2024-01')[0])).toBe(422);
    expect(count(group(await by('category'), 'General Offering')[0])).toBeGreaterThanOrEqual(421);
    expect(count(group(await by('method'), 'PayPal')[0])).toBe(1);
  });

  test('include each giver once, and count no giver for anonymous givings and loose cash', async () => {
    const body = await by('month');
    expect(givers(group(body, '2024-01')[0])).toBe(1);
    expect(givers(group(body, '2024-02')[0])).toBe(1);
    expect(givers(group(await by('method'), 'PayPal')[0])).toBe(0);
    expect(givers(group(await by('method'), 'Check')[0])).toBe(1);
  });

  test('include a giver once for the whole range, even if the giver is in several groups', async () => {
    expect(givers(whole(await by('month')))).toBe(2);
  });

  test('do not reveal who gave', async () => {
    expect(JSON.stringify(await by('category'))).not.toMatch(/Ann|Bob|memberId/);
  });
});

test('the giving summary shows the attendance of the range beside the sums', async () => {
  expect(attendances(await by('month'))).toContain(150);
  expect(attendances(await by('month', 'from=2024-02-01&to=2024-02-29'))).toContain(70);
  expect(attendances(await by('month', 'from=2024-02-01&to=2024-02-29'))).not.toContain(80);
});

test('a month with attendance but without gifts is in the summary by month', async () => {
  await done(
    books.admin.post('/api/offering-sessions', { date: '2022-05-01', sundayAttendanceCount: 31, givings: [] }),
  );
  const { items } = await by('month', 'from=2022-04-01&to=2022-06-30');
  expect(items).toMatchObject([{ key: '2022-05', amount: 0, count: 0, givers: 0 }]);
  expect(attendances(items)).toContain(31);
});

test.each([
  `${QUARTER}&groupBy=year`,
  `${QUARTER}&groupBy=`,
  `${QUARTER}&groupBy=member`,
  'from=2024-01-01&groupBy=month',
  'to=2024-03-31&groupBy=month',
  'groupBy=month',
  'from=2024-03-31&to=2024-01-01&groupBy=month',
  'from=2024-02-30&to=2024-03-31&groupBy=month',
  'from=2024-01-01&to=x&groupBy=month',
])('the giving summary refuses the query %s', async (query) => {
  const answer = await books.admin.get(`${ROUTE}?${query}`);
  expect(refusal(answer)).toBe('400 validation_failed');
  expect(answer.body).not.toHaveProperty('totals');
});

describe('permissions for the giving summary', () => {
  test.each(['treasurer', 'finance', 'auditor'])('a %s can read it', async (role) => {
    const someone = await books.as([role]);
    const { status, body } = await someone.get(`${ROUTE}?${QUARTER}&groupBy=method`);
    expect(status).toBe(200);
    expect(sumOf(body, 'Check')).toBe(150.05);
  });

  test.each(['offering_counter', 'elder', 'admin', 'pastor', 'member'])('a %s cannot read it', async (role) => {
    const someone = await books.as([role]);
    expect(refusal(await someone.get(`${ROUTE}?${QUARTER}&groupBy=method`))).toBe('403 forbidden');
  });

  test('nobody can read it without signing in', async () => {
    const answer = await request(books.daemon.url, 'GET', `${ROUTE}?${QUARTER}&groupBy=month`);
    expect(refusal(answer)).toBe('401 unauthenticated');
  });
});
