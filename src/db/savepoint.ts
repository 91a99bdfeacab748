import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Calls `work` as a part of an open transaction. If `work` fails, or if its result `isKept` is false, everything that it
 * wrote is undone, and the rest of the transaction stays as it was.
 */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>, isKept = true): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    if (!isKept) await sql`rollback to savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  } finally {
    await sql`release savepoint part`.execute(db);
  }
}
