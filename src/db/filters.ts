/** The conditions of a list as data, so that counting, picking a page and searching use the same ones. */
import { type RawBuilder, sql } from 'kysely';

type Value = string | number;
type Test = '=' | '>=' | '<=' | '<' | 'in' | 'is null' | 'is not null';

export type Filter = {
  column: string;
  /** The expression that the index has instead of the column. */
  indexed?: RawBuilder<unknown> | undefined;
  test: Test;
  value?: Value;
  /** For `in`: the query that returns the accepted values. */
  among?: (value: Value) => RawBuilder<unknown>;
  /** A second column. A row also passes when this column is among what the query returns. */
  or?: { column: string; among: (value: Value) => RawBuilder<unknown> };
};

/** Compares a column with a value; without a value every row passes. */
export function compares(column: string, test: '>=' | '<=' | '<', value: Value | undefined): Filter | undefined {
  return value === undefined ? undefined : { column, test, value };
}

/** The column has the value; without a value every row passes. */
export function equals(column: string, value: Value | undefined, indexed?: RawBuilder<unknown>): Filter | undefined {
  return value === undefined ? undefined : { column, test: '=', value, indexed };
}

/**
 * The column has the value, or another column is among what the query returns for it; without a value every row passes.
 */
export function equalsOr(
  column: string,
  value: number | undefined,
  or: { column: string; among: (value: number) => RawBuilder<unknown> },
): Filter | undefined {
  return value === undefined ? undefined : { column, test: '=', value, or: or as Required<Filter>['or'] };
}

/** The column has a value, or is empty. */
export function isFilled(column: string, filled: boolean): Filter {
  return { column, test: filled ? 'is not null' : 'is null' };
}

/** The column is among what the query returns for the value; without a value every row passes. */
export function isAmong<V extends Value>(
  column: string,
  value: V | undefined,
  among: (value: V) => RawBuilder<unknown>,
): Filter | undefined {
  return value === undefined ? undefined : { column, test: 'in', value, among: among as Required<Filter>['among'] };
}

/** The column is one of some values; without them every row passes. */
export function isListed(column: string, values: readonly Value[] | undefined): Filter | undefined {
  return isAmong(column, values && JSON.stringify(values), (json) => sql`select value from json_each(${json})`);
}

/** A key for the SQL of filters: everything except their values. */
export function shapeOf(filters: readonly Filter[]): string {
  return filters.map(({ column, test }) => `${column} ${test}`).join(' and ');
}

/** The values of filters, in the order in which `conditionOf` takes them. */
export function valuesOf(filters: readonly Filter[]): Value[] {
  return filters.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/**
 * Returns the condition of a filter. With `unaided`, SQLite uses no index for it. SQLite has no statistics, assumes
 * that every comparison is selective, and would sort all these rows instead of walking along the index of the order.
 */
export function conditionOf(filter: Filter, unaided = false): RawBuilder<boolean> {
  const { column, indexed, test, value, among, or } = filter;
  const left = unaided ? sql`+${sql.ref(column)}` : (indexed ?? sql.ref(column));
  if (value === undefined) return sql<boolean>`${left} ${sql.raw(test)}`;
  if (or) {
    const other = unaided ? sql`+${sql.ref(or.column)}` : sql.ref(or.column);
    return sql<boolean>`(${left} ${sql.raw(test)} ${value} or ${other} in (${or.among(value)}))`;
  }
  return among ? sql<boolean>`${left} in (${among(value)})` : sql<boolean>`${left} ${sql.raw(test)} ${value}`;
}
