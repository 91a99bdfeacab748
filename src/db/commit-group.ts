/**
 * Shares one commit among the transactions of requests that arrive together. Otherwise, half of the time of a small
 * write would be spent waiting for the disk.
 */

import { AppError } from '../errors.ts';

/**
 * The maximum number of transactions that share a commit, and the maximum time in milliseconds in which transactions
 * can join.
 */
const MOST = 32;
const LONGEST_MS = 10;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/** The connection on which a group runs. */
type Connection = {
  run: (sql: string) => void;
  /** Returns whether SQLite has a transaction open. After some errors SQLite rolls back everything by itself. */
  isInTransaction: () => boolean;
  /** Closes the connection, which rolls back its transaction. */
  giveUp: () => void;
  /** Resolves when no transaction whose commit failed can come back after a crash. */
  undone: () => Promise<void>;
};

/** Returns the refusal for a transaction that SQLite rolled back because of an error in it, or in one that shared it. */
export function rolledBack(): AppError {
  return new AppError('unavailable', 'The database could not be written. Nothing was saved. Try again in a moment.');
}

/**
 * Lets transactions that arrive at the same moment share one commit. Each transaction is a savepoint, which succeeds or
 * fails by itself. Its request is answered only when the shared commit is on the disk. If that commit fails, all of its
 * transactions fail as soon as nothing of them can come back. A transaction that arrives alone waits for only one turn of
 * the event loop.
 */
export class CommitGroup {
  readonly #connection: Connection;
  #done: Member[] = [];
  #openSince: number | undefined;
  #isActive = false;
  #isDue = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether a shared database transaction is open, which the next transaction will join. */
  get isOpen(): boolean {
    return this.#openSince !== undefined;
  }

  /** Begins a transaction as a savepoint inside the shared database transaction. */
  join(): void {
    this.#openSince ??= performance.now();
    // Outside a transaction, a savepoint would begin one of its own, and its release would commit it.
    if (!this.#connection.isInTransaction()) throw this.#fail(rolledBack());
    try {
      this.#connection.run('savepoint member');
    } catch (error) {
      throw this.#fail(error);
    }
    this.#isActive = true;
  }

  /** Ends a transaction that succeeded. The promise resolves once the transaction is on the disk. */
  leave(): Promise<void> {
    if (!this.#connection.isInTransaction()) throw rolledBack();
    this.#connection.run('release member');
    const durable = new Promise<void>((resolve, reject) => {
      this.#done.push({ resolve, reject });
    });
    this.#rest();
    return durable;
  }

  /** Rolls back a transaction that failed. If that is not possible, all transactions of the group fail. */
  abandon(): void {
    this.#isActive = false;
    if (this.#done.length === 0 || !this.#connection.isInTransaction()) {
      this.#fail(rolledBack());
      return;
    }
    try {
      this.#connection.run('rollback to member');
      this.#connection.run('release member');
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#rest();
  }

  /** Commits the transactions that are waiting. Must be called before the database is closed. */
  close(): void {
    if (this.isOpen && !this.#isActive) this.#finish();
  }

  /**
   * Called after each transaction. Commits at once if a limit is reached, otherwise after the requests that have
   * already arrived.
   */
  #rest(): void {
    this.#isActive = false;
    const age = performance.now() - (this.#openSince ?? 0);
    if (this.#done.length >= MOST || age >= LONGEST_MS) this.#finish();
    else if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(() => {
        this.#isDue = false;
        // If a transaction is running, its end calls `#rest` again.
        if (this.isOpen && !this.#isActive) this.#finish();
      });
    }
  }

  #finish(): void {
    try {
      this.#connection.run('commit');
    } catch (error) {
      this.#fail(error);
      return;
    }
    for (const member of this.#end()) member.resolve();
  }

  /** Rolls back everything that is not committed, and rejects the transactions that wait. Returns the error. */
  #fail(error: unknown): unknown {
    try {
      if (this.#connection.isInTransaction()) this.#connection.run('rollback');
    } catch {
      this.#connection.giveUp();
    }
    void this.#refuse(this.#end(), error);
    return error;
  }

  /** Rejects transactions as soon as nothing of them can come back. */
  async #refuse(members: readonly Member[], error: unknown): Promise<void> {
    await this.#connection.undone();
    for (const member of members) member.reject(error);
  }

  /** Ends the group, and returns the transactions that wait. */
  #end(): Member[] {
    const members = this.#done;
    this.#done = [];
    this.#openSince = undefined;
    return members;
  }
}
