import { sql } from 'kysely';
import type { Db } from './connect.ts';

type Numbered = 'members' | 'familyUnits' | 'givings' | 'offeringSessions' | 'expenses';

/** The highest id that a table ever gave, also to rows that are gone; 0 when it gave none. */
export async function lastIdGiven(db: Db, table: Numbered): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
}
