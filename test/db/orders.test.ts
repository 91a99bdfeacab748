import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest';
import { fileApp, type TestApp } from '../support/app.ts';
import { fillLists, LISTS, type TestedList } from '../support/lists.ts';

const PAGE_SIZE = 23;

let app: TestApp;
let close: () => Promise<void>;
/** An app that has not prepared any statement yet. */
let fresh: TestApp;
let closeFresh: () => Promise<void>;
let preparing: MockInstance<Sqlite.Database['prepare']>;
beforeAll(async () => {
  ({ app, close } = await fileApp());
  ({ app: fresh, close: closeFresh } = await fileApp());
  fillLists(app);
  fillLists(fresh);
  preparing = vi.spyOn(Sqlite.prototype, 'prepare');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all([close(), closeFresh()]);
});

type Item = Record<string, unknown>;

async function everything(list: TestedList, query: Record<string, string>, pageSize = PAGE_SIZE): Promise<Item[]> {
  const items: Item[] = [];
  let last = await list.read(app, { ...query, pageSize: String(pageSize) });
  while (last.items.length > 0) {
    items.push(...last.items);
    last = await list.read(app, { ...query, page: String(last.page + 1), pageSize: String(pageSize) });
  }
  expect(last.totalCount).toBe(items.length);
  return items;
}

/** Compares two values. A missing value comes before all others. */
function compare(left: unknown, right: unknown): number {
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  return (left as string) < (right as string) ? -1 : 1;
}

function inOrder(list: TestedList, items: readonly Item[], sort: string): Item[] {
  const field = sort.replace('-', '');
  const fields = [field, ...(list.ties?.[field] ?? []), list.id ?? 'id'];
  const sorted = items.toSorted((left, right) => {
    const decisive = fields.find((name) => left[name] !== right[name]) ?? field;
    return compare(left[decisive], right[decisive]);
  });
  return sort.startsWith('-') ? sorted.toReversed() : sorted;
}

const orders = ({ sorts }: TestedList) => sorts.flatMap((field) => [field, `-${field}`]);

describe.each(LISTS)('the list of $name', (list) => {
  const idsOf = (items: readonly Item[]) => items.map((item) => item[list.id ?? 'id']);

  test('has the same order as a sort in JavaScript, for every sort field and direction', async () => {
    const all = await everything(list, {}, 200);
    expect(all.length).toBeGreaterThan(PAGE_SIZE * 3);
    for (const sort of orders(list)) {
      expect(idsOf(await everything(list, { sort })), sort).toEqual(idsOf(inOrder(list, all, sort)));
    }
  });

  test('has the same items as a filter and a sort in JavaScript, for every filter and order', async () => {
    const all = await everything(list, {}, 200);
    for (const filters of list.filters ?? []) {
      const wanted = all.filter((item) => list.passes?.(item, filters));
      expect(wanted.length, JSON.stringify(filters)).toBeGreaterThan(0);
      for (const sort of orders(list)) {
        const found = await everything(list, { ...filters, sort });
        expect(idsOf(found), `${sort} ${JSON.stringify(filters)}`).toEqual(idsOf(inOrder(list, wanted, sort)));
      }
    }
  });

  test.skipIf(list.isFiltered)(
    'is read from an index in every order, without sorting and without reading table rows',
    async () => {
      preparing.mockClear();
      for (const sort of orders(list)) await list.read(fresh, { sort, page: '3' });
      const statements = preparing.mock.calls.map(([sql]) => sql);
      const picks = [...new Set(statements)].filter((sql) =>
        /^select .* as "id" from [^]* limit \? offset \?$/.test(sql),
      );
      expect(picks.flatMap((sql) => faultsOf(sql))).toEqual([]);
      // A session’s totals are in no index, and the ids of the audit log need no index of their own.
      const bySums = list.name === 'offering sessions' ? 2 : 0;
      const byIds = list.name === 'audit log' ? 1 : 0;
      expect(picks.length).toBeGreaterThanOrEqual(list.sorts.length - bySums - byIds);
    },
  );
});

describe('a list of 19,000 givings', () => {
  const list = LISTS.find(({ name }) => name === 'givings');
  const MANY = 19_000;
  let many: TestApp;
  let closeMany: () => Promise<void>;
  beforeAll(async () => {
    ({ app: many, close: closeMany } = await fileApp());
    const db = new Sqlite(many.paths.database);
    const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})`;
    db.exec(`
      insert into members (firstName, lastName, status, createdAt, modifiedAt) ${numbers}
        select 'First' || (n * 37 % 50), 'Last' || (n * 91 % 130), 'Active', 'x', 'x' from numbers;
      insert into givings (categoryId, amountMinor, date, giftDate, method, memberId, isAnonymous, accountId, createdAt, modifiedAt)
        ${numbers} select 1 + n % 5, 100 + n * 7 % 400, '2026-01-04', '2026-01-0' || (1 + n % 9),
          case when n % 3 > 0 then 'Cash' else 'Check' end, case when n % 10 > 0 then 1 + n * 7 % ${MANY} end, 0, 2, 'x', 'x'
        from numbers`);
    db.close();
  });
  afterAll(() => closeMany());

  test.each([
    { sort: 'memberName' },
    { sort: '-memberName' },
    { sort: 'amount', method: 'Cash' },
    { sort: '-categoryName', method: 'Cash' },
    { sort: 'memberName', method: 'Cash' },
  ])('has no gaps or repetitions between the portions in which it is read: %o', async ({ sort, ...filters }) => {
    if (!list) throw new Error('There is no list of givings.');
    const read = async (query: Record<string, string>) => (await list.read(many, { ...query, pageSize: '200' })).items;
    const pages = Array.from({ length: MANY / 200 }, (_, index) => String(index + 1));
    const all = (await Promise.all(pages.map((page) => read({ page, sort: 'id' })))).flat();
    const wanted = inOrder(
      list,
      all.filter((item) => list.passes?.(item, filters)),
      sort,
    );
    const found: Item[] = [];
    for (const page of pages) found.push(...(await read({ ...filters, page, sort })));
    expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  });

  test('was read in portions in the tests above', () => {
    expect(preparing.mock.calls.filter(([sql]) => sql.includes('"portion"')).length).toBeGreaterThan(0);
  });
});

/** Returns the faults of SQLite’s query plan: sorts, and reads of table rows instead of an index. */
function faultsOf(sql: string): string[] {
  const db = new Sqlite(app.paths.database, { readonly: true });
  try {
    const values = sql.match(/\?/g)?.map(() => 1) ?? [];
    const plan = db.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
    const sorts = plan.filter(({ detail }) => detail.includes('TEMP B-TREE'));
    const steps = db.prepare(`explain ${sql}`).all(...values) as { opcode: string; p1: number; p2: number }[];
    const tables = db.prepare("select rootpage from sqlite_schema where type = 'table'").pluck().all();
    const ofTables = new Set(
      steps.filter(({ opcode, p2 }) => opcode === 'OpenRead' && tables.includes(p2)).map(({ p1 }) => p1),
    );
    const reads = steps.filter(({ opcode, p1 }) => opcode === 'Column' && ofTables.has(p1));
    return [...sorts.map(({ detail }) => `${sql}: ${detail}`), ...(reads.length > 0 ? [`${sql}: reads rows`] : [])];
  } finally {
    db.close();
  }
}
