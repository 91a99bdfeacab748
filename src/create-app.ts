/** Creates and closes the `App` of a data directory. */
import { statSync } from 'node:fs';
import type { App, Clock, Log } from './app.ts';
import { makeBackground } from './background.ts';
import type { Config } from './config.ts';
import { type DataPaths, prepareDataDir, readSecrets, type Secrets } from './data-dir.ts';
import { AUDITED_TABLES } from './features/audit/audited.ts';
import { KEPT } from './features/audit/kept.ts';
import { recordUpgrade } from './features/audit/upgrade-entries.ts';
import { connect, isLocked, type WaitMode } from './db/connect.ts';
import { refuseDamaged } from './db/damage.ts';
import { mendAfterCrash } from './db/mend.ts';
import { migrate } from './db/migrate.ts';
import { declaredBy } from './room-declarations.ts';
import type { Actor } from './permissions.ts';
import { ROOMS } from './rooms.ts';

type Options = {
  actor: Actor;
  wait: WaitMode;
  /** True for the service, which holds the lock of the data directory itself. */
  isService?: boolean;
  /** Called before a database of an older version is upgraded. */
  beforeUpgrade?: (paths: DataPaths) => void;
  /** Where to read the secrets, if not in the data directory. */
  secretsFile?: string;
  /** Called after the database was created or upgraded. */
  afterUpgrade?: (app: App) => Promise<unknown>;
  /** Receives messages about long steps while the app is being created. By default they are logged. */
  note?: (message: string) => void;
  clock?: Clock;
  log?: Log;
};

const SYSTEM_CLOCK: Clock = { now: () => new Date() };
const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Opens the data directory; creates or upgrades it first if needed. Raises a SetupError if that is not possible. */
export async function createApp(config: Config, options: Options): Promise<App> {
  const { actor, wait, beforeUpgrade, afterUpgrade, note, clock = SYSTEM_CLOCK, log = SILENT } = options;
  const paths = prepareDataDir(config.dataDir);
  let known: Secrets | undefined;
  const secrets = () => (known ??= readSecrets(options.secretsFile ?? paths.secrets));
  const at = clock.now();
  const declared = declaredBy(ROOMS);
  const tables = (await declared(AUDITED_TABLES)).flat();
  const kept = (await declared(KEPT)).flat();
  // While a service runs, the log is its own.
  if (hasLog(paths.database) && (options.isService === true || !isLocked(paths.lock))) {
    const { refuseForeignLog } = await import('./features/audit/foreign-log.ts');
    await refuseForeignLog({ paths, secrets, declared });
    mendAfterCrash(paths.database);
  }
  const applied = migrate(paths.database, {
    backupDir: paths.backups,
    now: at,
    beforeUpgrade: () => {
      refuseDamaged(paths.database);
      beforeUpgrade?.(paths);
    },
    complete: (db, from) => recordUpgrade(db, { from, at, encryptionKey: secrets().encryptionKey, tables, kept }),
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
    declared,
    scope: 'open',
  };
  if (applied.length > 0) await afterUpgrade?.(app);
  return app;
}

/** The size of a write-ahead log without entries. */
const LOG_HEADER_BYTES = 32;

function hasLog(database: string): boolean {
  return (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0) > LOG_HEADER_BYTES;
}

/** How long closing waits for background work, such as a message that is being sent. */
const ENDING_MS = 4500;

/** Ends the background work and closes the database. */
export async function closeApp(app: App): Promise<void> {
  await app.background.end(ENDING_MS);
  await app.db.destroy();
}
