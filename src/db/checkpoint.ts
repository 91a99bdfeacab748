/**
 * Copies the write-ahead log into the database (a checkpoint). SQLite's own checkpoints are turned off on every
 * connection, because they hide their errors, and an error of the disk must end the process (see `disk-state.ts`).
 */
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { endAtOnce, failsDisk, isUnmended } from './disk-state.ts';

/** What this file and `commit.ts` need of a connection. */
export type Handle = {
  name: string;
  open: boolean;
  inTransaction: boolean;
  exec: (sql: string) => unknown;
  pragma: (text: string, options?: { simple: boolean }) => unknown;
  close: () => unknown;
};

/** How many pages of 4 KiB a commit leaves in the log before they are copied, which takes about 10 ms. */
const LOG_PAGES = 1000;
/** So many pages are copied in a thread, because no turn of the event loop may take long. */
const MANY_PAGES = 1500;
/** The file of the thread. It does not exist when the program runs from its sources. */
const WORKER = new URL('checkpoint-worker.js', import.meta.url);

/**
 * Copies as much of the log as no reader still needs, and with `TRUNCATE` also empties a log that was copied completely.
 * Returns the error if the disk failed. Any other error, such as a full disk, leaves the rest for the next time.
 */
export function tryCopy(handle: Handle, mode: 'PASSIVE' | 'TRUNCATE' = 'PASSIVE'): unknown {
  try {
    // Another process may have found that the disk failed. Copying only the rest would hide what is missing.
    if (isUnmended(handle.name)) return new Error('The disk failed.');
    handle.pragma(`wal_checkpoint(${mode})`);
    return undefined;
  } catch (error) {
    return failsDisk(error) ? error : undefined;
  }
}

/** Like `tryCopy`, but ends the process if the disk failed. */
export function copyLog(handle: Handle, mode?: 'PASSIVE' | 'TRUNCATE'): void {
  const error = tryCopy(handle, mode);
  if (error !== undefined) endAtOnce(handle.name, error);
}

/** Copies the log of one database after commits, between other work, on a connection that no transaction blocks. */
export class LogCopier {
  readonly #open: () => Handle;
  #handle: Handle | undefined;
  #copying: Promise<void> | undefined;
  #isOver = false;

  constructor(open: () => Handle) {
    this.#open = open;
  }

  /** Copies the log soon if this many pages of it are not in the database yet. */
  see(pages: number): void {
    if (pages < LOG_PAGES || this.#copying || this.#isOver) return;
    this.#copying = this.#copy(pages).finally(() => {
      this.#copying = undefined;
    });
  }

  async #copy(pages: number): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    try {
      this.#handle ??= this.#open();
      if (pages >= MANY_PAGES && existsSync(WORKER)) await this.#copyInThread(this.#handle.name);
      else copyLog(this.#handle);
    } catch {
      // No connection or thread could be opened, for example because too many files are open. A later commit tries again.
    }
  }

  async #copyInThread(file: string): Promise<void> {
    const thread = new Worker(WORKER, { workerData: file });
    const code = await new Promise<string | undefined>((resolve, reject) => {
      thread.once('message', resolve).once('error', reject);
      thread.once('exit', () => resolve(undefined));
    });
    if (code !== undefined) endAtOnce(file, { code });
  }

  /** Waits for the copy that is running, and closes the connection. */
  async close(): Promise<void> {
    this.#isOver = true;
    await this.#copying;
    this.#handle?.close();
    this.#handle = undefined;
  }
}
