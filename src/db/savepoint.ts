import { sql } from 'kysely';
import type { Db } from './connect.ts';

/**
 * Calls `work` as a part of an open transaction. If `work` fails, or if its result `isKept` is false, everything that it
 * wrote is undone, and the rest of the transaction stays as it was. If it cannot be undone, the whole transaction is
 * rolled back.
 */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>, isKept = true): Promise<T> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    if (!isKept) await undo(db);
    return result;
  } catch (error) {
    await undo(db);
    throw error;
  } finally {
    await sql`release savepoint part`.execute(db);
  }
}

async function undo(db: Db): Promise<void> {
  try {
    await sql`rollback to savepoint part`.execute(db);
  } catch (error) {
    // Nothing of the transaction may be committed now. Every later statement of it fails.
    await sql`rollback`.execute(db);
    throw error;
  }
}
