/**
 * Answers that a snapshot connection remembers, such as the total of a list. Nothing is counted twice while nobody
 * writes, and no total is stored in a second place that could go wrong; `test/db/totals.test.ts` proves both.
 */

import type { CompiledQuery } from 'kysely';

/** How many answers and rows are remembered for each connection, and how long a query's text and values may be. */
const ANSWERS_KEPT = 500;
const ROWS_KEPT = 50_000;
const LONGEST_KEY = 4000;

/**
 * Remembers query results of a read-only connection until somebody commits. `version` is SQLite's `data_version` within
 * the open snapshot. It changes after each commit of another connection, in this process or another, and a read-only
 * connection commits nothing itself.
 */
export class Memory {
  readonly #answers = new Map<string, readonly unknown[]>();
  #rows = 0;
  #version: number | undefined;

  /**
   * Returns the rows of a query: those read in this version, or else the result of `read`, which is then remembered.
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
      // The answer that was used last is forgotten last.
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
 * Marks a query whose rows a snapshot may take from an earlier one if nothing was committed in between. Use it for a
 * few rows that take long to compute, such as a count. The rows are frozen.
 */
export function remembered<Row>(query: CompiledQuery<Row>): Remembered<Row> {
  return { ...query, isRemembered: true };
}

/** Whether the rows of a query may come from an earlier snapshot. */
export function isRemembered(query: CompiledQuery): boolean {
  return 'isRemembered' in query;
}
