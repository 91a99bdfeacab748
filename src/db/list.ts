/** Defines what a list is, and builds the SQL that counts the rows of a list and picks the rows of a page. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { conditionOf, type Filter, isFilled, shapeOf } from './filters.ts';
import type { Database } from './schema.ts';

export type Id = number | string;

/** A list: its rows, the orders in which they can be sorted, and the columns that are shown. */
export type List<Field extends string, Row> = {
  table: keyof Database;
  /** The column that identifies a row. Every order ends with this column. */
  id: 'id' | 'date';
  /** The filters that select the list's rows from the table. */
  holds: readonly Filter[];
  /** Set if the ids of the list are 1, 2, 3 and so on, without a gap. */
  isGapless?: true;
  orders: Record<Field, Order | Picker>;
  /** Returns the rows with these ids, in any order, with the columns that are shown. `ids` is a JSON array. */
  show: (db: Db, ids: string) => Promise<Row[]>;
};

/**
 * An order by columns of the table of the list. With `through`, the order begins with columns of another table, to
 * which the table of the list refers. Rows without a value come before all others. Every order of this kind needs an
 * index, and `test/db/orders.test.ts` checks that the index exists.
 */
export type Order = {
  columns: readonly (string | RawBuilder<unknown>)[];
  through?: {
    /** The tables to join, from the table to which the list refers up to the table with the columns. */
    tables: readonly Link[];
    columns: readonly (string | RawBuilder<unknown>)[];
    /** The column of the reference in the table of the list, if the reference may be missing. */
    maybe?: string;
    /** Set if the table has so many rows that walking through it takes long. */
    isLarge?: true;
  };
};

/**
 * A part of an order: the positions from `from` up to, but not including, `to`. Position 0 is the smallest row. `total`
 * is the number of rows in the whole order.
 */
export type Stretch = { field: string; order: Order; from: number; to: number; total: number };

/** A table that another table refers to, and the condition that joins the two. */
export type Link = { table: keyof Database; on: RawBuilder<unknown> };

/** Returns the ids between two positions of an order that has no index. */
export type Picker = (db: Db, filters: readonly Filter[], stretch: { from: number; to: number }) => Promise<Id[]>;

/** The properties of a list that counting and picking need. */
export type AnyList = Pick<List<string, object>, 'table' | 'id' | 'holds' | 'isGapless' | 'orders'>;

/** Returns a key for a list. One table may have several lists. */
export const nameOf = ({ table, holds }: AnyList) => `${table} ${shapeOf(holds)}`;
/** Returns the column that identifies the rows of a list. */
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
  // SQLite counts a whole table without reading its rows. The deleted rows are few and have an index. Subtracting their
  // number is therefore faster than counting the rows that are not deleted.
  const gone = conditionOf(isFilled(holds.column, true));
  return sql`select (select count(*) from ${table}) - (select count(*) from ${table} where ${gone}) as "count"`;
}

const allOf = (filters: readonly Filter[]) =>
  sql.join(
    filters.map((filter) => conditionOf(filter)),
    sql` and `,
  );

/** Returns copies of the filters with these values. The values must be in the order of `valuesOf`. */
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
 * Returns the query that picks ids. If `isSorted`, it sorts all rows that pass the filters. Otherwise it walks along an
 * index that has the order.
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
    : // A cross join makes SQLite read the tables in this order.
      sql.join([...tables.map(({ table }) => sql.table(table)).toReversed(), table], sql` cross join `);
  const ons = isSorted ? [] : tables.map(({ on }) => on);
  const where = [...ons, ...conditions];
  const by = termsOf(list, order).map((term) => sql`${isSorted ? sql`+` : sql``}${term} ${sql.raw(direction)}`);
  return sql`select ${idOf(list)} as "id" from ${source} ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    order by ${sql.join(by)} limit ${limit} offset ${offset}`;
}

/**
 * Returns the column with which an order begins, or undefined if the order does not begin with a column of the table of
 * the list. A filter on this column shortens the walk.
 */
export function firstOf(list: AnyList, { columns, through }: Order): string | undefined {
  const [first = list.id] = columns;
  return through || typeof first !== 'string' ? undefined : `${list.table}.${first}`;
}

/** Returns the terms of an order, of which the last is the id. */
export function termsOf(list: AnyList, { columns, through }: Order): RawBuilder<unknown>[] {
  const own = columns.map((column) => (typeof column === 'string' ? `${list.table}.${column}` : column));
  const all = [...(through?.columns ?? []), ...own];
  return [...all.map((column) => (typeof column === 'string' ? sql.ref(column) : column)), idOf(list)];
}
