/** So many answers, and rows in all, are remembered for each connection; and so long may a query's text and values be. */
const ANSWERS_KEPT = 500;
const ROWS_KEPT = 50_000;
const LONGEST_KEY = 4000;

/**
 * What a connection that only reads was answered, as long as nobody has committed anything since. `version` is SQLite's
 * `data_version` within the snapshot that is open: it is another one after each commit of another connection, be it of this
 * process or not, and a connection that only reads makes no commits itself.
 */
export class Memory {
  readonly #answers = new Map<string, readonly unknown[]>();
  #rows = 0;
  #version: number | undefined;

  /** The rows of a query: those that were read in this version, or else what `read` gives, which is remembered. */
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
      // Whatever was asked for last is forgotten last.
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
