import type { CompiledQuery } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

/** A placeholder for an argument while a query is built. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Value = string | number;
type Buildable<Row> = { compile: (db: Db) => CompiledQuery<Row> };

/** How many queries are kept that are built on demand. */
const PLANS_KEPT = 500;

/**
 * A query that is built only once, because building it takes several times as long as running it. The arguments may
 * only be used as values; the form of the query must not depend on them, so none may be null.
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

/** The same for queries of many forms, each with a key. A form is built at first use. */
export class Plans {
  readonly #plans = new Map<string, CompiledQuery>();

  /** Returns the query of the form with these values. */
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

/** Whether a column is in a list of ids that is passed as JSON, so that lists of any length use one query. */
export function isOneOf(column: string, idsAsJson: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${idsAsJson}))`;
}
