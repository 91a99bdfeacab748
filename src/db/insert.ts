import { CompiledQuery, type Insertable } from 'kysely';
import { inChunks } from '../lib/chunks.ts';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';

/** Adds many rows that have the same columns, in parts of fifty. */
export async function insertRows<T extends keyof Database>(
  db: Db,
  table: T,
  rows: readonly Insertable<Database[T]>[],
): Promise<void> {
  await inChunks(rows, async (part) => {
    const [first] = part;
    if (!first) return;
    const columns = Object.keys(first) as (keyof typeof first)[];
    const key = `${table} ${part.length} ${columns.join(' ')}`;
    const sql = statements.get(key) ?? db.insertInto(table).values(part).compile().sql;
    statements.set(key, sql);
    const values: unknown[] = [];
    for (const row of part) for (const column of columns) values.push(row[column]);
    await db.executeQuery(CompiledQuery.raw(sql, values));
  });
}

/** Building a statement costs more than running it; there are a few tables and at most fifty lengths. */
const statements = new Map<string, string>();
