import { expect, test } from 'vitest';
import { badPaths, etag, booksOfFile, refusal } from './books.ts';
import { holders, others } from './roles.ts';

const books = booksOfFile();

const at = (date: string) => `/api/meal-attendance/${date}`;
const COUNTS = { adultCount: 42, youthCount: 7, childCount: 11 };

test('entering the first counts of a date returns 201, and entering later counts returns 200', async () => {
  const first = await books.admin.put(at('2024-01-07'), COUNTS);
  expect(first.status).toBe(201);
  expect(first.body).toMatchObject({ date: '2024-01-07', ...COUNTS });
  const second = await books.admin.put(at('2024-01-07'), COUNTS);
  expect(second.status).toBe(200);
});

test('new counts overwrite all three age groups', async () => {
  await books.admin.put(at('2024-01-14'), COUNTS);
  await books.admin.put(at('2024-01-14'), { adultCount: 1, youthCount: 0, childCount: 2 });
  const { status, body } = await books.admin.get(at('2024-01-14'));
  expect(status).toBe(200);
  expect(body).toMatchObject({ date: '2024-01-14', adultCount: 1, youthCount: 0, childCount: 2 });
});

test('reading a date without counts returns 404', async () => {
  expect(refusal(await books.admin.get(at('2024-01-21')))).toBe('404 not_found');
});

test.each(['adultCount', 'youthCount', 'childCount'])(
  'counts without %s are refused, and the refusal names the field',
  async (field) => {
    const rest = Object.fromEntries(Object.entries(COUNTS).filter(([name]) => name !== field));
    const answer = await books.admin.put(at('2024-02-04'), rest);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual([field]);
    expect((await books.admin.get(at('2024-02-04'))).status).toBe(404);
  },
);

test('empty counts are refused, and the refusal names all three fields', async () => {
  const answer = await books.admin.put(at('2024-02-04'), {});
  expect(badPaths(answer)).toEqual(['adultCount', 'childCount', 'youthCount']);
});

test.each([-1, 100_001, 1.5, '5', null, true, 1e300])('a count of %j is refused', async (count) => {
  const answer = await books.admin.put(at('2024-02-11'), { ...COUNTS, youthCount: count });
  expect(refusal(answer)).toBe('400 validation_failed');
  expect(badPaths(answer)).toEqual(['youthCount']);
});

test('a count may be anything from 0 to 100000', async () => {
  const counts = { adultCount: 100_000, youthCount: 0, childCount: 0 };
  const { status, body } = await books.admin.put(at('2024-02-18'), counts);
  expect(status).toBe(201);
  expect(body).toMatchObject(counts);
});

test('a refusal names all invalid counts', async () => {
  const answer = await books.admin.put(at('2024-02-25'), { adultCount: -1, youthCount: 'x', childCount: 100_001 });
  expect(badPaths(answer)).toEqual(['adultCount', 'childCount', 'youthCount']);
});

test('an unknown field is refused, so that a typing error loses no count', async () => {
  const answer = await books.admin.put(at('2024-02-25'), { ...COUNTS, babyCount: 3 });
  expect(refusal(answer)).toBe('400 validation_failed');
  expect(answer.body.errors).toMatchObject([{ path: 'babyCount', code: 'unknown_field' }]);
});

test.each(['2024-02-30', '2023-02-29', '2024-13-01', '2024-2-4', 'x'])(
  'counts for the date %s are refused',
  async (date) => {
    expect(refusal(await books.admin.put(at(date), COUNTS))).toBe('400 validation_failed');
    expect((await books.admin.get(at(date))).status).toBe(400);
  },
);

test('counts for February 29 of a leap year are accepted', async () => {
  expect((await books.admin.put(at('2024-02-29'), COUNTS)).status).toBe(201);
});

test('new counts with a stale If-Match are refused and change nothing', async () => {
  const seen = etag(await books.admin.put(at('2024-03-03'), COUNTS));
  const between = await books.admin.put(at('2024-03-03'), { ...COUNTS, childCount: 12 }, { 'if-match': seen });
  expect(between.status).toBe(200);
  const late = await books.admin.put(at('2024-03-03'), { ...COUNTS, childCount: 13 }, { 'if-match': seen });
  expect(refusal(late)).toBe('412 stale_version');
  expect((await books.admin.get(at('2024-03-03'))).body.childCount).toBe(12);
});

test('ten simultaneous requests for one date create its counts only once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => books.admin.put(at('2024-03-10'), COUNTS)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
});

test.each(holders('meals.write'))('a %s can write meal counts', async (role) => {
  const someone = await books.as([role]);
  expect([200, 201]).toContain((await someone.put(at('2024-04-07'), COUNTS)).status);
  expect((await someone.get(at('2024-04-07'))).status).toBe(200);
});

test.each(['pastor', 'elder', 'treasurer', 'finance', 'ministry_leader'])(
  'a %s can read meal counts but cannot write them',
  async (role) => {
    await books.admin.put(at('2024-04-14'), COUNTS);
    const someone = await books.as([role]);
    expect((await someone.get(at('2024-04-14'))).body).toMatchObject(COUNTS);
    expect(refusal(await someone.put(at('2024-04-14'), COUNTS))).toBe('403 forbidden');
  },
);

test.each(others('meals.read'))('a %s can neither read nor write meal counts', async (role) => {
  const someone = await books.as([role]);
  expect(refusal(await someone.get(at('2024-01-07')))).toBe('403 forbidden');
  expect(refusal(await someone.put(at('2024-01-07'), COUNTS))).toBe('403 forbidden');
});
