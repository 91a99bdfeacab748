/** The conditions of a list as data. Counting, picking a page and searching all use the same conditions. */
import { type RawBuilder, sql } from 'kysely';

type Value = string | number;
type Test = '=' | '<>' | '>=' | '<=' | '<' | 'in' | 'is null' | 'is not null';

export type Filter = {
  column: string;
  /** The expression to compare instead of the column, if the index is on this expression. */
  indexed?: RawBuilder<unknown> | undefined;
  test: Test;
  value?: Value;
  /** For `in`: the query that returns the accepted values. If it needs no value, `value` is left out. */
  among?: (value: Value) => RawBuilder<unknown>;
  /** A second column. A row also passes if this column is among the values that its query returns. */
  or?: { column: string; among: (value: Value) => RawBuilder<unknown> };
};

/**
 * Returns a filter that compares a column with a value. Without a value, returns undefined, so that every row passes.
 */
export function compares(column: string, test: '>=' | '<=' | '<', value: Value | undefined): Filter | undefined {
  return value === undefined ? undefined : { column, test, value };
}

/**
 * Returns a filter for rows with this value in the column. Without a value, returns undefined, so that every row
 * passes.
 */
export function equals(column: string, value: Value | undefined, indexed?: RawBuilder<unknown>): Filter | undefined {
  return value === undefined ? undefined : { column, test: '=', value, indexed };
}

/** Returns a filter for rows with another value in the column. The column must have a value in every row. */
export function differs(column: string, value: Value): Filter {
  return { column, test: '<>', value };
}

/**
 * Returns a filter for rows with this value in the column, and for rows whose other column is among the values that the
 * query returns. Without a value, returns undefined, so that every row passes.
 */
export function equalsOr(
  column: string,
  value: number | undefined,
  or: { column: string; among: (value: number) => RawBuilder<unknown> },
): Filter | undefined {
  return value === undefined ? undefined : { column, test: '=', value, or: or as Required<Filter>['or'] };
}

/** Returns a filter for rows in which the column has a value, or for rows in which the column is empty. */
export function isFilled(column: string, filled: boolean): Filter {
  return { column, test: filled ? 'is not null' : 'is null' };
}

/**
 * Returns a filter for rows whose column is among the values that the query returns. Without a value, returns
 * undefined, so that every row passes.
 */
export function isAmong<V extends Value>(
  column: string,
  value: V | undefined,
  among: (value: V) => RawBuilder<unknown>,
): Filter | undefined {
  return value === undefined ? undefined : { column, test: 'in', value, among: among as Required<Filter>['among'] };
}

/** Returns a filter for rows whose column is among the values that a query without a parameter returns. */
export function isIn(column: string, among: () => RawBuilder<unknown>): Filter {
  return { column, test: 'in', among };
}

/** Like `isAmong`, but a row also passes if its other column is among the values that the second query returns. */
export function isAmongOr<V extends Value>(
  column: string,
  value: V | undefined,
  {
    among,
    or,
  }: { among: (value: V) => RawBuilder<unknown>; or: { column: string; among: (value: V) => RawBuilder<unknown> } },
): Filter | undefined {
  const filter = isAmong(column, value, among);
  return filter && { ...filter, or: or as Required<Filter>['or'] };
}

/**
 * Returns SQL for the values of one list. `lists` is a JSON text with several lists, and `index` is the position of
 * this one.
 */
export function listedIn(lists: string, index: number): RawBuilder<unknown> {
  return sql`select value from json_each(${lists}, ${sql.lit(`$[${index}]`)})`;
}

const valuesIn = (json: string) => sql`select value from json_each(${json})`;

/**
 * Returns a filter for rows whose column is one of the values. Without values, returns undefined, so that every row
 * passes.
 */
export function isListed(column: string, values: readonly Value[] | undefined): Filter | undefined {
  return isAmong(column, values && JSON.stringify(values), valuesIn);
}

/**
 * Returns a key for the SQL of filters, made from their columns, tests and queries. The values are not part of the key.
 * If two different functions build the same query, the keys differ. Each function must therefore be created only once,
 * not for each request.
 */
export function shapeOf(filters: readonly Filter[]): string {
  return filters
    .map(({ column, test, among, or }) => `${column} ${test}${keyOf(among)}${keyOf(or?.among)}`)
    .join(' and ');
}

const keys = new WeakMap<object, string>();
let keyCount = 0;

function keyOf(build: object | undefined): string {
  if (!build) return '';
  const key = keys.get(build) ?? ` #${(keyCount += 1)}`;
  keys.set(build, key);
  return key;
}

/** Returns the values of filters, in the order in which `conditionOf` uses them. */
export function valuesOf(filters: readonly Filter[]): Value[] {
  return filters.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/**
 * Returns the SQL condition of a filter. With `unaided`, SQLite uses no index for this condition. SQLite has no
 * statistics and assumes that every comparison is selective. If it could use an index for the condition, it would look
 * up and sort every row that passes, instead of walking along the index that is already in the list's sort order.
 */
export function conditionOf(filter: Filter, unaided = false): RawBuilder<boolean> {
  const { column, indexed, test, value, among, or } = filter;
  const left = unaided ? sql`+${sql.ref(column)}` : (indexed ?? sql.ref(column));
  if (value === undefined) {
    return among ? sql<boolean>`${left} in (${among('')})` : sql<boolean>`${left} ${sql.raw(test)}`;
  }
  const holds = among ? sql<boolean>`${left} in (${among(value)})` : sql<boolean>`${left} ${sql.raw(test)} ${value}`;
  if (!or) return holds;
  const other = unaided ? sql`+${sql.ref(or.column)}` : sql.ref(or.column);
  return sql<boolean>`(${holds} or ${other} in (${or.among(value)}))`;
}
