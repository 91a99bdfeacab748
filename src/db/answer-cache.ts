/**
 * Query results that a snapshot connection remembers, such as the total of a list. While nobody writes, nothing is
 * counted twice. The database itself stores no totals, because they could become wrong. `test/db/totals.test.ts` checks
 * that remembered totals are right.
 */

import type { CompiledQuery } from 'kysely';

/**
 * The maximum number of results that a connection remembers, and of rows in all of them. A query is not remembered if
 * its SQL and its values together are longer than `LONGEST_KEY` characters.
 */
const ANSWERS_KEPT = 500;
const ROWS_KEPT = 50_000;
const LONGEST_KEY = 4000;

/**
 * Remembers the query results of a read-only connection until somebody commits. `version` is the `data_version` of
 * SQLite inside the open snapshot. It changes with every commit of another connection, in this process or another one.
 * A read-only connection itself commits nothing.
 */
export class Memory {
  readonly #answers = new Map<string, readonly unknown[]>();
  #rows = 0;
  #version: number | undefined;

  /**
   * Returns the rows of a query. If they have not been read in this version yet, calls `read` and remembers its result.
   */
  recall(
    version: number,
    query: { sql: string; values: readonly unknown[] },
    read: () => unknown[],
  ): readonly unknown[] {
    if (version !== this.#version) this.clear();
    this.#version = version;
    const key = JSON.stringify([query.sql, query.values]);
    const known = this.#answers.get(key);
    if (known) {
      // Moves the result to the end, because the results at the beginning are forgotten first.
      this.#answers.delete(key);
      this.#answers.set(key, known);
      return known;
    }
    const rows = Object.freeze(read().map((row) => Object.freeze(row)));
    if (key.length <= LONGEST_KEY) this.#keep(key, rows);
    return rows;
  }

  #keep(key: string, rows: readonly unknown[]): void {
    if (rows.length > ROWS_KEPT) return;
    for (const [oldest, { length }] of this.#answers) {
      if (this.#answers.size < ANSWERS_KEPT && this.#rows + rows.length <= ROWS_KEPT) break;
      this.#answers.delete(oldest);
      this.#rows -= length;
    }
    this.#answers.set(key, rows);
    this.#rows += rows.length;
  }

  clear(): void {
    this.#answers.clear();
    this.#rows = 0;
    this.#version = undefined;
  }
}

type Remembered<Row> = CompiledQuery<Row> & { isRemembered: true };

/**
 * Marks a query whose rows may be taken from an earlier snapshot if nothing was committed since then. Use it for a
 * query that returns few rows but takes long, such as a count. The rows are frozen.
 */
export function remembered<Row>(query: CompiledQuery<Row>): Remembered<Row> {
  return { ...query, isRemembered: true };
}

/** Whether the rows of a query may come from an earlier snapshot. */
export function isRemembered(query: CompiledQuery): boolean {
  return 'isRemembered' in query;
}
