/** What a list is, and the SQL that counts its rows and picks the rows of a page. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { conditionOf, type Filter, isFilled, shapeOf } from './filters.ts';
import type { Database } from './schema.ts';

export type Id = number | string;

/** A list: its rows, its orders, and what is shown of a row. */
export type List<Field extends string, Row> = {
  table: keyof Database;
  /** The unique column of its rows. Every order ends with it. */
  id: 'id' | 'date';
  /** The filters that select the list's rows from the table. */
  holds: readonly Filter[];
  /** Whether its ids are 1, 2, 3 and so on, without a gap. */
  isGapless?: true;
  orders: Record<Field, Order | Picker>;
  /** Returns what is shown of the rows with these ids, as JSON, in any order. */
  show: (db: Db, ids: string) => Promise<Row[]>;
};

/**
 * An order by columns of the list's table, or first by columns of a table that it refers to. Missing values come before
 * all others. Every order needs an index; `test/db/orders.test.ts` demands one.
 */
export type Order = {
  columns: readonly (string | RawBuilder<unknown>)[];
  through?: {
    /** The tables on the way to the table with the columns, the nearest first. */
    tables: readonly Link[];
    columns: readonly (string | RawBuilder<unknown>)[];
    /** The column of the list's table that holds the reference, if the reference may be missing. */
    maybe?: string;
    /** Whether the table has so many rows that walking through it takes long. */
    isLarge?: true;
  };
};

/** A part of an order. Its places are counted from the smallest. */
export type Stretch = { field: string; order: Order; from: number; to: number; total: number };

/** A table that another table refers to, and the condition of the join. */
export type Link = { table: keyof Database; on: RawBuilder<unknown> };

/** Picks ids between two places of an order that no index has. */
export type Picker = (db: Db, filters: readonly Filter[], stretch: { from: number; to: number }) => Promise<Id[]>;

/** What counting and picking need to know about a list. */
export type AnyList = Pick<List<string, object>, 'table' | 'id' | 'holds' | 'isGapless' | 'orders'>;

/** A key for a list. One table may have several lists. */
export const nameOf = ({ table, holds }: AnyList) => `${table} ${shapeOf(holds)}`;
/** The unique column of the rows of a list. */
export const idOf = ({ table, id }: AnyList) => sql.ref(`${table}.${id}`);

export type Counted = { count: number };

/** Returns the query that counts the rows that pass the filters. */
export function countOf(list: AnyList, filters: readonly Filter[]): RawBuilder<Counted> {
  const table = sql.table(list.table);
  const all = [...list.holds, ...filters];
  const [holds] = all;
  if (!holds) return sql`select count(*) as "count" from ${table}`;
  if (all.length > 1 || holds.test !== 'is null') {
    return sql`select count(*) as "count" from ${table} where ${allOf(all)}`;
  }
  // SQLite counts a whole table without reading its rows. The deleted rows are few, and an index has them.
  const gone = conditionOf(isFilled(holds.column, true));
  return sql`select (select count(*) from ${table}) - (select count(*) from ${table} where ${gone}) as "count"`;
}

const allOf = (filters: readonly Filter[]) =>
  sql.join(
    filters.map((filter) => conditionOf(filter)),
    sql` and `,
  );

/** Returns the same filters with other values. */
export function withValues(filters: readonly Filter[], values: readonly (string | number)[]): Filter[] {
  let next = 0;
  return filters.map((filter) => {
    const value = filter.value === undefined ? undefined : values[next++];
    return value === undefined ? filter : { ...filter, value };
  });
}

export type Direction = 'asc' | 'desc';

export type Picking = { order: Order; direction: Direction; isSorted: boolean; window: readonly Id[] };

/**
 * Returns the query that picks ids: along an index that has the order, or, if `sorted`, by sorting all rows that pass
 * the filters.
 */
export function pickOf(list: AnyList, filters: readonly Filter[], picking: Picking): RawBuilder<{ id: Id }> {
  const { order, direction, isSorted } = picking;
  const [limit, offset] = picking.window;
  const table = sql.table(list.table);
  const tables = order.through?.tables ?? [];
  const first = firstOf(list, order);
  const conditions = [
    ...list.holds.map((filter) => conditionOf(filter)),
    ...filters.map((filter) => conditionOf(filter, !isSorted && filter.column !== first)),
  ];
  const source = isSorted
    ? sql`${table} ${sql.join(
        tables.map(({ table, on }) => sql`left join ${sql.table(table)} on ${on}`),
        sql` `,
      )}`
    : // A cross join makes SQLite take the tables in this order.
      sql.join([...tables.map(({ table }) => sql.table(table)).toReversed(), table], sql` cross join `);
  const ons = isSorted ? [] : tables.map(({ on }) => on);
  const where = [...ons, ...conditions];
  const by = termsOf(list, order).map((term) => sql`${isSorted ? sql`+` : sql``}${term} ${sql.raw(direction)}`);
  return sql`select ${idOf(list)} as "id" from ${source} ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    order by ${sql.join(by)} limit ${limit} offset ${offset}`;
}

/** The column of the list's table that an order begins with. A filter on it limits the walk. */
export function firstOf(list: AnyList, { columns, through }: Order): string | undefined {
  const [first = list.id] = columns;
  return through || typeof first !== 'string' ? undefined : `${list.table}.${first}`;
}

/** The terms of an order, down to the ids. */
export function termsOf(list: AnyList, { columns, through }: Order): RawBuilder<unknown>[] {
  const own = columns.map((column) => (typeof column === 'string' ? `${list.table}.${column}` : column));
  const all = [...(through?.columns ?? []), ...own];
  return [...all.map((column) => (typeof column === 'string' ? sql.ref(column) : column)), idOf(list)];
}
