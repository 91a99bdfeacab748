/** A copy of a database that others go on writing to. */
import { openRaw } from './connect.ts';

/** Pages of 4 KiB that are copied before anything else gets the thread: about a millisecond. */
const STEP = 256;

export type CopyOptions = {
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Ends the copy with the signal's reason; what was written of it stays for the caller to remove. */
  signal?: AbortSignal | undefined;
};

/**
 * Copies the database as it is at this moment, page by page. A transaction that reads is held open meanwhile: without one
 * SQLite begins anew whenever somebody else has written, and with a busy writer never comes to an end.
 */
export async function copyDatabase(source: string, target: string, { onProgress, signal }: CopyOptions): Promise<void> {
  const db = openRaw(source);
  try {
    db.pragma('query_only = ON');
    db.exec('begin');
    db.prepare('select count(*) from sqlite_schema').get();
    await db.backup(target, {
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted();
        onProgress?.(totalPages - remainingPages, totalPages);
        return STEP;
      },
    });
  } finally {
    db.close();
  }
}

/**
 * Has everything that was written brought into the database's own file, and nobody else at work on it at that moment. Returns
 * whether that was so; raises what the driver does for a file that is damaged.
 */
export function closeLog(file: string): boolean {
  const db = openRaw(file);
  try {
    // Only the one connection that there is can take the write-ahead log away.
    db.pragma('journal_mode = DELETE');
    return true;
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  } finally {
    db.close();
  }
}
