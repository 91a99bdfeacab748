/** What every service receives first: the database, who acts, the time, and the settings. */
import type { Background } from './background.ts';
import type { Config } from './config.ts';
import type { DataPaths, Secrets } from './data-dir.ts';
import type { Declared } from './declarations.ts';
import type { Db } from './db/connect.ts';
import type { Actor } from './permissions.ts';

export type Clock = { now: () => Date };

/** The few log calls that services make; the daemon brings a real logger. */
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
  /** Read at first use, and only by those who need them. */
  secrets: () => Secrets;
  /** The request a change comes from, for the audit log; null on the command line. */
  request: { id: string; ipAddress: string | null } | null;
  background: Background;
  /** What all rooms declare at a point. */
  declared: Declared;
  /** What `db` is at the moment. */
  scope: 'open' | 'snapshot' | 'transaction';
  /**
   * Who acts, as they stand inside the transaction of a write: they may have lost the right to it while the body was on its
   * way. Raises `unauthenticated` or `forbidden`, which ends the transaction.
   */
  reauthorize?: (app: App) => Promise<Actor>;
  /** What has to hold when a write begins; asked inside its transaction, which ends when it raises an error. */
  precondition?: (app: App) => Promise<void>;
  /** Notes what an answer is about that is kept for an Idempotency-Key, so that it can be erased with that. */
  about?: (subjects: readonly Subject[]) => void;
  /** Keeps the id of a batch of messages with what asked for it; called in the transaction that makes the batch. */
  onBatch?: (app: App, batchId: string) => Promise<void>;
};

/** Goes on with work that nobody waits for; what it raises is logged. Long work looks whether the background is `over`. */
export function inBackground(app: App, work: () => Promise<void>): void {
  const done = work().catch((error: unknown) => {
    app.log.error({ err: error, requestId: app.request?.id }, 'work after an answer failed');
  });
  void app.background.track(done);
}

/**
 * The same app with `db` as one transaction that takes the write lock at once, and with the actor as they stand by then;
 * joins one that is open. Raises what `reauthorize` and the precondition do.
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

/** The same app for writing down what has already happened, which asks no more who may do it. */
export function afterTheFact(app: App): App {
  const { reauthorize: _asked, precondition: _held, ...rest } = app;
  return rest;
}

/** The same app with `db` as one unchanging view, for reads that must agree; joins what is open. */
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

/** The instant a number of milliseconds from now, or ago when negative, as it is stored. */
export function later(app: App, milliseconds: number): string {
  return new Date(app.clock.now().getTime() + milliseconds).toISOString();
}

/** The acting user's id, or null for the command line and the service itself. */
export function actorId(app: App): number | null {
  return app.actor.kind === 'user' ? app.actor.id : null;
}

/** The columns that say when a row came to be and by whom. */
export function created(app: App) {
  const [at, by] = [now(app), actorId(app)];
  return { createdAt: at, modifiedAt: at, createdBy: by, modifiedBy: by };
}

/** The columns that say when a row was last changed and by whom. */
export function modified(app: App) {
  return { modifiedAt: now(app), modifiedBy: actorId(app) };
}
