/**
 * Reads every list page by page. The ids of a page are picked first, by walking along an index that has the order of
 * the list, from the nearer end: rows that are skipped take time, but are neither read nor joined.
 *
 * - Every order has its index; `test/db/orders.test.ts` fails for one without, and compares each order with a sort in
 *   JavaScript. An order by the name of something else walks along the index of that name. There are two exceptions:
 *   the sums of an offering session are added up, and the expenses of a line of Form 990 are filtered by three
 *   columns.
 * - A walk past many thousands of rows is done in portions (`portions.ts`).
 * - When few rows pass a filter, they are looked up and sorted. When many pass, the walk leaves out the others. The
 *   program decides which (`isWorthSorting`), because SQLite has no statistics here and takes every comparison for a
 *   rare one. For the same reason the index by the status of an expense is over an expression that no report uses.
 *
 * Each way to pick earns its lines. In SQLite alone, in memory, on made-up tables of 10,000 and 100,000 rows, the first page or the
 * middle one takes:
 * - sorting what passes a rare filter: 0.01 and 0.03 ms, against 6 and 11 ms for a walk along the order;
 * - walking first past the rows that refer to nothing: 0.01 and 0.02 ms, against 12 and 140 ms for one sorted join;
 * - portions: short turns, against a single one of 6 and 110 ms for a filter that no row passes;
 * - counting off the ids of a list without gaps: 0.002 ms, against 0.05 and 0.6 ms.
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
 * Reads one page of a list and the number of all its rows. Must be called inside a snapshot, so that the two agree.
 * `found` is the search that limits the list.
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

/** Returns the ids of a stretch of a list, from the smallest. */
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

/** Checks whether the ids of a list really are 1, 2, 3 and so on, because somebody may have deleted rows of the log. */
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
 * Decides whether to look up and sort everything that passes the filters, such as one giver's gifts, or to walk along
 * the order and skip what does not pass. Sorting a row takes about as long as looking up two.
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

/** Returns the portion size for a walk that would delay others, or undefined for a short one. */
async function portionsOf(
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

/** Picks the ids of one stretch, starting from its nearer end. */
async function walk(
  db: Db,
  list: AnyList,
  filters: readonly Filter[],
  { field, order, from, to, total, isSorted = false }: Stretch & { isSorted?: boolean },
): Promise<Id[]> {
  if (from >= to) return [];
  const most = isSorted ? undefined : await portionsOf(db, list, filters, { field, order, from, to, total });
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

/**
 * Reads a page of hits. A step that goes through all hits may take ten milliseconds, so each is followed by a pause.
 */
async function readHits<Field extends string, Row extends object>(
  db: Db,
  list: List<Field, Row>,
  { request, filters, found }: Searching<Field>,
): Promise<Page<Row>> {
  const { page, pageSize, sort } = request;
  const table = list.table as Searchable;
  let hits = found.rows(table);
  for (const filter of [...list.holds, ...filters]) hits = hits.where(conditionOf(filter));
  const id = idOf(list) as RawBuilder<number>;
  if (found.isPage) {
    const ids = (await hits.select(id.as('id')).orderBy(id).execute()).map((hit) => hit.id);
    return toPage(await showRows(db, list, ids), found.total, request, found.isCapped);
  }
  const order: Order | Picker = list.orders[sort.field];
  if (typeof order === 'function') throw new Error('Hits of a search have no such order.');
  let ordered = hits.select(id.as('id'));
  for (const { table, on } of order.through?.tables ?? [])
    ordered = ordered.leftJoin(table, (join) => join.on(on as RawBuilder<boolean>)) as never;
  for (const term of termsOf(list, order)) ordered = ordered.orderBy(term, sort.descending ? 'desc' : 'asc');
  const chosen = await ordered
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
