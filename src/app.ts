/**
 * What every service receives first: the database, who acts, the time, and the settings.
 *
 * A transaction is a copy of `app` whose `db` is the transaction. Callers give the inner parameter the same name as the
 * outer one on purpose, because using the outer `db` inside a transaction would wait for itself. Only the database and
 * the pauses of `lib/chunks.ts` are awaited inside: hashing, signing, mail and files come before or after.
 */
import type { Background } from './background.ts';
import type { Config } from './config.ts';
import type { DataPaths, Secrets } from './data-dir.ts';
import type { Declared } from './room-declarations.ts';
import type { Db } from './db/connect.ts';
import type { Actor } from './permissions.ts';

export type Clock = { now: () => Date };

/** The log calls that services make. The daemon passes a real logger. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** A record as the audit log names it: `Giving` 17. */
export type Subject = { entityType: string; entityId: string | number };

export type App = {
  db: Db;
  actor: Actor;
  clock: Clock;
  config: Config;
  paths: DataPaths;
  log: Log;
  /** Reads the secrets at first use, so that callers who never need them do not fail without them. */
  secrets: () => Secrets;
  /** The request that causes a change, for the audit log; null on the command line. */
  request: { id: string; ipAddress: string | null } | null;
  background: Background;
  /** Returns what all rooms declare at a point. */
  declared: Declared;
  /** Whether `db` is a plain connection, a snapshot or a transaction. */
  scope: 'open' | 'snapshot' | 'transaction';
  /**
   * Returns the actor with the roles of this moment. Called inside the transaction of every write, because the actor
   * may have lost the right while the body was on its way. Raises `unauthenticated` or `forbidden`, which ends the
   * transaction.
   */
  reauthorize?: (app: App) => Promise<Actor>;
  /**
   * A condition that must hold when a write begins. It is checked inside the transaction and ends it by raising an
   * error.
   */
  precondition?: (app: App) => Promise<void>;
  /** Records which subjects a stored answer is about, so that the answer is erased together with them. */
  about?: (subjects: readonly Subject[]) => void;
  /**
   * Records the id of a batch of messages with the request that asked for it. Must be called in the transaction that
   * makes the batch.
   */
  onBatch?: (app: App, batchId: string) => Promise<void>;
};

/** Runs work that nobody waits for, and logs its errors. Long work must check whether the background is `over`. */
export function inBackground(app: App, work: () => Promise<void>): void {
  const done = work().catch((error: unknown) => {
    app.log.error({ err: error, requestId: app.request?.id }, 'work after an answer failed');
  });
  void app.background.track(done);
}

/**
 * Calls the work with a copy of `app` whose `db` is a transaction that holds the write lock, and whose actor has the
 * roles of this moment. Joins a transaction that is open. Raises what `reauthorize` and the precondition raise.
 */
export function inTransaction<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  if (app.scope === 'transaction') return work(app);
  if (app.scope === 'snapshot') throw new Error('A snapshot cannot write.');
  return app.db.transaction().execute(async (db) => {
    const opened: App = { ...app, db, scope: 'transaction' };
    const inner = app.reauthorize ? { ...opened, actor: await app.reauthorize(opened) } : opened;
    await app.precondition?.(inner);
    return work(inner);
  });
}

/** Returns a copy of `app` that records what has already happened, so it no longer checks who may do it. */
export function afterTheFact(app: App): App {
  const { reauthorize: _asked, precondition: _held, ...rest } = app;
  return rest;
}

/**
 * Calls the work with a copy of `app` whose `db` is a snapshot, for reads that must agree. Joins a snapshot or
 * transaction that is open.
 */
export function inSnapshot<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  if (app.scope !== 'open') return work(app);
  return app.db
    .transaction()
    .setAccessMode('read only')
    .execute((db) => work({ ...app, db, scope: 'snapshot' }));
}

/** The present instant as it is stored: ISO 8601 in UTC with milliseconds. */
export function now(app: App): string {
  return app.clock.now().toISOString();
}

/** The instant some milliseconds from now, or ago when negative, as it is stored. */
export function later(app: App, milliseconds: number): string {
  return new Date(app.clock.now().getTime() + milliseconds).toISOString();
}

/** The acting user's id, or null for the command line and the service itself. */
export function actorId(app: App): number | null {
  return app.actor.kind === 'user' ? app.actor.id : null;
}

/** The columns that say when and by whom a row was created. */
export function created(app: App) {
  const [at, by] = [now(app), actorId(app)];
  return { createdAt: at, modifiedAt: at, createdBy: by, modifiedBy: by };
}

/** The columns that say when a row was last changed and by whom. */
export function modified(app: App) {
  return { modifiedAt: now(app), modifiedBy: actorId(app) };
}
