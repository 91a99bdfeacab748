import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

/** Stands for an argument while a query is put together. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Buildable<Row> = { compile: () => CompiledQuery<Row> };

/**
 * A query that is put together once, because that takes several times as long as running it. The arguments may only be
 * handed on as values: what the query looks like must not depend on them, so none may be null.
 */
export function prepared<Args extends readonly (string | number)[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  let plan: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    plan ??= build(db, ...(args.map((_, index) => new Place(index)) as unknown as Args)).compile();
    const values = plan.parameters.map((value) => (value instanceof Place ? args[value.index] : value));
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(plan.sql, values));
    return rows;
  };
}

/** Whether a column is one of a list of ids that is handed over as JSON, so that lists of any length are one query. */
export function isOneOf(column: string, idsAsJson: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${idsAsJson}))`;
}
