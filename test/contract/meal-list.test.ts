import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, close, done, etag, booksOfFile, refusal, statementOf } from './books.ts';
import { request } from '../support/daemon.ts';
import { holders, others } from './roles.ts';

const books = booksOfFile();
const ROUTE = '/api/meal-attendance';
const at = (date: string) => `${ROUTE}/${date}`;
const counts = (adultCount: number) => ({ adultCount, youthCount: 2, childCount: 3 });
const WRITERS = holders('meals.write');
const READERS = holders('meals.read');
const OTHERS = others('meals.read');
/** The dates in the order of their entry, which is not chronological. */
const DATES = ['2024-01-14', '2024-01-07', '2024-02-04', '2024-01-31', '2023-12-31'];

beforeAll(async () => {
  for (const [index, date] of DATES.entries()) await done(books.admin.put(at(date), counts(index)));
});

const list = (query: string) => books.admin.get(`${ROUTE}?${query}`);
const dates = async (query: string): Promise<string[]> => {
  const { items } = await done(list(query));
  return items.map((item: Json) => item.date);
};

describe('the list of meal counts', () => {
  test('contains every date once, with the same values as when the date is read individually', async () => {
    const { body } = await list('');
    expect(body.items.map((item: Json) => item.date).toSorted()).toEqual(DATES.toSorted());
    for (const item of body.items) expect((await books.admin.get(at(item.date))).body).toEqual(item);
  });

  test('includes the first and the last date of the range, and no date outside the range', async () => {
    expect(await dates('sort=date&from=2024-01-07&to=2024-01-31')).toEqual(['2024-01-07', '2024-01-14', '2024-01-31']);
    expect(await dates('sort=date&from=2024-01-31')).toEqual(['2024-01-31', '2024-02-04']);
    expect(await dates('sort=date&to=2024-01-07')).toEqual(['2023-12-31', '2024-01-07']);
    expect(await dates('from=2024-01-14&to=2024-01-14')).toEqual(['2024-01-14']);
    expect(await dates('from=2024-01-15&to=2024-01-30')).toEqual([]);
  });

  test('is sorted by date, in the direction that the query requests', async () => {
    const ordered = DATES.toSorted();
    expect(await dates('sort=date')).toEqual(ordered);
    expect(await dates('sort=-date')).toEqual(ordered.toReversed());
    expect([ordered, ordered.toReversed()]).toContainEqual(await dates(''));
  });

  test('has pages that neither repeat nor skip a date', async () => {
    const { body } = await list('pageSize=2&page=3&sort=date');
    expect(body).toMatchObject({ page: 3, pageSize: 2, totalCount: 5, totalPages: 3 });
    const pages = await Promise.all([1, 2, 3].map((page) => dates(`pageSize=2&sort=date&page=${page}`)));
    expect(pages.flat()).toEqual(DATES.toSorted());
  });

  test.each(['from=2024-02-30', 'to=x', 'sort=nothing', 'pageSize=0', 'page=0'])(
    'is refused for the query %s',
    async (query) => {
      expect(refusal(await list(query))).toBe('400 validation_failed');
    },
  );

  test.each(READERS)('can be read by a %s', async (role) => {
    const someone = await books.as([role]);
    const { status, body } = await someone.get(`${ROUTE}?from=2024-01-01&to=2024-01-31`);
    expect(status).toBe(200);
    expect(body.items).toHaveLength(3);
  });

  test.each(OTHERS)('cannot be read by a %s', async (role) => {
    const someone = await books.as([role]);
    const answer = await someone.get(ROUTE);
    expect(refusal(answer)).toBe('403 forbidden');
    expect(answer.body.items).toBeUndefined();
  });

  test('cannot be read without signing in', async () => {
    expect(refusal(await request(books.daemon.url, 'GET', ROUTE))).toBe('401 unauthenticated');
  });
});

describe('deleting the counts of a date', () => {
  test('returns 204, and no read finds the date afterwards', async () => {
    await done(books.admin.put(at('2022-03-06'), counts(1)));
    await done(books.admin.put(at('2022-03-13'), counts(2)));
    const gone = await books.admin.del(at('2022-03-06'));
    expect(gone.status).toBe(204);
    expect(gone.body).toBe('');
    expect(refusal(await books.admin.get(at('2022-03-06')))).toBe('404 not_found');
    expect(await dates('from=2022-03-01&to=2022-03-31')).toEqual(['2022-03-13']);
    expect(refusal(await books.admin.del(at('2022-03-06')))).toBe('404 not_found');
  });

  test('allows new counts to be entered for the date, without any of the old counts', async () => {
    await done(books.admin.put(at('2022-04-03'), counts(99)));
    await done(books.admin.del(at('2022-04-03')));
    const again = await books.admin.put(at('2022-04-03'), counts(1));
    expect(again.status).toBe(201);
    expect(again.body).toMatchObject({ date: '2022-04-03', ...counts(1) });
    expect((await list('from=2022-04-03&to=2022-04-03')).body.totalCount).toBe(1);
  });

  test('returns 404 for a date without counts', async () => {
    expect(refusal(await books.admin.del(at('2022-05-01')))).toBe('404 not_found');
  });

  test('is refused with a stale If-Match', async () => {
    const first = await books.admin.put(at('2022-06-05'), counts(1));
    const second = await books.admin.put(at('2022-06-05'), counts(2));
    expect(refusal(await books.admin.del(at('2022-06-05'), { 'if-match': etag(first) }))).toBe('412 stale_version');
    expect((await books.admin.get(at('2022-06-05'))).body.adultCount).toBe(2);
    expect((await books.admin.del(at('2022-06-05'), { 'if-match': etag(second) })).status).toBe(204);
  });

  test('is possible in a finalized month, and no figure changes', async () => {
    await done(books.admin.put(at('2022-07-03'), counts(5)));
    const before = await close(books, '2022/7');
    expect((await books.admin.del(at('2022-07-03'))).status).toBe(204);
    expect(await statementOf(books, '2022/7')).toEqual(before);
  });

  test('is recorded in the audit log', async () => {
    await done(books.admin.put(at('2022-08-07'), counts(5)));
    await done(books.admin.del(at('2022-08-07')));
    await books.admin.del(at('2022-08-07'));
    const { items } = await done(books.admin.get('/api/audit-logs?entityType=MealAttendance&pageSize=200'));
    const deleted = items.filter(
      (item: Json) => item.action.endsWith('Deleted') && JSON.stringify(item).includes('2022-08-07'),
    );
    expect(deleted).toHaveLength(1);
    expect(deleted[0].actorId).toBe(books.admin.userId);
  });

  test.each(WRITERS)('is possible for a %s', async (role) => {
    await done(books.admin.put(at('2022-09-04'), counts(5)));
    const someone = await books.as([role]);
    expect((await someone.del(at('2022-09-04'))).status).toBe(204);
  });

  test.each([...READERS.filter((role) => !WRITERS.includes(role)), ...OTHERS])(
    'is not possible for a %s',
    async (role) => {
      await done(books.admin.put(at('2022-10-02'), counts(5)));
      const someone = await books.as([role]);
      expect(refusal(await someone.del(at('2022-10-02')))).toBe('403 forbidden');
      expect((await books.admin.get(at('2022-10-02'))).body).toMatchObject(counts(5));
    },
  );
});
