/** The faults that SQLite itself finds in the database. */
import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** More faults than these add no information. */
const FAULTS_SHOWN = 10;

/**
 * Returns damage to the file: pages, indexes, and values that break the rules of their columns. Empty when there is
 * none.
 */
export async function findDamage(db: Db): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(FAULTS_SHOWN)})`.execute(db);
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
}

/** Returns rows that refer to a missing row, as `table row -> table`. Empty when there are none. */
export async function findBrokenReferences(db: Db): Promise<string[]> {
  type Broken = { table: string; rowid: number | null; parent: string };
  const { rows } = await sql<Broken>`pragma foreign_key_check`.execute(db);
  return rows.slice(0, FAULTS_SHOWN).map(({ table, rowid, parent }) => `${table} ${rowid ?? '?'} -> ${parent}`);
}
