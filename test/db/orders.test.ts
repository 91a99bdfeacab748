import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, type MockInstance, test, vi } from 'vitest';
import { fileApp, type TestApp } from '../support/app.ts';
import { fillLists, LISTS, type TestedList } from '../support/lists.ts';

const PAGE_SIZE = 23;

let app: TestApp;
let close: () => Promise<void>;
let preparing: MockInstance<Sqlite.Database['prepare']>;
beforeAll(async () => {
  ({ app, close } = await fileApp());
  fillLists(app);
  preparing = vi.spyOn(Sqlite.prototype, 'prepare');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await close();
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

/** Missing values are less than all others. */
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

  test('comes page by page in every order as JavaScript sorts it, with ties and missing values, from either end', async () => {
    const all = await everything(list, {}, 200);
    expect(all.length).toBeGreaterThan(PAGE_SIZE * 3);
    for (const sort of orders(list)) {
      expect(idsOf(await everything(list, { sort })), sort).toEqual(idsOf(inOrder(list, all, sort)));
    }
  });

  test('comes with every filter in every order as JavaScript filters and sorts it', async () => {
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
    'is picked in every order by walking along an index, without a sort and without reading rows',
    async () => {
      preparing.mockClear();
      const { app: fresh, close: closeFresh } = await fileApp();
      fillLists(fresh);
      for (const sort of orders(list)) await list.read(fresh, { sort, page: '3' });
      await closeFresh();
      const statements = preparing.mock.calls.map(([sql]) => sql);
      const picks = [...new Set(statements)].filter((sql) =>
        /^select .* as "id" from [^]* limit \? offset \?$/.test(sql),
      );
      expect(picks.flatMap((sql) => faultsOf(sql))).toEqual([]);
      // A session's sums are in no index; the log's ids need none.
      const bySums = list.name === 'offering sessions' ? 2 : 0;
      const byIds = list.name === 'audit log' ? 1 : 0;
      expect(picks.length).toBeGreaterThanOrEqual(list.sorts.length - bySums - byIds);
    },
  );
});

/** What is wrong with how SQLite carries a statement out: it sorts, or it reads rows of a table besides those of an index. */
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
