/**
 * What every service receives first: the database, who acts, the time, and the settings.
 *
 * `inTransaction(app, work)` calls `work` with a copy of `app` whose `db` is the transaction. Name the parameter of
 * `work` also `app`, so that it hides the outer `app`. A query on the `db` of the outer `app` would wait forever for
 * the open transaction. Inside a transaction, await only the database and the pauses of `lib/chunks.ts`. Hash, sign,
 * send mail and write files before or after the transaction.
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

/** A record as the audit log names it, such as `Giving` 17. */
export type Subject = { entityType: string; entityId: string | number };

export type App = {
  db: Db;
  actor: Actor;
  clock: Clock;
  config: Config;
  paths: DataPaths;
  log: Log;
  /** Reads the secrets at the first call, so a command that needs no secrets works even if their file is missing. */
  secrets: () => Secrets;
  /** The request that causes a change, for the audit log; null on the command line. */
  request: { id: string; ipAddress: string | null } | null;
  background: Background;
  /** Returns everything that the rooms declare at a point (see `room-declarations.ts`). */
  declared: Declared;
  /** Whether `db` is a plain connection, a snapshot or a transaction. */
  scope: 'open' | 'snapshot' | 'transaction';
  /**
   * Returns the actor with their current roles. Called inside the transaction of every write, because the actor may
   * have lost a role while the request body was arriving. Raises `unauthenticated` or `forbidden`, which rolls the
   * transaction back.
   */
  reauthorize?: (app: App) => Promise<Actor>;
  /**
   * Checks a condition of a write, such as `If-Match`, at the beginning of its transaction. Raises an error, which
   * rolls the transaction back, if the condition is not met.
   */
  precondition?: (app: App) => Promise<void>;
  /**
   * Notes which records appear in the response that is stored for the request's idempotency key. When one of these
   * records is erased, the stored response is erased, too.
   */
  about?: (subjects: readonly Subject[]) => void;
  /**
   * Stores the id of a batch of messages with the idempotency key of the request. Must be called in the transaction
   * that creates the batch.
   */
  onBatch?: (app: App, batchId: string) => Promise<void>;
};

/** Starts work that no caller waits for, and logs its errors. Long work must check `app.background.over`. */
export function inBackground(app: App, work: () => Promise<void>): void {
  const done = work().catch((error: unknown) => {
    app.log.error({ err: error, requestId: app.request?.id }, 'background work failed');
  });
  void app.background.track(done);
}

/** Does background work again and again, first after `firstMs`, until the app ends. */
export function lookRegularly(
  app: App,
  work: () => Promise<void>,
  { firstMs, everyMs }: { firstMs: number; everyMs: number },
): void {
  let timer = setTimeout(function again() {
    inBackground(app, work);
    timer = setTimeout(again, everyMs).unref();
  }, firstMs).unref();
  app.background.ending.addEventListener('abort', () => clearTimeout(timer), { once: true });
}

/**
 * Calls `work` with a copy of `app`. Its `db` is a transaction with the write lock, and its actor has their current
 * roles. If a transaction is already open, the work runs in that transaction. Raises the errors of `reauthorize` and
 * `precondition`.
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

/**
 * Returns a copy of `app` for recording what has already happened. Its transactions do not check the actor or the
 * precondition.
 */
export function afterTheFact(app: App): App {
  const { reauthorize: _asked, precondition: _held, ...rest } = app;
  return rest;
}

/**
 * Calls the work with a copy of `app` whose `db` is a snapshot, for several reads that must see the same state. If a
 * snapshot or transaction is already open, the work runs in it.
 */
export function inSnapshot<T>(app: App, work: (app: App) => Promise<T>): Promise<T> {
  if (app.scope !== 'open') return work(app);
  return app.db
    .transaction()
    .setAccessMode('read only')
    .execute((db) => work({ ...app, db, scope: 'snapshot' }));
}

/** Returns the current instant as it is stored: ISO 8601 in UTC with milliseconds. */
export function now(app: App): string {
  return app.clock.now().toISOString();
}

/** Returns the instant that is this many milliseconds from now (or ago, if negative), as it is stored. */
export function later(app: App, milliseconds: number): string {
  return new Date(app.clock.now().getTime() + milliseconds).toISOString();
}

/** Returns the id of the acting user, or null for every other kind of actor. */
export function actorId(app: App): number | null {
  return app.actor.kind === 'user' ? app.actor.id : null;
}

/** Returns the columns that say when and by whom a row was created. */
export function created(app: App) {
  const [at, by] = [now(app), actorId(app)];
  return { createdAt: at, modifiedAt: at, createdBy: by, modifiedBy: by };
}

/** The same columns of what has not been saved yet. */
export const NEVER_SAVED = { createdAt: null, modifiedAt: null, createdBy: null, modifiedBy: null };

/** Returns the columns that say when and by whom a row was last changed. */
export function modified(app: App) {
  return { modifiedAt: now(app), modifiedBy: actorId(app) };
}
