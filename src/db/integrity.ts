/** Finds the faults in a database that SQLite itself can detect. */
import { sql } from 'kysely';
import { type Db, openRaw } from './connect.ts';
import { isDamage } from './damage.ts';

/** The maximum number of faults to return. More of them would add no information. */
const FAULTS_SHOWN = 10;

/**
 * Returns the damage to the file: broken pages, broken indexes, and values that break the rules of their columns. The
 * list is empty if there is no damage.
 */
export async function findDamage(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(FAULTS_SHOWN)})`.execute(db);
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

/**
 * Like `findDamage`, but does not compare indexes with their tables, which takes much longer. Blocks until it is finished,
 * so the service calls it in a thread. Only reads the file.
 */
export function quickCheck(file: string): string[] {
  let db: ReturnType<typeof openRaw> | undefined;
  try {
    db = openRaw(file);
    db.pragma('query_only = ON');
    // Each page is read once. Kept pages would stay in the memory of the service when the thread has ended.
    db.pragma('cache_size = -200');
    const rows = db.pragma(`quick_check(${FAULTS_SHOWN})`) as { quick_check: string }[];
    return rows.map((row) => row.quick_check).filter((line) => line !== 'ok');
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [(error as Error).message];
  } finally {
    db?.close();
  }
}

/** A row of `pragma foreign_key_check`: it refers to a row of `parent` that does not exist. */
type Broken = { table: string; rowid: number | null; parent: string };

/** Returns the rows that refer to a missing row, as `table row -> table`. The list is empty if there are none. */
export async function findBrokenReferences(db: Db): Promise<string[]> {
  const { rows } = await sql<Broken>`pragma foreign_key_check`.execute(db);
  return named(rows);
}

/** Like `findBrokenReferences`, with the raw driver, for a database that is not open yet. */
export function readBrokenReferences(db: ReturnType<typeof openRaw>): string[] {
  return named(db.pragma('foreign_key_check') as Broken[]);
}

function named(rows: readonly Broken[]): string[] {
  const shown = rows.slice(0, FAULTS_SHOWN).map(({ table, rowid, parent }) => `${table} ${rowid ?? '?'} -> ${parent}`);
  return rows.length > FAULTS_SHOWN ? [...shown, `and ${rows.length - FAULTS_SHOWN} more`] : shown;
}
