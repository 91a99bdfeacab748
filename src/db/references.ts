/** Finds out whether a row is in use. The foreign keys of the database say which columns can refer to it. */
import { sql } from 'kysely';
import type { Db } from './connect.ts';
import type { Database } from './schema.ts';

type Reference = { table: string; column: string };

const known = new Map<string, readonly Reference[]>();

/**
 * Returns whether any row refers to the row with the id, even a row that is marked as deleted. References from the
 * tables in `except` do not count.
 */
export async function isReferenced(
  db: Db,
  table: keyof Database,
  id: number,
  except: readonly (keyof Database)[] = [],
): Promise<boolean> {
  const ignored: readonly string[] = except;
  const references = (await referencesTo(db, table)).filter((one) => !ignored.includes(one.table));
  if (references.length === 0) return false;
  const uses = references.map(
    ({ table: from, column }) => sql`exists (select 1 from ${sql.table(from)} where ${sql.ref(column)} = ${id})`,
  );
  const { rows } = await sql<{ isUsed: number }>`select ${sql.join(uses, sql` or `)} as "isUsed"`.execute(db);
  return rows[0]?.isUsed === 1;
}

async function referencesTo(db: Db, table: string): Promise<readonly Reference[]> {
  let references = known.get(table);
  if (!references) {
    const { rows } = await sql<Reference>`
      select tables.name as "table", keys."from" as "column"
      from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
      where tables.type = 'table' and keys."table" = ${table}
      order by tables.name, keys.id`.execute(db);
    known.set(table, (references = rows));
  }
  return references;
}
