/** What every service receives first: the database, who acts, the time, and the settings. */
import { type Background, makeBackground } from './background.ts';
import type { Config } from './config.ts';
import { type DataPaths, prepareDataDir, readSecrets, type Secrets } from './data-dir.ts';
import { writeBaseline } from './db/baseline.ts';
import { connect, type Db, type WaitMode } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import type { Actor } from './permissions.ts';

export type Clock = { now: () => Date };

/** The few log calls that services make; the daemon brings a real logger. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

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
  /** What `db` is at the moment. */
  scope: 'open' | 'snapshot' | 'transaction';
  /**
   * Who acts, as they stand inside the transaction of a write: they may have lost the right to it while the body was on its
   * way. Raises `unauthenticated` or `forbidden`, which ends the transaction.
   */
  reauthorize?: (app: App) => Promise<Actor>;
  /** What has to hold when a write begins; asked inside its transaction, which ends when it raises an error. */
  precondition?: (app: App) => Promise<void>;
  /** Keeps the id of a batch of messages with what asked for it; called in the transaction that makes the batch. */
  onBatch?: (app: App, batchId: string) => Promise<void>;
};

type Options = {
  actor: Actor;
  wait: WaitMode;
  /** Asked before a database of an older version is changed. */
  beforeUpgrade?: (paths: DataPaths) => void;
  /** Where the secrets are read, when it is not the data directory. */
  secretsFile?: string;
  /** What to do once the database was made or brought up to date. */
  afterUpgrade?: (app: App) => Promise<unknown>;
  /** Hears of what takes long before there is an app; without it that is logged. */
  note?: (message: string) => void;
  clock?: Clock;
  log?: Log;
};

const SYSTEM_CLOCK: Clock = { now: () => new Date() };
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Opens the data directory, making it or bringing it up to date where needed. Raises a SetupError when it cannot. */
export async function createApp(config: Config, options: Options): Promise<App> {
  const { actor, wait, beforeUpgrade, afterUpgrade, note, clock = SYSTEM_CLOCK, log = SILENT } = options;
  const paths = prepareDataDir(config.dataDir);
  let known: Secrets | undefined;
  const secrets = () => (known ??= readSecrets(options.secretsFile ?? paths.secrets));
  const at = clock.now();
  const applied = migrate(paths.database, {
    backupDir: paths.backups,
    now: at,
    beforeUpgrade: () => beforeUpgrade?.(paths),
    complete: (db, from) => writeBaseline(db, { from, at, encryptionKey: secrets().encryptionKey }),
    note: note ?? ((message) => log.info({}, message)),
  });
  const app: App = {
    db: connect(paths.database, wait),
    actor,
    clock,
    config,
    paths,
    log,
    secrets,
    request: null,
    background: makeBackground(),
    scope: 'open',
  };
  if (applied.length > 0) await afterUpgrade?.(app);
  return app;
}

/** So long the end waits for what goes on beside requests, such as a message that is on its way. */
const ENDING_MS = 4500;

/** Has the work beside requests come to its end, and closes the database. */
export async function closeApp(app: App): Promise<void> {
  await app.background.end(ENDING_MS);
  await app.db.destroy();
}

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
