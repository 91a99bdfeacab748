/**
 * Reads lists page by page. First, the ids of a page are picked by walking along an index that has the order of the
 * list. The walk starts at the nearer end of the index. Skipping a row takes time, but the row is neither read nor
 * joined.
 *
 * - Every order has an index. `test/db/orders.test.ts` fails for an order without one, and compares each order with a
 *   sort in JavaScript. If a list is ordered by the name of a record that its rows refer to, the walk follows the index
 *   of that name. Two kinds of lists need more than an index. For offering sessions in the order of their sums, the
 *   sums are added up first. The expenses of a line of Form 990 are filtered by three columns.
 * - A walk past many thousands of rows is done in portions (`portions.ts`).
 * - If few rows pass a filter, they are looked up and sorted. If many rows pass, the walk skips the others. The program
 *   chooses between the two (`isWorthSorting`), because SQLite has no statistics here and assumes that every comparison
 *   matches few rows. For the same reason, the index of expenses by status is on the expression `status || ''`. No
 *   report uses this expression, so SQLite never chooses the index for a report.
 *
 * Four special ways to pick ids are so much faster than a plain walk or join that they are worth their code. The times
 * below were measured with SQLite alone, in memory, on generated tables of 10,000 and of 100,000 rows, for the first
 * page or the middle one:
 * - Sorting the rows that pass a rare filter takes 0.01 and 0.03 ms. A walk along the order takes 6 and 11 ms.
 * - In an order by the name of a record, first walking past the rows that refer to no record takes 0.01 and 0.02 ms.
 *   One sorted join takes 12 and 140 ms.
 * - Portions block other requests only for short moments. A single walk for a filter that no row passes blocks them for
 *   6 and 110 ms.
 * - If the ids of a list are 1, 2, 3 and so on, computing the ids of a page takes 0.002 ms. A walk takes 0.05 and 0.6
 *   ms.
 */
import { type RawBuilder, sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import { type Page, type PageRequest, placesOf, toPage } from '../lib/page.ts';
import type { Db } from './connect.ts';
import { conditionOf, type Filter, isFilled, shapeOf, valuesOf } from './filters.ts';
import {
  type AnyList,
  type Counted,
  countOf,
  firstOf,
  type Id,
  idOf,
  type List,
  nameOf,
  type Order,
  type Picker,
  pickOf,
  type Stretch,
  termsOf,
  withValues,
} from './list.ts';
import { WALKED_AT_ONCE, walkInPortions } from './portions.ts';
import { Plans } from './prepared.ts';
import { remembered } from './answer-cache.ts';
import type { Found } from './search.ts';
import type { Searchable } from './search-texts.ts';

type PageOptions<Field extends string> = {
  request: PageRequest<Field>;
  filters: readonly (Filter | undefined)[];
  found?: Found | undefined;
};

/**
 * Returns one page of a list, with the number of rows on all pages together. Must be called inside a snapshot, so that
 * the page and the number agree. `found` is the result of the search that limits the list.
 */
export async function readPage<Field extends string, Row extends object>(
  db: Db,
  list: List<Field, Row>,
  options: PageOptions<Field>,
): Promise<Page<Row>> {
  const { request, found } = options;
  const filters = options.filters.filter((filter) => filter !== undefined);
  if (found) return readHits(db, list, { request, filters, found });
  const total = await countRows(db, list, filters);
  const { sort } = request;
  const { from, to } = placesOf(request, total);
  if (from >= to) return toPage([], total, request);
  const order: Order | Picker = list.orders[sort.field];
  const ids = await (typeof order === 'function'
    ? order(db, filters, { from, to })
    : pick(db, list, filters, { field: sort.field, order, from, to, total }));
  return toPage(await showRows(db, list, sort.descending ? ids.toReversed() : ids), total, request);
}

/** Returns the rows with these ids, in the order of the ids. */
async function showRows<Field extends string, Row extends object>(
  db: Db,
  list: List<Field, Row>,
  ids: readonly Id[],
): Promise<Row[]> {
  const rows = await list.show(db, JSON.stringify(ids));
  const byId = new Map(rows.map((row) => [(row as Record<string, unknown>)[list.id], row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const plans = new Plans();
/** Returns how many rows of a list pass the filters. */
async function countRows(db: Db, list: AnyList, filters: readonly Filter[]): Promise<number> {
  const key = `${nameOf(list)} count ${shapeOf(filters)}`;
  const query = plans.fill<Counted>(db, key, valuesOf(filters), (values) => countOf(list, withValues(filters, values)));
  const { rows } = await db.executeQuery<Counted>(remembered(query));
  return Number(rows[0]?.count);
}

/** Returns the ids at a range of positions in a list, in ascending order. */
async function pick(db: Db, list: AnyList, filters: readonly Filter[], stretch: Stretch): Promise<readonly Id[]> {
  const { field, order, from, to, total } = stretch;
  if (filters.length > 0 && (await isWorthSorting(db, list, filters, stretch))) {
    return walk(db, list, filters, { ...stretch, isSorted: true });
  }
  if (filters.length === 0 && order.columns.length === 0 && !order.through && (await isGapless(db, list, total))) {
    return Array.from({ length: to - from }, (_, index) => from + index + 1);
  }
  const { through } = order;
  if (through?.maybe === undefined) return walk(db, list, filters, stretch);
  const referringToNone = { ...list, holds: [...list.holds, isFilled(through.maybe, false)] };
  const border = await countRows(db, referringToNone, filters);
  const { columns } = order;
  const first = { field, order: { columns }, from, to: Math.min(to, border), total: border };
  const second = { field, order, from: Math.max(from - border, 0), to: to - border, total: total - border };
  return [...(await walk(db, referringToNone, filters, first)), ...(await walk(db, list, filters, second))];
}

/**
 * Returns whether the ids of a list really are 1, 2, 3 and so on. Somebody may have deleted rows of the audit log
 * outside Vestry.
 */
async function isGapless(db: Db, list: AnyList, total: number): Promise<boolean> {
  if (!list.isGapless) return false;
  const [id, table] = [idOf(list), sql.table(list.table)];
  const query = plans.fill(
    db,
    `${list.table} ends`,
    [],
    () => sql<Ends>`select (select min(${id}) from ${table}) as "first", (select max(${id}) from ${table}) as "last"`,
  );
  const { rows } = await db.executeQuery<Ends>(query);
  return rows[0]?.first === 1 && rows[0].last === total;
}

type Ends = { first: number | null; last: number | null };

/**
 * Returns true if all rows that pass the filters should be looked up and sorted, such as the gifts of one giver.
 * Returns false if a walk along the order should skip the other rows. Sorting a row takes about as long as looking up
 * two.
 */
async function isWorthSorting(
  db: Db,
  list: AnyList,
  filters: readonly Filter[],
  { order, from, to, total }: Stretch,
): Promise<boolean> {
  const first = firstOf(list, order);
  if (filters.every(({ column }) => column === first)) return false;
  const all = await countRows(db, list, []);
  return 2 * total * total <= Math.min(to, total - from) * all;
}

/**
 * Returns the number of rows to divide into portions if a walk would delay other requests. Returns undefined if the
 * walk is short.
 */
async function rowsToDivide(
  db: Db,
  list: AnyList,
  filters: readonly Filter[],
  { order, from, to, total }: Stretch,
): Promise<number | undefined> {
  const length = Math.min(to, total - from);
  const first = firstOf(list, order);
  if (filters.some(({ column }) => column !== first)) {
    const all = await countRows(db, list, []);
    return (length * all) / total > WALKED_AT_ONCE ? all : undefined;
  }
  const [outer] = order.through?.tables ?? [];
  if (!outer || !order.through?.isLarge || length <= WALKED_AT_ONCE) return undefined;
  return countRows(db, { ...list, table: outer.table, holds: [] }, []);
}

/** Returns the ids at a range of positions. The walk starts at the nearer end of the order. */
async function walk(
  db: Db,
  list: AnyList,
  filters: readonly Filter[],
  { field, order, from, to, total, isSorted = false }: Stretch & { isSorted?: boolean },
): Promise<Id[]> {
  if (from >= to) return [];
  const most = isSorted ? undefined : await rowsToDivide(db, list, filters, { field, order, from, to, total });
  if (most !== undefined) return walkInPortions(db, list, filters, { field, order, from, to, total, most });
  const isTurned = from > total - to;
  const direction = isTurned ? 'desc' : 'asc';
  const key = `${nameOf(list)} ${isSorted ? 'sort' : 'walk'} ${field} ${direction} ${shapeOf(filters)}`;
  const values = [...valuesOf(filters), to - from, isTurned ? total - to : from];
  const query = plans.fill(db, key, values, (values) =>
    pickOf(list, withValues(filters, values), { order, direction, isSorted, window: values.slice(-2) }),
  );
  const { rows } = await db.executeQuery<{ id: Id }>(query);
  const ids = rows.map(({ id }) => id);
  return isTurned ? ids.toReversed() : ids;
}

type Searching<Field extends string> = { request: PageRequest<Field>; filters: readonly Filter[]; found: Found };

/** Selects the hits of a search that pass the filters. */
function hitsOf<Field extends string>(list: AnyList, { filters, found }: Pick<Searching<Field>, 'filters' | 'found'>) {
  let hits = found.rows(list.table as Searchable);
  for (const filter of [...list.holds, ...filters]) hits = hits.where(conditionOf(filter));
  return hits;
}

/** Selects the ids of hits in the order of the list. */
function inOrder(list: AnyList, hits: ReturnType<typeof hitsOf>, sort: PageRequest['sort']) {
  const order = list.orders[sort.field];
  if (typeof order !== 'object') throw new Error('The hits of a search cannot have this order.');
  let ordered = hits.select((idOf(list) as RawBuilder<number>).as('id'));
  for (const { table, on } of order.through?.tables ?? [])
    ordered = ordered.leftJoin(table, (join) => join.on(on as RawBuilder<boolean>)) as never;
  for (const term of termsOf(list, order)) ordered = ordered.orderBy(term, sort.descending ? 'desc' : 'asc');
  return ordered;
}

/**
 * Returns the ids of all hits of a search that pass the filters, in the order of the list. Must be called inside a
 * snapshot.
 */
export async function readHitIds<Field extends string>(
  list: AnyList,
  {
    request,
    filters,
    found,
  }: { request: Pick<PageRequest<Field>, 'sort'> } & Omit<PageOptions<Field>, 'request'> & { found: Found },
): Promise<number[]> {
  const hits = hitsOf(list, { found, filters: filters.filter((filter) => filter !== undefined) });
  return (await inOrder(list, hits, request.sort).execute()).map((hit) => hit.id);
}

/**
 * Reads a page of the hits of a search. A query over all hits may take ten milliseconds, so other requests run after
 * each such query.
 */
async function readHits<Field extends string, Row extends object>(
  db: Db,
  list: List<Field, Row>,
  { request, filters, found }: Searching<Field>,
): Promise<Page<Row>> {
  const { page, pageSize } = request;
  const hits = hitsOf(list, { filters, found });
  const id = idOf(list) as RawBuilder<number>;
  if (found.isPage) {
    const ids = (await hits.select(id.as('id')).orderBy(id).execute()).map((hit) => hit.id);
    return toPage(await showRows(db, list, ids), found.total, request, found.isCapped);
  }
  const chosen = await inOrder(list, hits, request.sort)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  await breathe();
  const items = await showRows(
    db,
    list,
    chosen.map((hit) => hit.id),
  );
  if (found.isWhole) return toPage(items, found.total, request, found.isCapped);
  await breathe();
  const { count } = await hits.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow();
  return toPage(items, Number(count), request, found.isCapped);
}
