import { CompiledQuery, type Insertable } from 'kysely';
import { inChunks } from '../lib/chunks.ts';
import type { Db } from './connect.ts';
import { run } from './run.ts';
import type { Database } from './schema.ts';

/** Adds many rows with the same columns, fifty at a time. `replace` overwrites existing rows. */
export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
  verb: 'insert' | 'replace' = 'insert',
): Promise<void> {
  await inChunks(rows, async (part) => {
    const [first] = part;
    if (!first) return;
    const columns = Object.keys(first) as (keyof typeof first)[];
    const sql = statement(`${verb} ${table} ${part.length} ${columns.join(' ')}`, () =>
      (verb === 'insert' ? db.insertInto(table) : db.replaceInto(table)).values(part),
    );
    const values: unknown[] = [];
    for (const row of part) for (const column of columns) values.push(row[column]);
    await run(db, CompiledQuery.raw(sql, values));
  });
}

/** Adds one row and returns its id. */
export async function insertRow<T extends Numbered>(db: Db, table: T, row: Insertable<Database[T]>): Promise<number> {
  const columns = Object.keys(row) as (keyof typeof row)[];
  const sql = statement(`one ${table} ${columns.join(' ')}`, () =>
    db
      .insertInto(table)
      .values(row)
      .returning('id' as never),
  );
  const values = columns.map((column) => row[column]);
  const { rows } = await run(db, CompiledQuery.raw(sql, values) as CompiledQuery<{ id: number }>);
  const [added] = rows;
  if (!added) throw new Error(`Nothing was added to ${table}.`);
  return added.id;
}

/** Tables whose ids SQLite assigns. */
type Numbered = { [T in keyof Database]: Database[T] extends { id: unknown } ? T : never }[keyof Database];

/**
 * The SQL of statements by key. Building a statement takes longer than running it. There are few keys: few tables, and
 * at most fifty different numbers of rows.
 */
const statements = new Map<string, string>();

/** Returns the text of a statement, built at first use. */
function statement(key: string, build: () => { compile: () => CompiledQuery }): string {
  const known = statements.get(key) ?? build().compile().sql;
  statements.set(key, known);
  return known;
}
