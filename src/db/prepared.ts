import type { CompiledQuery } from 'kysely';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';
import { run } from './run.ts';

/** A placeholder for an argument while a query is built. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

type Value = string | number;
type Buildable<Row> = { compile: (db: Db) => CompiledQuery<Row> };

/** How many queries a `Plans` remembers before it forgets all of them. */
const PLANS_KEPT = 500;

/**
 * Returns a function that runs a query. The query is built only once, because building takes several times as long as
 * running. Arguments may be used only as values. The form of the query must not depend on an argument, so no argument
 * may be null.
 */
export function prepared<Args extends readonly Value[], Row>(
  build: (db: Db, ...args: Args) => Buildable<Row>,
): (db: Db, ...args: Args) => Promise<Row[]> {
  let plan: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    plan ??= build(db, ...(places(args) as unknown as Args)).compile(db);
    const { rows } = await run(db, filled(plan, args));
    return rows;
  };
}

/** Prepared queries of many forms. Each form has a key and is built at first use. */
export class Plans {
  readonly #plans = new Map<string, CompiledQuery>();

  /** Returns the query whose form has this key, filled with these values. */
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

/**
 * Returns the condition that a column is one of the values, such as ids. The values are passed as one JSON text, so that
 * lists of any length use the same query.
 */
export function isOneOf(column: string, valuesAsJson: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${valuesAsJson}))`;
}
