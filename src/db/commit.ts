/**
 * Commits transactions, large ones in smaller steps. For an import of thousands of rows, SQLite writes megabytes during
 * the commit, and then copies them from its log into the database.
 */

type Handle = { open: boolean; exec: (sql: string) => unknown; pragma: (text: string) => unknown };

/**
 * The pragma for how much of a transaction of the service stays in memory until its commit. With the 16 MB of the driver,
 * the commit of 10,000 rows took three times as long. A command keeps these, because nobody waits for one of its steps, and
 * SQLite then writes the pages of an import less often.
 */
export const KEPT_IN_MEMORY = 'cache_size = -2000';
/** After how many changes the log is copied later. */
const MANY = 2000;
/** How many pages the log may have before a commit copies it: the default of SQLite. */
const LOG_PAGES = 1000;

/** Commits the transactions of one connection. */
export class Commits {
  /** How many rows have changed since the last commit. */
  changed = 0;

  /**
   * Commits the open transaction, which is on the disk when this returns. After many changes, the log is copied in a
   * turn of its own, before which other requests run.
   */
  commit(handle: Handle): void {
    const isLarge = this.changed > MANY;
    this.changed = 0;
    if (isLarge) handle.pragma('wal_autocheckpoint = 0');
    try {
      handle.exec('commit');
    } finally {
      if (isLarge) setImmediate(() => copyLog(handle));
    }
  }
}

function copyLog(handle: Handle): void {
  if (!handle.open) return;
  try {
    handle.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    handle.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The next transaction is open, or the disk is full. A later commit copies the log.
  }
}
