import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { created, inTransaction } from '../../src/app.ts';
import { indexTexts } from '../../src/db/search-index.ts';
import { listCategories } from '../../src/features/giving/categories/service.ts';
import { GivingQuery, NewGiving } from '../../src/features/giving/givings/schema.ts';
import { createGiving, listGivings } from '../../src/features/giving/givings/service.ts';
import { createMember, listMembers } from '../../src/features/people/members/service.ts';
import { MemberQuery, NewMember } from '../../src/features/people/members/schema.ts';
import { breathe, inChunks } from '../../src/lib/chunks.ts';
import { decode } from '../../src/validate.ts';
import { fileApp, type TestApp } from '../support/app.ts';
import { turnsDuring } from '../support/turns.ts';

/** `COMMON` members are named Grace, one more than a search counts. `RARE` members are named Peter. */
const COMMON = 10_001;
const RARE = 1200;

let app: TestApp;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ app, close } = await fileApp());
  await inTransaction(app, async (app) => {
    const rows = Array.from({ length: COMMON + RARE }, (_, index) => ({
      id: index + 1,
      // The names descend while the ids ascend, so that the two orders differ.
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

describe('a search with more hits than are counted', () => {
  test.each(['陳', '陈恩', '陳恩慈', 'g', 'gr', 'grace'])(
    'for %s shows a total of 10,000 and that it is capped',
    async (search) => {
      const page = await find({ search });
      expect(page).toMatchObject({ totalCount: 10_000, totalPages: 400, totalIsCapped: true });
      expect(page.items.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    },
  );

  test('has pages up to the last counted hit, and none after it', async () => {
    expect(await ids({ search: 'grace', page: '2' })).toEqual(Array.from({ length: 25 }, (_, index) => index + 26));
    expect((await ids({ search: 'grace', page: '400' })).at(-1)).toBe(10_000);
    expect(await ids({ search: 'grace', page: '401' })).toEqual([]);
    expect(await ids({ search: 'grace', page: '1000000' })).toEqual([]);
  });

  test('sorts only the first 10,000 hits in the requested order', async () => {
    const page = await find({ search: 'grace', sort: 'lastName', pageSize: '2' });
    expect(page.items.map(({ id }) => id)).toEqual([10_000, 9999]);
    expect(page).toMatchObject({ totalCount: 10_000, totalIsCapped: true });
  });

  test('applies a filter only to the first 10,000 hits', async () => {
    const page = await find({ search: 'grace', status: 'Visitor' });
    expect(page).toMatchObject({ totalCount: 5000, totalIsCapped: true });
    expect(page.items.every(({ status }) => status === 'Visitor')).toBe(true);
  });
});

test('the total of a search for givings is also capped if more givers have the name than the search checks', async () => {
  const [category] = (await listCategories(app, false)).items;
  const last = { categoryId: category?.id, amount: 5, date: '2026-11-01', method: 'Cash', memberId: COMMON };
  await createGiving(app, decode(NewGiving, last));
  expect(await listGivings(app, decode(GivingQuery, { search: 'grace' }))).toMatchObject({ totalIsCapped: true });
  const page = await listGivings(app, decode(GivingQuery, { search: 'n89999', sort: 'memberName' }));
  expect(page).toMatchObject({ totalCount: 1, items: [{ memberId: COMMON }] });
  expect(page).not.toHaveProperty('totalIsCapped');
});

describe('a search with fewer hits', () => {
  test('counts them exactly', async () => {
    expect(await find({ search: 'peter' })).toMatchObject({ totalCount: RARE });
    expect(await find({ search: 'peter' })).not.toHaveProperty('totalIsCapped');
    expect(await find({ search: 'peter', status: 'Active' })).toMatchObject({ totalCount: RARE / 2 });
  });

  test('counts them exactly up to the maximum of 10,000', async () => {
    const page = await find({ search: 'grace n9' });
    expect(page.totalCount).toBe(10_000);
    expect(page).not.toHaveProperty('totalIsCapped');
  });

  test('returns them in the list’s sort order', async () => {
    const found = await ids({ search: 'n89', pageSize: '200' });
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(found.length).toBeGreaterThan(100);
  });
});

/** Adds givings with these notes and returns their ids. */
async function note(...notes: string[]): Promise<number[]> {
  const [category] = (await listCategories(app, false)).items;
  const base = { categoryId: category?.id, amount: 5, date: '2026-11-01', method: 'Cash' };
  const givings = notes.map((note) => ({ input: decode(NewGiving, { ...base, note }) }));
  return inTransaction(app, async (app) => {
    const ids: number[] = [];
    for (const { input } of givings) ids.push((await createGiving(app, input)).id);
    return ids;
  });
}

const findGivings = (query: Record<string, string>) => listGivings(app, decode(GivingQuery, { sort: 'id', ...query }));
const givingIds = async (search: string) => (await findGivings({ search })).items.map(({ id }) => id);

test('a note with a run of equal characters is found by a run of the same length or shorter, but not by a longer run', async () => {
  const [short = 0, long = 0] = await note(`before ${'='.repeat(29)} after`, `before ${'='.repeat(3980)} after`);
  expect(await givingIds('='.repeat(29))).toEqual([short, long]);
  expect(await givingIds('='.repeat(30))).toEqual([long]);
  expect(await givingIds(`e${'='.repeat(180)}a`)).toEqual([]);
  expect(await givingIds(`${'='.repeat(180)}a`)).toEqual([long]);
  expect(await givingIds(`e${'='.repeat(29)}a`)).toEqual([short]);
});

test('a giving is found by words from its texts and its giver’s names, in any order', async () => {
  const member = async (firstName: string, lastName: string) =>
    (await createMember(app, decode(NewMember, { firstName, lastName }))).id;
  const [category] = (await listCategories(app, false)).items;
  const giving = { categoryId: category?.id, amount: 5, date: '2026-11-01', method: 'Check' };
  const enter = async (memberId: number, checkNumber: string, note: string) =>
    (await createGiving(app, decode(NewGiving, { ...giving, memberId, checkNumber, note }))).id;
  const [huang, other] = [await member('Shu-Fen', 'Huang'), await member('Chao-Ming', 'Huang')];
  const [first, second] = [await enter(huang, '7341', 'roof fund'), await enter(other, '7342', 'roof fund')];
  expect(await givingIds('huang 7341')).toEqual([first]);
  expect(await givingIds('7342, Huang')).toEqual([second]);
  expect(await givingIds('fund shufen')).toEqual([first]);
  expect(await givingIds('Huang, Shu-Fen')).toEqual([first]);
  expect(await givingIds('huang roof')).toEqual([first, second]);
  expect(await givingIds('huang 7341 chaoming')).toEqual([]);
});

describe('texts that are costly to search', () => {
  const NOTES = ['\uFDFA'.repeat(4000), 'ab'.repeat(2000), '龍'.repeat(4000), 'abc'.repeat(1333), '🎵'.repeat(2000)];
  const TIMES = 30;
  let hostile: number[];
  let turns: number;
  beforeAll(async () => {
    const notes = NOTES.flatMap((text) => Array.from({ length: TIMES }, () => text));
    hostile = await note(...notes);
    const documents = hostile.map((id, index) => ({ id, texts: [notes[index] ?? ''] }));
    turns = await turnsDuring(() => inTransaction(app, (app) => indexTexts(app.db, 'giving', documents)));
  });

  test('are indexed with a pause after every few texts', () => {
    expect(turns).toBeGreaterThan((NOTES.length * TIMES) / 4);
  });

  test.each([
    ['\uFDFA'.repeat(200), 0],
    ['ab'.repeat(100), 1],
    ['龍'.repeat(200), 2],
    ['bcabcabca', 3],
    ['🎵'.repeat(100), 4],
  ])('are searched with pauses and found exactly: %s', async (search, which) => {
    let page = await findGivings({ search: 'nothing' });
    const paused = await turnsDuring(async () => (page = await findGivings({ search, pageSize: '200' })));
    expect(page.items.map(({ id }) => id)).toEqual(hostile.slice(which * TIMES, (which + 1) * TIMES));
    expect(page).not.toHaveProperty('totalIsCapped');
    // Each of the thirty notes has 4,000 characters. The search pauses after every 20,000 characters.
    expect(paused).toBeGreaterThanOrEqual(which === 4 ? 3 : 6);
  });

  test.each(['a'.repeat(199), `b${'a'.repeat(198)}`, `${'龍'.repeat(199)}虎`, 'ﷺab'])(
    'are not found by %s, which none of them contains',
    async (search) => {
      expect((await findGivings({ search })).totalCount).toBe(0);
    },
  );

  test('are read up to two million characters, and the total is marked as capped and is the same each time', async () => {
    await note(...Array.from({ length: 600 }, (_, index) => `${'xyz'.repeat(1330)}${index}`));
    const page = await findGivings({ search: 'zxyzxyz', pageSize: '200' });
    expect(page).toMatchObject({ totalIsCapped: true });
    expect(page.totalCount).toBeGreaterThan(490);
    expect(page.totalCount).toBeLessThan(520);
    expect(await findGivings({ search: 'zxyzxyz', pageSize: '200' })).toEqual(page);
  });
});

test('of ten simultaneous searches, at most two continue at each turn of the event loop', async () => {
  let [turn, isOver] = [0, false];
  const watch = () => {
    turn += 1;
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  const seen: number[] = [];
  const work = async () => {
    for (let step = 0; step < 5; step += 1) {
      await breathe();
      seen.push(turn);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  isOver = true;
  expect(seen.length).toBe(50);
  for (const one of new Set(seen)) expect(seen.filter((other) => other === one).length).toBeLessThanOrEqual(2);
});
