/**
 * The only file that knows the database driver. It opens files and runs statements.
 *
 * - Each service has one connection for reading, one for writing and up to three for snapshots. Each connection is
 *   opened at first use. Because the connections are separate, a write that waits for another process delays no reader,
 *   and a list does not wait for the report of a whole year. Connections for reading are `query_only`, so a write
 *   outside a transaction fails.
 * - Every write transaction is `begin immediate`. The busy timeout of SQLite waits synchronously and would block the
 *   event loop, so the service does not use it for writing. Instead, the service tries again for 5 seconds, with pauses
 *   of 5 to 100 ms, and then responds with 503. A command simply waits.
 * - The database uses a write-ahead log (WAL) with `synchronous=FULL`, so an acknowledged write survives a power cut.
 * - The native part of the driver is in its package, for eight systems. `open` recognizes when it is missing or does not
 *   fit the computer, and says how to repair the installation.
 */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import { refuseDamaged, suspectDamage } from './damage.ts';
import { SetupError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { CommitGroup, rolledBack } from './commit-group.ts';
import { Commits } from './commit.ts';
import { copyLog, LogCopier, tryCopy } from './checkpoint.ts';
import { endWithoutClosing, noteWrite } from './disk-state.ts';
import { isBusy, translate } from './driver-errors.ts';
import { isRemembered, Memory } from './answer-cache.ts';
import { Pool } from './pool.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

/**
 * How a writer waits for another process. The service yields: it serves other requests while it waits. A command
 * blocks.
 */
export type WaitMode = 'yield' | 'block';

/** How long to wait for another process that is writing. */
export const WAIT_LIMIT_MS = 5000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/**
 * How long a reader of the service waits. With a write-ahead log, a reader never waits for a writer, but only while
 * another process repairs or removes the log.
 */
const READER_WAIT_MS = 250;
const STATEMENTS_KEPT = 500;
/**
 * How many KB of the file a connection keeps in memory. With the 16 MB of the driver, a list of 100,000 gifts took twice as
 * long after each commit, because the system keeps the file in memory anyway, and the commit of 10,000 rows of the service
 * three times as long. A command that writes keeps the 16 MB, so that SQLite writes the pages of an import less often.
 */
const KEPT_KB = { reading: 500, writing: 2000 };
/** How many snapshots can be read at once, so that a list does not wait for the report of a whole year. */
const SNAPSHOTS = 3;

/**
 * Opens an existing database file. Reads, transactions and snapshots have separate connections, so a transaction that
 * waits for another process never delays a reader.
 */
export function connect(file: string, wait: WaitMode): Db {
  const [reading, writing] = wait === 'block' ? [WAIT_LIMIT_MS, WAIT_LIMIT_MS] : [READER_WAIT_MS, 0];
  // A command copies its log when it closes the database, so that it does not end before it has said what it did.
  const copier = wait === 'yield' ? new LogCopier(() => openRaw(file)) : undefined;
  return connected(file, { waitMs: reading, access: 'read' }, { waitMs: writing, access: 'write', copier });
}

/**
 * Opens a database file so that neither the file nor its write-ahead log can change, not even when the last connection
 * closes and SQLite would empty the log. Every write fails.
 */
export function connectToRead(file: string): Db {
  const reading: LaneOptions = { waitMs: WAIT_LIMIT_MS, access: 'keep' };
  return connected(file, reading, reading);
}

function connected(file: string, reading: LaneOptions, writing: LaneOptions): Db {
  const lanes: LaneSet = {
    reader: new Lane(file, reading),
    writer: new Lane(file, writing),
    snapshots: new Pool(Array.from({ length: SNAPSHOTS }, () => new Lane(file, reading))),
    copier: writing.copier,
  };
  return new Kysely<Database>({ dialect: new VestryDialect(lanes) });
}

/** The errors of a native part that is missing, or that was built for another system. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set(['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED']);

/**
 * Opens a file with the driver. Throws a SetupError if the native part of the driver is missing or does not fit this
 * computer. Its message names the next step.
 */
export function open(file: string, options: Sqlite.Options): Sqlite.Database {
  try {
    const handle = new Sqlite(file, options);
    // Checkpoints of SQLite hide the errors of the disk (see `checkpoint.ts`).
    handle.pragma('wal_autocheckpoint = 0');
    // Otherwise, pages of the books go to the system's temporary folder, and nothing can be written when that is full.
    handle.pragma('temp_store = MEMORY');
    // Where the file is mapped into memory, a page that the disk does not return ends the process, without any error.
    handle.pragma('mmap_size = 0');
    return handle;
  } catch (error) {
    if (!UNUSABLE.has((error as NodeJS.ErrnoException).code)) throw error;
    const folder = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
    const message =
      `The database module for ${process.platform} ${process.arch} cannot be loaded. The books are as they were. Remove ` +
      `the folder "${folder}", and install Vestry again. If this does not help, Vestry cannot run on this computer.`;
    throw new SetupError(message, EXIT.usage, error);
  }
}

/** Opens the file for set-up work (migrations, integrity checks) and returns the raw driver. The caller closes it. */
export function openRaw(file: string): Sqlite.Database {
  const handle = open(file, { timeout: WAIT_LIMIT_MS });
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  return handle;
}

/**
 * Takes a lock on the file and returns a function that releases it. Returns undefined if another process still has the
 * lock after `waitMs`. The operating system releases the lock however this process ends.
 */
export function lockFile(file: string, waitMs = 0): (() => void) | undefined {
  const handle = open(file, { timeout: waitMs });
  try {
    handle.pragma('journal_mode = MEMORY');
    handle.exec('begin exclusive');
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return () => handle.close();
}

/**
 * Returns whether a process holds the lock on the file. Takes no lock itself, so that two callers do not mistake each
 * other for the holder.
 */
export function isLocked(file: string): boolean {
  // Unlike `existsSync`, `statSync` throws if this user may not open the folder, in which the file may exist.
  if (!statSync(file, { throwIfNoEntry: false })) return false;
  const handle = open(file, { readonly: true, timeout: 0 });
  try {
    handle.pragma('schema_version');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    handle.close();
  }
}

/** Copies the write-ahead log into the database and empties the log, unless another connection is reading from it. */
export function emptyLog(file: string): void {
  const handle = open(file, { timeout: 0 });
  try {
    copyLog(handle, 'TRUNCATE');
  } finally {
    handle.close();
  }
}

/** `keep` reads without ever changing the file or its log. */
type LaneOptions = { waitMs: number; access: 'read' | 'write' | 'keep'; copier?: LogCopier | undefined };

/**
 * One connection. It is opened at first use, remembers its prepared statements, and queues callers that need exclusive
 * use.
 */
class Lane {
  readonly file: string;
  readonly #options: LaneOptions;
  readonly #statements = new Map<string, Sqlite.Statement>();
  readonly #memory = new Memory();
  readonly commits = new Commits();
  readonly group = new CommitGroup({
    run: (sql) => (sql === 'commit' ? this.#commit() : void this.prepare(sql).run()),
    isInTransaction: () => this.handle.inTransaction,
    giveUp: () => this.#closeHandle(),
    undone: () => this.commits.undone(),
  });
  #handle: Sqlite.Database | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(file: string, options: LaneOptions) {
    this.file = file;
    this.#options = options;
  }

  get handle(): Sqlite.Database {
    this.#handle ??= this.#open();
    return this.#handle;
  }

  #open(): Sqlite.Database {
    const { waitMs, access } = this.#options;
    const handle = open(this.file, { timeout: waitMs, fileMustExist: true, readonly: access === 'keep' });
    handle.pragma('synchronous = FULL');
    handle.pragma('foreign_keys = ON');
    // Deleted data is overwritten, so that it cannot be read from the file.
    handle.pragma(access === 'write' ? 'secure_delete = ON' : 'query_only = ON');
    if (access !== 'write') handle.pragma(`cache_size = -${KEPT_KB.reading}`);
    else if (waitMs === 0) handle.pragma(`cache_size = -${KEPT_KB.writing}`);
    return handle;
  }

  #commit(): void {
    this.commits.commit(this.handle);
    const { copier } = this.#options;
    if (!copier) return;
    const size = this.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number };
    copier.see(size.log - size.checkpointed);
  }

  prepare(sql: string): Sqlite.Statement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.handle.prepare(sql);
      if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Returns the rows of a query. If `isRemembered`, rows that were read before are read again only after a commit. */
  rowsOf(statement: Sqlite.Statement, values: readonly unknown[], isRemembered: boolean): readonly unknown[] {
    const read = () => statement.all(values);
    // Rows may be remembered only on a read-only connection, which notices every commit, and only inside a snapshot,
    // which does not change.
    if (!isRemembered || this.#options.access === 'write' || !this.handle.inTransaction) return read();
    const version = this.prepare('pragma data_version').pluck().get() as number;
    return this.#memory.recall(version, { sql: statement.source, values }, read);
  }

  /** Notes an error of the disk, and returns the error of Vestry for it. */
  fault(error: unknown): unknown {
    suspectDamage(this.file, error);
    if (this.#options.access === 'write') noteWrite(this.file, error);
    return translate(error);
  }

  /** Waits until the connection is free for this caller. Returns the function that frees it for the next one. */
  async turn(): Promise<() => void> {
    const before = this.#queue;
    let endTurn = () => {};
    this.#queue = new Promise((resolve) => {
      endTurn = resolve;
    });
    await before;
    return endTurn;
  }

  close(): void {
    this.group.close();
    // If this is the last connection, closing it copies the log, too, but would hide an error.
    const error = this.#handle && this.commits.hasWritten ? tryCopy(this.#handle) : undefined;
    if (error === undefined) this.#closeHandle();
    else endWithoutClosing(this.file, error);
  }

  /** Closes the connection, which also rolls back an open transaction. The next use opens it again. */
  #closeHandle(): void {
    this.#handle?.close();
    this.#handle = undefined;
    this.#statements.clear();
    this.#memory.clear();
  }
}

type LaneSet = { reader: Lane; writer: Lane; snapshots: Pool<Lane>; copier: LogCopier | undefined };

/** A Kysely connection. It uses the reader until a transaction moves it to the writer or to a snapshot. */
class LaneConnection implements DatabaseConnection {
  lane: Lane;
  endTurn: (() => void) | undefined;

  constructor(lane: Lane) {
    this.lane = lane;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // After some errors SQLite rolls back by itself. A statement after that would be committed on its own.
    if (this.endTurn && !this.lane.handle.inTransaction) throw rolledBack();
    try {
      const statement = this.lane.prepare(query.sql);
      const values = storedValues(query.parameters);
      if (statement.reader) return { rows: this.lane.rowsOf(statement, values, isRemembered(query)) as R[] };
      const { changes, lastInsertRowid } = statement.run(values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw this.lane.fault(error);
    }
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('An open cursor blocks every write on its connection; page by key instead.');
  }
}

/** Returns values as SQLite stores them: booleans, which it does not have, as 0 and 1. Values without any are not copied. */
function storedValues(values: readonly unknown[]): readonly unknown[] {
  if (values.every((value) => typeof value !== 'boolean' && value !== undefined)) return values;
  return values.map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null)));
}

class VestryDialect implements Dialect {
  readonly #lanes: LaneSet;

  constructor(lanes: LaneSet) {
    this.#lanes = lanes;
  }

  createAdapter = () => new SqliteAdapter();
  createDriver = () => new VestryDriver(this.#lanes);
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db);
  createQueryCompiler = () => new SqliteQueryCompiler();
}

class VestryDriver implements Driver {
  readonly #lanes: LaneSet;

  constructor(lanes: LaneSet) {
    this.#lanes = lanes;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LaneConnection> {
    return new LaneConnection(this.#lanes.reader);
  }

  async beginTransaction(connection: LaneConnection, settings: TransactionSettings): Promise<void> {
    const reading = settings.accessMode === 'read only';
    if (!reading) refuseDamaged(this.#lanes.writer.file);
    // The time in the queue counts toward the limit. Otherwise, the tenth transaction in the queue could wait ten times
    // as long.
    const giveUpAt = performance.now() + WAIT_LIMIT_MS;
    const { lane, endTurn } = await this.#turn(reading);
    try {
      if (!lane.group.isOpen) await begin(lane, reading ? 'begin' : 'begin immediate', giveUpAt);
      if (!reading) lane.group.join();
    } catch (error) {
      endTurn();
      throw lane.fault(error);
    }
    connection.lane = lane;
    connection.endTurn = endTurn;
  }

  async #turn(reading: boolean): Promise<{ lane: Lane; endTurn: () => void }> {
    const { writer, snapshots } = this.#lanes;
    if (!reading) return { lane: writer, endTurn: await writer.turn() };
    const { taken: lane, giveBack } = await snapshots.take();
    return { lane, endTurn: giveBack };
  }

  async commitTransaction(connection: LaneConnection): Promise<void> {
    const { lane } = connection;
    try {
      if (lane !== this.#lanes.writer) lane.prepare('commit').run();
      else await this.#leaveGroup(connection);
    } catch (error) {
      throw lane.fault(error);
    }
    this.#leave(connection);
  }

  /**
   * Ends a transaction, so that the next one may begin at once. The promise resolves when the shared commit is on the
   * disk.
   */
  #leaveGroup(connection: LaneConnection): Promise<void> {
    const durable = connection.lane.group.leave();
    this.#leave(connection);
    return durable;
  }

  async rollbackTransaction(connection: LaneConnection): Promise<void> {
    const { lane } = connection;
    // A commit that failed has already ended the transaction.
    if (connection.endTurn === undefined) return;
    try {
      if (lane === this.#lanes.writer) lane.group.abandon();
      else if (lane.handle.inTransaction) lane.prepare('rollback').run();
    } finally {
      this.#leave(connection);
    }
  }

  #leave(connection: LaneConnection): void {
    connection.endTurn?.();
    connection.endTurn = undefined;
    connection.lane = this.#lanes.reader;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    const { copier, writer, reader, snapshots } = this.#lanes;
    await copier?.close();
    for (const lane of [reader, snapshots, writer]) lane.close();
  }
}

/** Begins a transaction. While another process is writing, tries again with growing pauses until `giveUpAt`. */
async function begin(lane: Lane, statement: 'begin' | 'begin immediate', giveUpAt: number): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      lane.commits.mark(lane.handle);
      lane.prepare(statement).run();
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() + pause > giveUpAt) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
}
