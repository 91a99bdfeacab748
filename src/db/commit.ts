/** Commits the transactions of one connection. */
import type { Handle } from './checkpoint.ts';
import { endAtOnce, noteWrite } from './disk-state.ts';
import { codeOf, isBusy } from './driver-errors.ts';

const RETRY_MS = 100;
/** How often the mark is tried: for five seconds. */
const MARK_TRIES = 50;

/** SQLite writes the end of a transaction last. If a page could not be written, the transaction has no end in the log. */
const WITHOUT_END = /^SQLITE_(FULL|IOERR_WRITE)$/;

/**
 * Commits the transactions of one connection. After a commit that failed because the log could not be synced, its pages
 * still stand in the log with a valid end. A process that starts after a crash would take them over. So a small commit (the
 * mark) overwrites them before anything else is committed, and before anybody is told that the write was refused. If the
 * mark cannot be written, the process ends without an answer, because nobody knows what the next start will find.
 */
export class Commits {
  #isMarkDue = false;
  #waiting: (() => void)[] = [];
  /** Whether this connection has committed anything. */
  hasWritten = false;

  /**
   * Commits the open transaction, which is on the disk when this returns. Throws the driver's error. Only after `undone`
   * it is certain that the transaction was not saved.
   */
  commit(handle: Handle): void {
    try {
      handle.exec('commit');
    } catch (error) {
      noteWrite(handle.name, error);
      this.#isMarkDue = !WITHOUT_END.test(codeOf(error));
      if (handle.inTransaction) handle.exec('rollback');
      this.#tryMark(handle, MARK_TRIES);
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
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves when no transaction whose commit failed can come back after a crash. */
  async undone(): Promise<void> {
    if (this.#isMarkDue) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #tryMark(handle: Handle, tries: number): void {
    if (!handle.open || handle.inTransaction) return;
    try {
      this.mark(handle);
    } catch (error) {
      // Another process that is writing overwrites the pages, too, so it is only waited for.
      const left = isBusy(error) ? MARK_TRIES : tries - 1;
      if (left === 0) endAtOnce(handle.name, error);
      setTimeout(() => this.#tryMark(handle, left), RETRY_MS);
    }
  }
}
