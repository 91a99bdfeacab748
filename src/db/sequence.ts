import { sql } from 'kysely';
import type { Db } from './connect.ts';

type Numbered = 'members' | 'familyUnits' | 'givings' | 'offeringSessions' | 'expenses';

/** Returns the highest id that a table ever assigned, also to deleted rows; 0 when there was none. */
export async function lastIdGiven(db: Db, table: Numbered): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
}
