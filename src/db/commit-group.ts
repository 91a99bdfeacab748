/**
 * One commit for the transactions of requests that arrive together. Waiting for the disk was half of the time that a
 * small write took.
 */

/** The most transactions that share a commit, and the longest time that the first of them waits, in milliseconds. */
const MOST = 32;
const LONGEST_MS = 10;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/**
 * Lets transactions that arrive at the same moment share one commit, because waiting for the disk takes most of a small
 * one's time. Each transaction is a savepoint: it succeeds or fails by itself, and is answered only when the shared
 * commit is on the disk. If that commit fails, all of them fail. A single transaction waits for only one turn of the
 * event loop.
 */
export class CommitGroup {
  readonly #run: (sql: string) => void;
  /** Whether SQLite has a transaction open. After some errors it has already rolled everything back by itself. */
  readonly #isInTransaction: () => boolean;
  #done: Member[] = [];
  #openSince: number | undefined;
  #isActive = false;
  #isDue = false;

  constructor(run: (sql: string) => void, isInTransaction: () => boolean) {
    this.#run = run;
    this.#isInTransaction = isInTransaction;
  }

  /** Whether the next transaction joins the earlier ones. */
  get isOpen(): boolean {
    return this.#openSince !== undefined;
  }

  /** Begins a transaction inside the database transaction that is open. */
  join(): void {
    this.#openSince ??= Date.now();
    this.#run('savepoint member');
    this.#isActive = true;
  }

  /** Ends a transaction that succeeded. Resolves once it is on the disk. */
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

  /** Commits what is waiting. Called before the database is closed. */
  close(): void {
    if (this.isOpen && !this.#isActive) this.#finish();
  }

  /**
   * Called between two transactions: commits now if it is time, otherwise after the requests that have already arrived.
   */
  #rest(): void {
    this.#isActive = false;
    const age = Date.now() - (this.#openSince ?? 0);
    if (this.#done.length >= MOST || age >= LONGEST_MS) this.#finish();
    else if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(() => {
        this.#isDue = false;
        // A transaction that is running does this itself when it ends.
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
