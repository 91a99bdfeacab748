import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, inTransaction } from '../../src/app.ts';
import { indexTexts } from '../../src/db/search.ts';
import { listCategories } from '../../src/features/giving-categories/service.ts';
import { GivingQuery, NewGiving } from '../../src/features/giving/schema.ts';
import { createGiving, listGivings } from '../../src/features/giving/service.ts';
import { listMembers } from '../../src/features/members/service.ts';
import { MemberQuery } from '../../src/features/members/schema.ts';
import { inChunks } from '../../src/lib/chunks.ts';
import { decode } from '../../src/validate.ts';
import { fileApp, type TestApp } from '../support/app.ts';

/** One more than a search counts, and as many again without the common name. */
const COMMON = 10_001;
const RARE = 1200;

let app: TestApp;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ app, close } = await fileApp());
  await inTransaction(app, async (app) => {
    const rows = Array.from({ length: COMMON + RARE }, (_, index) => ({
      id: index + 1,
      // The names run against the ids, so that the order of entry and the order of names differ.
      firstName: index < COMMON ? 'Grace' : 'Peter',
      lastName: `N${String(99_999 - index)}`,
      chineseName: index < COMMON ? '陳恩慈' : '林信',
      status: index % 2 === 0 ? ('Active' as const) : ('Visitor' as const),
      ...created(app),
    }));
    await inChunks(rows, async (part) => {
      await app.db.insertInto('members').values(part).execute();
    });
    const documents = rows.map(({ id, firstName, lastName, chineseName }) => ({
      id,
      texts: [`${firstName} ${lastName}`, chineseName],
    }));
    await indexTexts(app.db, 'member', documents);
  });
});
afterAll(() => close());

const find = (query: Record<string, string>) => listMembers(app, decode(MemberQuery, query));
const ids = async (query: Record<string, string>) => (await find(query)).items.map(({ id }) => id);

describe('more hits than are counted', () => {
  test.each(['陳', '陈恩', '陳恩慈', 'g', 'gr', 'grace'])('%s says that the total stops at 10,000', async (search) => {
    const page = await find({ search });
    expect(page).toMatchObject({ totalCount: 10_000, totalPages: 400, totalIsCapped: true });
    expect(page.items.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  test('the pages follow each other up to the last that was counted, and after it comes none', async () => {
    expect(await ids({ search: 'grace', page: '2' })).toEqual(Array.from({ length: 25 }, (_, index) => index + 26));
    expect((await ids({ search: 'grace', page: '400' })).at(-1)).toBe(10_000);
    expect(await ids({ search: 'grace', page: '401' })).toEqual([]);
    expect(await ids({ search: 'grace', page: '1000000' })).toEqual([]);
  });

  test('an order that was asked for is kept among the first 10,000', async () => {
    const page = await find({ search: 'grace', sort: 'lastName', pageSize: '2' });
    expect(page.items.map(({ id }) => id)).toEqual([10_000, 9999]);
    expect(page).toMatchObject({ totalCount: 10_000, totalIsCapped: true });
  });

  test('a filter leaves those of the first 10,000 that pass it', async () => {
    const page = await find({ search: 'grace', status: 'Visitor' });
    expect(page).toMatchObject({ totalCount: 5000, totalIsCapped: true });
    expect(page.items.every(({ status }) => status === 'Visitor')).toBe(true);
  });
});

test('givings say so too when more givers have the name than are looked at', async () => {
  const [category] = (await listCategories(app, false)).items;
  const last = { categoryId: category?.id, amount: 5, date: '2026-11-01', method: 'Cash', memberId: COMMON };
  await createGiving(app, decode(NewGiving, last));
  expect(await listGivings(app, decode(GivingQuery, { search: 'grace' }))).toMatchObject({ totalIsCapped: true });
  const page = await listGivings(app, decode(GivingQuery, { search: 'n89999', sort: 'memberName' }));
  expect(page).toMatchObject({ totalCount: 1, items: [{ memberId: COMMON }] });
  expect(page).not.toHaveProperty('totalIsCapped');
});

describe('fewer hits', () => {
  test('are counted exactly', async () => {
    expect(await find({ search: 'peter' })).toMatchObject({ totalCount: RARE });
    expect(await find({ search: 'peter' })).not.toHaveProperty('totalIsCapped');
    expect(await find({ search: 'peter', status: 'Active' })).toMatchObject({ totalCount: RARE / 2 });
  });

  test('are counted exactly up to the last that may be', async () => {
    const page = await find({ search: 'grace n9' });
    expect(page.totalCount).toBe(10_000);
    expect(page).not.toHaveProperty('totalIsCapped');
  });

  test('come in the order of the list while a sort costs little', async () => {
    const found = await ids({ search: 'n89', pageSize: '200' });
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(found.length).toBeGreaterThan(100);
  });
});

test('of a character that repeats, thirty count: a longer line finds every line of so many', async () => {
  const [category] = (await listCategories(app, false)).items;
  const base = { categoryId: category?.id, amount: 5, date: '2026-11-01', method: 'Cash' };
  const noted = async (note: string) => (await createGiving(app, decode(NewGiving, { ...base, note }))).id;
  const [short, thirty, long] = [
    await noted(`before ${'='.repeat(29)} after`),
    await noted(`before ${'='.repeat(30)} after`),
    await noted(`before ${'='.repeat(4000 - 13)} after`),
  ];
  const found = async (search: string) =>
    (await listGivings(app, decode(GivingQuery, { search, sort: 'id' }))).items.map(({ id }) => id);
  expect(await found('='.repeat(29))).toEqual([short, thirty, long]);
  expect(await found('='.repeat(30))).toEqual([thirty, long]);
  expect(await found(`e ${'='.repeat(180)} a`)).toEqual([thirty, long]);
  expect(await found(`e ${'='.repeat(28)} a`)).toEqual([]);
});
