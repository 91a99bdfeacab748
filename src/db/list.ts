/** What a list is, and the SQL that counts its rows and picks those of a page. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { conditionOf, type Filter, isFilled, shapeOf } from './filters.ts';
import type { Database } from './schema.ts';

export type Id = number | string;

/** A list: its rows, the orders that it comes in, and what is shown of a row. */
export type List<Field extends string, Row> = {
  table: keyof Database;
  /** The column that tells its rows apart; every order ends with it. */
  id: 'id' | 'date';
  /** Which of the table's rows it has. */
  holds: readonly Filter[];
  /** Whether its ids are 1, 2, 3 and so on, without a gap. */
  isGapless?: true;
  orders: Record<Field, Order | Picker>;
  /** What is shown of the rows with these ids, as JSON, in any order. */
  show: (db: Db, ids: string) => Promise<Row[]>;
};

/**
 * An order: by columns of the list's table, or first by those of a table that it refers to. What is missing counts as less
 * than everything else. Every order needs an index; `test/db/orders.test.ts` demands one.
 */
export type Order = {
  columns: readonly (string | RawBuilder<unknown>)[];
  through?: {
    /** The tables on the way to the one that has the columns, the nearest first. */
    tables: readonly Link[];
    columns: readonly (string | RawBuilder<unknown>)[];
    /** The column of the list's table that says to which row it refers, when it need not refer to any. */
    maybe?: string;
    /** Whether the table has so many rows that walking through it takes long. */
    isLarge?: true;
  };
};

/** A part of an order: its places are counted from the least. */
export type Stretch = { field: string; order: Order; from: number; to: number; total: number };

/** A table that another refers to, and how. */
export type Link = { table: keyof Database; on: RawBuilder<unknown> };

/** Picks ids where no index has the order: those from one place in it to another. */
export type Picker = (db: Db, filters: readonly Filter[], stretch: { from: number; to: number }) => Promise<Id[]>;

/** What counting and picking need to know of a list. */
export type AnyList = Pick<List<string, object>, 'table' | 'id' | 'holds' | 'isGapless' | 'orders'>;

/** What tells lists apart, also those of one table. */
export const nameOf = ({ table, holds }: AnyList) => `${table} ${shapeOf(holds)}`;
/** The column that tells the rows of a list apart. */
export const idOf = ({ table, id }: AnyList) => sql.ref(`${table}.${id}`);

export type Counted = { count: number };

/** The query that counts the rows that pass the filters. */
export function countOf(list: AnyList, filters: readonly Filter[]): RawBuilder<Counted> {
  const table = sql.table(list.table);
  const all = [...list.holds, ...filters];
  const [holds] = all;
  if (!holds) return sql`select count(*) as "count" from ${table}`;
  if (all.length > 1 || holds.test !== 'is null') {
    return sql`select count(*) as "count" from ${table} where ${allOf(all)}`;
  }
  // SQLite counts a whole table without looking at its rows; those that are deleted are few, and in an index.
  const gone = conditionOf(isFilled(holds.column, true));
  return sql`select (select count(*) from ${table}) - (select count(*) from ${table} where ${gone}) as "count"`;
}

const allOf = (filters: readonly Filter[]) =>
  sql.join(
    filters.map((filter) => conditionOf(filter)),
    sql` and `,
  );

/** The same filters with other values. */
export function withValues(filters: readonly Filter[], values: readonly (string | number)[]): Filter[] {
  let next = 0;
  return filters.map((filter) => {
    const value = filter.value === undefined ? undefined : values[next++];
    return value === undefined ? filter : { ...filter, value };
  });
}

export type Direction = 'asc' | 'desc';

export type Picking = { order: Order; direction: Direction; isSorted: boolean; window: readonly Id[] };

/** The query that picks ids: along an index that has the order, or, sorted, by sorting whatever passes the filters. */
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
    : // A cross join has SQLite take the tables in this order.
      sql.join([...tables.map(({ table }) => sql.table(table)).toReversed(), table], sql` cross join `);
  const ons = isSorted ? [] : tables.map(({ on }) => on);
  const where = [...ons, ...conditions];
  const by = termsOf(list, order).map((term) => sql`${isSorted ? sql`+` : sql``}${term} ${sql.raw(direction)}`);
  return sql`select ${idOf(list)} as "id" from ${source} ${where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``}
    order by ${sql.join(by)} limit ${limit} offset ${offset}`;
}

/** The column of the list's table that an order begins with: a filter on it limits the walk. */
export function firstOf(list: AnyList, { columns, through }: Order): string | undefined {
  const [first = list.id] = columns;
  return through || typeof first !== 'string' ? undefined : `${list.table}.${first}`;
}

/** What an order goes by, down to the ids. */
export function termsOf(list: AnyList, { columns, through }: Order): RawBuilder<unknown>[] {
  const own = columns.map((column) => (typeof column === 'string' ? `${list.table}.${column}` : column));
  const all = [...(through?.columns ?? []), ...own];
  return [...all.map((column) => (typeof column === 'string' ? sql.ref(column) : column)), idOf(list)];
}
