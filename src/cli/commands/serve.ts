/**
 * `vestry serve`: runs the service in the foreground. Only one service can run for a data directory. The background
 * service is the same command with `--kept-by`.
 *
 * Settings, database header, secrets, lock and port are checked before the first write. The lock is an SQLite lock on
 * `vestry.lock`, which the operating system releases however the process ends. `vestry.pid` only names the process that
 * has the lock.
 */
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { Logger } from 'pino';
import { type App, inBackground, inTransaction } from '../../app.ts';
import { closeApp, createApp } from '../../create-app.ts';
import { type Config, type Flags, loadConfig } from '../../config.ts';
import { type DataPaths, dataPaths, prepareDataDir, readSecrets, replaceSecrets } from '../../data-dir.ts';
import { isDamaged } from '../../db/damage.ts';
import { lockFile } from '../../db/connect.ts';
import { refuseForeignFile } from '../../db/migrate.ts';
import { seed } from '../../features/upkeep/catalogs.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { recordUnderNewKey } from '../../features/audit/service.ts';
import { refuseDevelopmentPassword, seedDevelopmentAdmin } from '../../features/access/users/service.ts';
import { bind, type Listener } from '../../http/server.ts';
import { endOldClaims } from '../../http/idempotency.ts';
import { ownFiles, usesOwn } from '../../http/tls/own-files.ts';
import { keepCertificate } from '../../http/tls/renewal.ts';
import { version } from '../../package.ts';
import { loadForLong } from '../../parts.ts';
import { AREAS } from '../../routes.ts';
import { logFileOf } from '../daemon/log-file.ts';
import { withLog } from '../daemon/log.ts';
import { settingFlags } from './setting-flags.ts';
import { SERVICE_WORDS } from '../daemon/words.ts';
import { describeSetupLink, makeSetupLink } from './setup-link.ts';
import { readHolder, readPidFile, whoServes, writePidFile } from '../daemon/running.ts';

/** How long a batch of messages may continue after a signal to stop. Open requests may continue for ten seconds. */
const BATCH_MS = 5000;
const HOUR_MS = 3_600_000;
/** How long to wait for the lock. A process that only checks whether a service is running blocks it for less time. */
const LOOK_MS = 300;
/**
 * The pause before the routes of the next area of the API are loaded, so that no request waits until all are loaded.
 */
const BETWEEN_AREAS_MS = 200;

/** Adds the flags and the action of `vestry serve`. */
export function serveCommand(command: Command): void {
  settingFlags(command)
    .option('--new-secrets', 'replace lost secrets with new ones; everybody must sign in again')
    .addOption(
      new Option(
        '--kept-by <keeper>',
        'the keeper: what runs the service in the background; the log is then written to the data directory',
      ).hideHelp(),
    )
    .action(async (_options: unknown, command: Command) => {
      const { json, quiet, newSecrets, keptBy, ...flags } = command.optsWithGlobals<
        Flags & { json?: boolean; quiet?: boolean; newSecrets?: boolean; keptBy?: string }
      >();
      await serve(loadConfig(flags), {
        flags,
        keeper: keptBy ?? null,
        asJson: json === true,
        isQuiet: quiet === true,
        newSecrets: newSecrets === true,
      });
    });
}

type Start = { flags: Flags; keeper: string | null; asJson: boolean; isQuiet: boolean; newSecrets: boolean };

/**
 * What a running service needs: the listening sockets, the log, and `tell`, which writes the address to the PID file.
 */
type Place = { listener: Listener; tell: (url: string) => void; log: Logger };

async function serve(config: Config, start: Start): Promise<void> {
  const paths = dataPaths(config.dataDir);
  // All checks that may refuse the start come before the first write to the disk.
  refuseForeignFile(paths.database);
  if (!start.newSecrets && existsSync(paths.database)) readSecrets(paths.secrets);
  let release = existsSync(paths.lock) ? takeLock(paths) : undefined;
  await makeMissingCertificate(config);
  const listener = await bind(config);
  try {
    prepareDataDir(config.dataDir);
    release ??= takeLock(paths);
    const before = readPidFile(paths);
    const said = whoServes(start.flags, start.keeper);
    writePidFile(paths, said);
    if (start.newSecrets) replaceSecrets(paths.secrets);
    const tell = (url: string) =>
      writePidFile(paths, { ...said, url, localUrl: listener.localUrl, startedAt: new Date().toISOString() });
    await withLog(config.logLevel, start.keeper === null ? undefined : logFileOf(paths), async (log) => {
      if (before) log.warn({ pid: before.pid }, 'the service before this one was killed, or crashed');
      await run(config, { listener, tell, log }, start);
      log.info({}, 'stopped');
    });
  } finally {
    await listener.close();
    if (release) rmSync(paths.pid, { force: true });
    release?.();
  }
}

/** Serves requests until SIGTERM or SIGINT, and then lets open requests finish. */
async function run(config: Config, { listener, tell, log }: Place, start: Start): Promise<void> {
  const app = await createApp(config, {
    actor: { kind: 'system', name: 'system' },
    wait: 'yield',
    isService: true,
    log,
  });
  try {
    app.secrets();
    if (start.newSecrets) await noteNewSecrets(app);
    const isWritable = !isDamaged(app.paths.database);
    if (isWritable) await seed(app);
    if (isWritable) await endOldClaims(app);
    const account = isWritable ? await seedDevelopmentAdmin(app) : undefined;
    await refuseDevelopmentPassword(app);
    if (start.keeper !== null) outliveTerminal();
    const ended = terminationSignal();
    loadForLong();
    const url = listener.serve(app, AREAS);
    tell(url);
    if (account && start.keeper !== null)
      process.stderr.write(`Sign in as ${account.email} with ${account.password}\n`);
    const isAsked = isWritable && account === undefined && start.keeper === null && !start.isQuiet;
    const setupUrl = isAsked ? await makeSetupLink(app, listener.localUrl) : null;
    log.info({ url, pid: process.pid, version: version() }, 'ready');
    const hint = account ? ` (development: sign in as ${account.email} with ${account.password})` : '';
    process.stdout.write(
      start.asJson
        ? `${JSON.stringify({ url, pid: process.pid, ...(setupUrl !== null && { setupUrl }) })}\n`
        : `Vestry is ready at ${url}${hint}\n`,
    );
    if (setupUrl !== null && !start.asJson) process.stdout.write(`${describeSetupLink(setupUrl, SERVICE_WORDS.en)}\n`);
    const housekeeping = keepHouse(app);
    keepCertificate(app, listener.useCertificate);
    inBackground(app, () => settleIn(app));
    log.info({ signal: await ended }, 'stopping');
    clearInterval(housekeeping);
    // After this time, a batch of messages stops at its next recipient, so that its request still gets a response.
    const stopping = setTimeout(() => app.background.stop(), BATCH_MS);
    await listener.close();
    clearTimeout(stopping);
  } finally {
    await closeApp(app);
  }
}

/**
 * Records in the audit log that the secrets were replaced. This entry is the first one under the new key. It names the
 * last hash under the lost key.
 */
function noteNewSecrets(app: App): Promise<void> {
  const fact = { action: 'SecretsReplaced', entityType: 'AuditLog', entityId: 1 };
  return inTransaction(app, (app) => recordUnderNewKey(app, fact));
}

/**
 * Makes the certificate of Vestry again if its file is gone, as on a computer on which a backup was restored, so that
 * the service can start.
 */
async function makeMissingCertificate(config: Config): Promise<void> {
  if (!usesOwn(config) || existsSync(ownFiles(config.dataDir).server)) return;
  const { makeCertificates } = await import('./https/certificates.ts');
  await makeCertificates(config, {});
}

/**
 * Locks the data directory and returns a function that releases the lock. Throws a SetupError if it is locked already.
 */
function takeLock(paths: DataPaths): () => void {
  const release = lockFile(paths.lock, LOOK_MS);
  if (!release) {
    const pid = readHolder(paths)?.pid ?? 'unknown';
    const message = `Another Vestry (process ${pid}) serves this data directory. Stop it first: vestry stop`;
    throw new SetupError(message, EXIT.inTheWay);
  }
  return release;
}

/** Does the work of a start that can wait until the first requests have been answered. */
async function settleIn(app: App): Promise<void> {
  const { watchForDamage } = await import('../../features/upkeep/health/damage-watch.ts');
  const { keepBackups } = await import('../../features/upkeep/backups/schedule.ts');
  const { keepSending } = await import('../../features/upkeep/backup-target/schedule.ts');
  const { keepDelivering } = await import('../../features/webhooks/dispatcher.ts');
  const { keepTryingAgain } = await import('../../features/messages/continuing.ts');
  const { warnOfOpenBatches } = await import('../../features/messages/history.ts');
  const { noteStructure } = await import('../../features/audit/noting.ts');
  const { watchClock } = await import('../../features/upkeep/health/clock.ts');
  watchForDamage(app);
  // The next two calls run even if the service is stopped at once.
  await noteHead(app);
  await noteStructure(app);
  inBackground(app, () => sweepLeftovers(app));
  if (app.background.ending.aborted) return;
  await watchClock(app);
  keepBackups(app);
  keepSending(app);
  keepDelivering(app);
  keepTryingAgain(app);
  await warnOfOpenBatches(app);
  // All routes are loaded now, because a newer version may replace the files of this one at any time.
  const { ending } = app.background;
  for (const { load } of AREAS) {
    await pause(BETWEEN_AREAS_MS, undefined, { ref: false, signal: ending }).catch(() => {});
    if (ending.aborted) return;
    // A request for the area tries again.
    await load().catch((error: unknown) => app.log.warn({ err: error }, 'a part of the program could not be loaded'));
  }
  // The first call prepares a table of Chinese characters, in ten milliseconds. No request should wait for that.
  const { foldForSearch } = await import('../../lib/fold.ts');
  foldForSearch('一');
}

/** Removes what killed backups, restores and checks left behind, and logs what may still be in use. */
async function sweepLeftovers(app: App): Promise<void> {
  const { isOld, listLeftovers, removeLeftovers, removeOldUnpacked } =
    await import('../../features/upkeep/backups/leftovers.ts');
  await removeOldUnpacked();
  const leftovers = await listLeftovers(app);
  const old = leftovers.filter(isOld);
  const filesOf = (list: typeof leftovers) => list.map(({ file }) => file);
  const recent = filesOf(leftovers.filter((one) => !isOld(one)));
  if (recent.length > 0) app.log.warn({ files: recent }, 'a backup or restore is running, or was cut off today');
  if (old.length === 0) return;
  await removeLeftovers(old);
  app.log.info({ files: filesOf(old) }, 'removed what a backup or restore that was cut off had left');
}

/** Removes expired records every hour, and logs the last hash of the audit log once a day. Returns the timer. */
function keepHouse(app: App): NodeJS.Timeout {
  const sweep = async () => {
    const { forgetOldKeys } = await import('../../http/idempotency.ts');
    const { forgetOldSignIns } = await import('../../features/access/auth/service.ts');
    const { forgetOldDevices } = await import('../../features/access/second-factor/devices.ts');
    const { forgetOldDeliveries } = await import('../../features/webhooks/dispatcher.ts');
    const { forgetOldLineEvents } = await import('../../features/messages/line/codes.ts');
    await forgetOldKeys(app);
    await forgetOldSignIns(app);
    await forgetOldDevices(app);
    await forgetOldDeliveries(app);
    await forgetOldLineEvents(app);
    await noteHead(app);
  };
  return setInterval(() => {
    sweep().catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, HOUR_MS).unref();
}

/** Logs the last hash of the audit log, once a day and after each start. */
async function noteHead(app: App): Promise<void> {
  const { noteHeadDaily } = await import('../../features/audit/noting.ts');
  await noteHeadDaily(app);
}

function terminationSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  });
}

/** Lets the service continue when its terminal, or the pipe for its output, is closed. */
function outliveTerminal(): void {
  process.on('SIGHUP', () => {});
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
