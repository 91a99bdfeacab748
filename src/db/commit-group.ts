/** As many transactions as are made durable in one go, and for as long as the first of them waits at most. */
const MOST = 32;
const LONGEST_MS = 10;

type Member = { resolve: () => void; reject: (reason: unknown) => void };

/**
 * Transactions of requests that came in at the same moment share one commit, because waiting for the disk is most of a
 * small one's time. Each is a savepoint: it fails or succeeds by itself, and is answered only when the commit of them all
 * is on the disk. When that fails, all of them fail. One by itself waits for nothing but a turn of the event loop.
 */
export class CommitGroup {
  readonly #run: (sql: string) => void;
  /** Whether SQLite has a transaction open; after some errors it has rolled everything back by itself. */
  readonly #isInTransaction: () => boolean;
  #done: Member[] = [];
  #openSince: number | undefined;
  #isActive = false;
  #isDue = false;

  constructor(run: (sql: string) => void, isInTransaction: () => boolean) {
    this.#run = run;
    this.#isInTransaction = isInTransaction;
  }

  /** Whether the next transaction joins those before it. */
  get isOpen(): boolean {
    return this.#openSince !== undefined;
  }

  /** Begins a transaction, in the database transaction that is open. */
  join(): void {
    this.#openSince ??= Date.now();
    this.#run('savepoint member');
    this.#isActive = true;
  }

  /** Ends a transaction that succeeded; resolves once it is on the disk. */
  leave(): Promise<void> {
    this.#run('release member');
    const durable = new Promise<void>((resolve, reject) => {
      this.#done.push({ resolve, reject });
    });
    this.#rest();
    return durable;
  }

  /** Takes back a transaction that failed. */
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

  /** Commits what waits for it; before the database is closed. */
  close(): void {
    if (this.isOpen && !this.#isActive) this.#finish();
  }

  /** Between two transactions: commits now when it is time, else once what has come in with this one was served. */
  #rest(): void {
    this.#isActive = false;
    const age = Date.now() - (this.#openSince ?? 0);
    if (this.#done.length >= MOST || age >= LONGEST_MS) this.#finish();
    else if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(() => {
        this.#isDue = false;
        // One that is at work comes to rest itself.
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
