/** Walks along an order in portions, so that other requests run between two portions. */
import { type RawBuilder, sql } from 'kysely';
import { breathe } from '../lib/chunks.ts';
import type { Db } from './connect.ts';
import { conditionOf, type Filter, shapeOf, valuesOf } from './filters.ts';
import {
  type AnyList,
  type Direction,
  type Id,
  idOf,
  nameOf,
  pickOf,
  type Stretch,
  termsOf,
  withValues,
} from './list.ts';
import { Plans } from './prepared.ts';
import { remembered } from './answer-cache.ts';

/**
 * The number of rows in a portion. They are rows of the list or, in an order by the columns of another large table,
 * rows of that table.
 */
const PORTION = 2000;

/**
 * How many rows a walk may pass without portions. Such a walk takes less time than three portions and does not delay
 * other requests noticeably.
 */
export const WALKED_AT_ONCE = 6000;

const plans = new Plans();

type Walk = { list: AnyList; filters: readonly Filter[]; stretch: Stretch; direction: Direction };

/**
 * Returns the ids at a range of positions among the rows that pass the filters. The walk starts at the nearer end of
 * the order. The number of passing rows in each portion is remembered. `most` is the number of rows to divide into
 * portions.
 */
export async function walkInPortions(
  db: Db,
  list: AnyList,
  filters: readonly Filter[],
  { most, ...stretch }: Stretch & { most: number },
): Promise<Id[]> {
  const { from, to, total } = stretch;
  const isTurned = from > total - to;
  const walk: Walk = { list, filters, stretch, direction: isTurned ? 'desc' : 'asc' };
  const [start, end] = isTurned ? [total - to, total - from] : [from, to];
  const ids: Id[] = [];
  for (let passed = 0, at = 0; passed < end && at < most; at += PORTION) {
    const count = await countPortion(db, walk, at);
    const skipped = Math.max(start - passed, 0);
    const wanted = Math.min(end - passed, count) - skipped;
    if (wanted > 0) ids.push(...(await pickPortion(db, walk, at, { limit: wanted, offset: skipped })));
    passed += count;
    await breathe();
  }
  return isTurned ? ids.toReversed() : ids;
}

const keyOf = ({ list, filters, stretch, direction }: Walk) =>
  `${nameOf(list)} ${stretch.field} ${direction} ${shapeOf(filters)}`;

async function countPortion(db: Db, walk: Walk, at: number): Promise<number> {
  const { filters } = walk;
  const query = plans.fill(db, `${keyOf(walk)} count`, [...valuesOf(filters), at], (values) => {
    const filled = { ...walk, filters: withValues(filters, values) };
    return sql`select count(*) as "count" ${portionOf(filled, values.at(-1))}`;
  });
  const { rows } = await db.executeQuery<{ count: number }>(remembered(query));
  return Number(rows[0]?.count);
}

async function pickPortion(db: Db, walk: Walk, at: number, window: { limit: number; offset: number }): Promise<Id[]> {
  const { list, filters, stretch, direction } = walk;
  const values = [...valuesOf(filters), at, window.limit, window.offset];
  const query = plans.fill(db, `${keyOf(walk)} pick`, values, (values) => {
    const [at, limit, offset] = values.slice(-3);
    const filled = { ...walk, filters: withValues(filters, values) };
    const by = termsOf(list, stretch.order).map((term) => sql`+${term} ${sql.raw(direction)}`);
    return sql`select ${idOf(list)} as "id" ${portionOf(filled, at)} order by ${sql.join(by)} limit ${limit} offset ${offset}`;
  });
  const { rows } = await db.executeQuery<{ id: Id }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Returns the SQL for the rows of a portion that pass the filters. A portion is a range of positions in the order
 * without filters.
 */
function portionOf({ list, filters, stretch, direction }: Walk, at: Id | undefined): RawBuilder<unknown> {
  const { order } = stretch;
  const window = [PORTION, at ?? 0];
  const conditions = filters.map((filter) => sql` and ${conditionOf(filter, true)}`);
  const tables = order.through?.tables ?? [];
  const [outer] = tables;
  const own = sql.table(list.table);
  if (order.through?.isLarge && outer && filters.length === 0) {
    const by = order.through.columns.map(
      (column) => sql`${typeof column === 'string' ? sql.ref(column) : column} ${sql.raw(direction)}`,
    );
    const table = sql.table(outer.table);
    const ids = sql`select ${table}."id" as "id" from ${table} order by ${sql.join(by)} limit ${window[0]} offset ${window[1]}`;
    const holds = list.holds.map((filter) => sql` and ${conditionOf(filter)}`);
    return sql`from (${ids}) as "portion" cross join ${table} cross join ${own}
      where ${table}."id" = "portion"."id" and ${outer.on}${sql.join(holds, sql``)}`;
  }
  const ids = pickOf(list, [], { order, direction, isSorted: false, window });
  const joins = tables.map(({ table, on }) => sql` left join ${sql.table(table)} on ${on}`);
  return sql`from (${ids}) as "portion" cross join ${own}${sql.join(joins, sql``)}
    where ${idOf(list)} = "portion"."id"${sql.join(conditions, sql``)}`;
}
