/** Commits the transactions of one connection. */
import type { Handle } from './checkpoint.ts';
import { noteWrite } from './disk-state.ts';

/**
 * The pragma for how much of a transaction of the service stays in memory until its commit. With the 16 MB of the driver,
 * the commit of 10,000 rows took three times as long. A command keeps these, because nobody waits for one of its steps, and
 * SQLite then writes the pages of an import less often.
 */
export const KEPT_IN_MEMORY = 'cache_size = -2000';
const RETRY_MS = 100;

/**
 * Commits the transactions of one connection. After a commit that failed, for example because the log could not be
 * synced, its pages still stand in the log with a valid end. A process that starts after a crash would take them over,
 * although the write was refused. So a small commit (the mark) overwrites them before anything else is committed.
 */
export class Commits {
  #isMarkDue = false;
  /** Whether this connection has committed anything. */
  hasWritten = false;

  /** Commits the open transaction, which is on the disk when this returns. Throws the driver's error. */
  commit(handle: Handle): void {
    try {
      handle.exec('commit');
    } catch (error) {
      noteWrite(handle.name, error);
      this.#isMarkDue = true;
      if (handle.inTransaction) handle.exec('rollback');
      this.#tryMark(handle);
      throw error;
    }
    this.hasWritten = true;
    noteWrite(handle.name);
  }

  /**
   * Writes the mark if the last commit failed. Must be called outside a transaction, before the next one begins. Throws
   * the driver's error if the mark cannot be written.
   */
  mark(handle: Handle): void {
    if (!this.#isMarkDue) return;
    const version = Number(handle.pragma('user_version', { simple: true }));
    // This writes the first page, although the number stays the same.
    handle.pragma(`user_version = ${version}`);
    this.#isMarkDue = false;
    noteWrite(handle.name);
  }

  #tryMark(handle: Handle): void {
    try {
      if (handle.open && !handle.inTransaction) this.mark(handle);
    } catch {
      setTimeout(() => this.#tryMark(handle), RETRY_MS).unref();
    }
  }
}
