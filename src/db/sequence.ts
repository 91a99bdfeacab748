import { sql } from 'kysely';
import type { Db } from './connect.ts';

type Numbered = 'bankLines' | 'members' | 'familyUnits' | 'givings' | 'offeringSessions' | 'expenses' | 'payoutRows';

/**
 * Returns the highest id that a table has ever assigned, even to a row that is now deleted. Returns 0 if the table has
 * assigned none.
 */
export async function lastIdGiven(db: Db, table: Numbered): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
}
