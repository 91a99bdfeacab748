import type { CompiledQuery } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

/** Stands for an argument while a query is put together. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Value = string | number;
type Buildable<Row> = { compile: (db: Db) => CompiledQuery<Row> };

/** So many queries are kept of those that are put together as they are asked for. */
const PLANS_KEPT = 500;

/**
 * A query that is put together once, because that takes several times as long as running it. The arguments may only be
 * handed on as values: what the query looks like must not depend on them, so none may be null.
 */
export function prepared<Args extends readonly Value[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  let plan: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    plan ??= build(db, ...(places(args) as unknown as Args)).compile(db);
    const { rows } = await db.executeQuery(filled(plan, args));
    return rows;
  };
}

/** The same for queries of many forms, each of which has a key; a form is put together when it is first asked for. */
export class Plans {
  readonly #plans = new Map<string, CompiledQuery>();

  /** The query of the form, with the values. */
  fill<Row>(db: Db, key: string, values: readonly Value[], build: (values: Value[]) => Buildable<Row>) {
    let plan = this.#plans.get(key) as CompiledQuery<Row> | undefined;
    if (!plan) {
      plan = build(places(values) as unknown as Value[]).compile(db);
      if (this.#plans.size >= PLANS_KEPT) this.#plans.clear();
      this.#plans.set(key, plan);
    }
    return filled(plan, values);
  }
}

const places = (values: readonly Value[]) => values.map((_, index) => new Place(index));

function filled<Row>(plan: CompiledQuery<Row>, values: readonly Value[]): CompiledQuery<Row> {
  return {
    ...plan,
    parameters: plan.parameters.map((value) => (value instanceof Place ? values[value.index] : value)),
  };
}

/** Whether a column is one of a list of ids that is handed over as JSON, so that lists of any length are one query. */
export function isOneOf(column: string, idsAsJson: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${idsAsJson}))`;
}
