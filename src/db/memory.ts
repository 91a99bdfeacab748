/** So many answers are remembered for each connection, and so many characters of a query's text and values. */
const ANSWERS_KEPT = 500;
const LONGEST_KEY = 2000;

/**
 * What a connection that only reads was answered, as long as nobody has committed anything since. `version` is SQLite's
 * `data_version` within the snapshot that is open: it is another one after each commit of another connection, be it of this
 * process or not, and a connection that only reads makes no commits itself.
 */
export class Memory {
  readonly #answers = new Map<string, readonly unknown[]>();
  #version: number | undefined;

  /** The rows of a query: those that were read in this version, or else what `read` gives, which is remembered. */
  recall(
    version: number,
    query: { sql: string; values: readonly unknown[] },
    read: () => unknown[],
  ): readonly unknown[] {
    if (version !== this.#version) this.#answers.clear();
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
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= ANSWERS_KEPT && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(key, rows);
  }

  clear(): void {
    this.#answers.clear();
    this.#version = undefined;
  }
}
