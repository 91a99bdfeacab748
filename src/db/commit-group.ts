/**
 * Shares one commit among the transactions of requests that arrive together. Otherwise, half of the time of a small
 * write would be spent waiting for the disk.
 */

/**
 * The maximum number of transactions that share a commit, and the maximum time in milliseconds in which transactions
 * can join.
 */
const MOST = 32;
const LONGEST_MS = 10;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/**
 * Lets transactions that arrive at the same moment share one commit. Each transaction is a savepoint, which succeeds or
 * fails by itself. Its request is answered only when the shared commit is on the disk. If that commit fails, all of its
 * transactions fail. A transaction that arrives alone waits for only one turn of the event loop.
 */
export class CommitGroup {
  readonly #run: (sql: string) => void;
  /** Returns whether SQLite has a transaction open. After some errors SQLite rolls back everything by itself. */
  readonly #isInTransaction: () => boolean;
  #done: Member[] = [];
  #openSince: number | undefined;
  #isActive = false;
  #isDue = false;

  constructor(run: (sql: string) => void, isInTransaction: () => boolean) {
    this.#run = run;
    this.#isInTransaction = isInTransaction;
  }

  /** Whether a shared database transaction is open, which the next transaction will join. */
  get isOpen(): boolean {
    return this.#openSince !== undefined;
  }

  /** Begins a transaction as a savepoint inside the shared database transaction. */
  join(): void {
    this.#openSince ??= Date.now();
    this.#run('savepoint member');
    this.#isActive = true;
  }

  /** Ends a transaction that succeeded. The promise resolves once the transaction is on the disk. */
  leave(): Promise<void> {
    this.#run('release member');
    const durable = new Promise<void>((resolve, reject) => {
      this.#done.push({ resolve, reject });
    });
    this.#rest();
    return durable;
  }

  /** Rolls back a transaction that failed. */
  abandon(): void {
    this.#isActive = false;
    if (!this.#isInTransaction()) {
      const lost = new Error('The database rolled back everything that was not on the disk.');
      this.#settle((member) => member.reject(lost));
    } else if (this.#done.length === 0) {
      this.#run('rollback');
      this.#settle(() => {});
    } else {
      this.#run('rollback to member');
      this.#run('release member');
      this.#rest();
    }
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
    const age = Date.now() - (this.#openSince ?? 0);
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
      this.#run('commit');
    } catch (error) {
      if (this.#isInTransaction()) this.#run('rollback');
      this.#settle((member) => member.reject(error));
      return;
    }
    this.#settle((member) => member.resolve());
  }

  #settle(how: (member: Member) => void): void {
    const members = this.#done;
    this.#done = [];
    this.#openSince = undefined;
    for (const member of members) how(member);
  }
}
