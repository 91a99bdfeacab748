/**
 * Replaces the books with those of a backup. The present books are moved aside and kept.
 *
 * A restore first unpacks the archive into a separate folder, checks it and upgrades its database. It also ends every
 * sign-in in that database, because a refresh token that was used up after the backup would otherwise be valid again.
 * Then it makes sure that no other process is using the present database, because such a process would keep writing to
 * the file that is moved aside. Only then does it move files (`swap.ts`).
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type App, inTransaction } from '../../../app.ts';
import { closeApp, createApp } from '../../../create-app.ts';
import type { Config } from '../../../config.ts';
import { type DataPaths, dataPaths, knownEncryptionKey, replaceSecrets, RESTORING } from '../../../data-dir.ts';
import { connect, type Db, lockFile } from '../../../db/connect.ts';
import { closeLog } from '../../../db/copy.ts';
import { mendAfterFailure } from '../../../db/mend.ts';
import { refuseForeignFile } from '../../../db/migrate.ts';
import { seed } from '../catalogs.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { printable } from '../../../lib/text.ts';
import { EXIT } from '../../../exit-codes.ts';
import type { Actor } from '../../../permissions.ts';
import type { Changes } from '../../audit/rules.ts';
import { recordUnderNewKey } from '../../audit/service.ts';
import { type Checked, unpackChecked } from './inspect.ts';
import { describe } from './create.ts';
import { renewInstallation } from '../backup-target/restored.ts';
import { removeOld, STAGED } from './leftovers.ts';
import { unwritable } from './disk-faults.ts';
import { endEverySignIn } from '../../access/auth/sign-ins.ts';
import { endKeysNow } from '../../access/keys/ending.ts';
import { forgetEveryDevice } from '../../access/second-factor/devices.ts';
import { type LastNumber, skipNumbers } from '../../giving/contributions/numbers.ts';
import { calmMessages, mailServerIn } from '../../messages/restored.ts';
import { readChurchKey, readFigures, readLastNumbers } from './queries.ts';
import { gatherReceipts } from './restore-receipts.ts';
import type { ReadOptions } from './archive-reader.ts';
import { ENTRIES } from './rules.ts';
import { isProven, unproven } from './sealing.ts';
import type { Backup, Figures, Restored } from './schema.ts';
import { keepSecrets, offeredSettings, type SettingsOffer } from './settings.ts';
import { finishSwap, makeBefore, planMoves, type Stage, stageFor, swap } from './swap.ts';
import { needsPassphrase } from './verify.ts';

const PRIVATE_FOLDER = 0o700;
/**
 * How long to wait for the lock of the data directory. A process that only checks whether the service is running holds
 * the lock for a shorter time.
 */
const LOOK_MS = 300;

export type RestoreOptions = Omit<ReadOptions, 'onlyBegins'> & {
  actor: Actor;
  /**
   * Returns whether to restore the backup. Called after all checks and before any change. `present` are the figures of
   * the present books.
   */
  isWanted: (backup: Backup, present: Figures | undefined) => Promise<boolean>;
  /**
   * Returns whether to take over the settings in the backup. Not called if they are the same as the settings of this
   * computer. May raise an error, which ends the restore.
   */
  takesSettings: (offer: SettingsOffer) => Promise<boolean>;
  /** True to restore an archive of which nothing proves that this computer or a holder of the passphrase made it. */
  acceptsUnproven?: boolean;
  /** A backup from which the receipts are taken if the restored one has none. */
  receiptsFrom?: string | undefined;
  /** The last numbers that were given to statements, as far as somebody knows them. */
  numbersGiven?: readonly LastNumber[] | undefined;
  /** The name of the church whose books may be replaced by those of another church. */
  replacesChurch?: string | undefined;
  /** Stops a running service, if the caller wants that. */
  stopService: () => Promise<void>;
  at?: Date;
};

/** The result of a restore, without `isServing`: only the caller knows whether the service runs again. */
type Outcome = Omit<Restored, 'isServing'>;

/**
 * Restores a backup. Returns undefined if `isWanted` returned false. Before files are moved, a failure changes nothing.
 * A restore that was cut off while it moved files is continued by `finishRestore`.
 */
export async function restoreBackup(
  config: Config,
  file: string,
  options: RestoreOptions,
): Promise<Outcome | undefined> {
  const isEncrypted = await needsPassphrase(file);
  const paths = dataPaths(config.dataDir);
  const at = options.at ?? new Date();
  const stage = await makeStage(paths, config.dataDir, at);
  try {
    const encryptionKey = knownEncryptionKey(paths);
    const checked = await unpackInto(stage, file, { ...options, encryptionKey });
    const backup = describe(checked, { file: path.resolve(file), size: statSync(file).size, isEncrypted });
    if (!isProven(backup) && !options.acceptsUnproven) throw unproven(backup, encryptionKey !== undefined);
    await refuseOtherChurch(paths, stage, options);
    const receiptsMissing = backup.leavesOutReceipts ? await receiptsFor(stage, paths, options) : 0;
    const present = await inPresent(paths, readFigures);
    const server = await inPresent(paths, mailServerIn);
    const takenSettings = await takenOf(offeredSettings(config.dataDir, stage.staging, isEncrypted), options);
    if (takenSettings && !isEncrypted) keepSecrets(config.dataDir, stage.staging);
    if (!(await options.isWanted(backup, present))) return undefined;
    await options.stopService();
    const release = holdDirectory(paths);
    try {
      const numbers = await numbersGiven(paths, { backup, present }, options);
      const change = { config, paths, stage, backup, present, server, at, takenSettings, numbers, receiptsMissing };
      return await putInPlace(change, options.actor);
    } finally {
      release();
    }
  } finally {
    if (!existsSync(path.join(config.dataDir, RESTORING)))
      for (const folder of [stage.staging, stage.receipts]) removeIfPossible(folder);
  }
}

/**
 * Finishes a restore that was cut off. Returns the restored file and the folder with the replaced books, or undefined
 * if there is nothing to finish.
 */
export async function finishRestore(config: Config): Promise<{ file: string; before: string } | undefined> {
  const paths = dataPaths(config.dataDir);
  if (!existsSync(config.dataDir)) return undefined;
  const release = holdDirectory(paths);
  try {
    return await finishSwap(config.dataDir);
  } finally {
    release();
  }
}

/** Returns the names of the settings taken from the backup, or undefined if those of this computer stay. */
async function takenOf(
  offer: SettingsOffer | undefined,
  { takesSettings }: RestoreOptions,
): Promise<string[] | undefined> {
  if (!offer) return undefined;
  const isSame = offer.different?.length === 0;
  const isTaken = isSame ? !offer.hasOwn : await takesSettings(offer);
  return isTaken ? (offer.different ?? []).map(({ name }) => name) : undefined;
}

/** Creates the data directory if it is missing. Inside it, creates the folder into which only this restore unpacks. */
async function makeStage(paths: DataPaths, dataDir: string, at: Date): Promise<Stage> {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    await removeOld(dataDir, STAGED);
    const stage = stageFor(paths, at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-'));
    mkdirSync(stage.staging, { mode: PRIVATE_FOLDER });
    return stage;
  } catch (error) {
    throw unwritable(
      error,
      dataDir,
      'Correct its permissions, or name another folder with --data-dir. Nothing was changed.',
    );
  }
}

type Unpacking = Pick<RestoreOptions, 'passphrase' | 'onProgress'> & { encryptionKey: Uint8Array | undefined };

function unpackInto(stage: Stage, file: string, options: Unpacking): Promise<Checked> {
  const { passphrase, onProgress, encryptionKey } = options;
  mkdirSync(stage.receipts, { mode: PRIVATE_FOLDER });
  const { staging: into, receipts } = stage;
  return unpackChecked(file, { passphrase, onProgress, encryptionKey, into, receipts });
}

/**
 * Refuses the books of another church, unless the person names the church that is replaced. Throws `conflict`. Only churches
 * that ever had a place for copies can be told apart.
 */
async function refuseOtherChurch(paths: DataPaths, stage: Stage, { replacesChurch }: RestoreOptions): Promise<void> {
  const here = await inPresent(paths, readChurchKey);
  const there = await inPresent({ ...paths, database: path.join(stage.staging, ENTRIES.database) }, readChurchKey);
  if (!here || !there || here.key === there.key) return;
  const [mine, other] = [here.name, there.name].map((name) => printable(name ?? 'a church without a name'));
  if (replacesChurch === mine) return;
  const message = `The backup has the books of another church (${other}), and here are those of ${mine}.`;
  throw new AppError('conflict', `${message} To replace them: --replace-church "${mine}". Nothing was changed.`);
}

/** Puts the receipts for a backup without receipts into the stage. Returns how many are missing. */
function receiptsFor(stage: Stage, paths: DataPaths, { receiptsFrom, passphrase }: RestoreOptions): Promise<number> {
  const encryptionKey = knownEncryptionKey(paths);
  return gatherReceipts(stage, { from: receiptsFrom, passphrase, encryptionKey, present: paths.receipts });
}

/** Returns the last numbers of statements that the caller knows, and those in the present books of the same church. */
async function numbersGiven(
  paths: DataPaths,
  { backup, present }: { backup: Backup; present: Figures | undefined },
  { numbersGiven: told = [] }: RestoreOptions,
): Promise<LastNumber[]> {
  const here = present && present.church === backup.church ? await inPresent(paths, readLastNumbers) : undefined;
  return [...told, ...(here ?? [])];
}

/** Reads from the books that will be replaced. Returns undefined if there are no books or they cannot be read. */
async function inPresent<T>(
  { database }: Pick<DataPaths, 'database'>,
  read: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  if (!existsSync(database)) return undefined;
  let db: Db | undefined;
  try {
    mendAfterFailure(database);
    db = connect(database, 'block');
    return await read(db);
  } catch {
    // Damaged books are replaced like any others.
    return undefined;
  } finally {
    await db?.destroy();
  }
}

/** Prevents a service from starting during the restore. Returns a function that lets services start again. */
function holdDirectory({ lock, pid }: DataPaths): () => void {
  const release = lockFile(lock, LOOK_MS);
  if (!release)
    throw new SetupError(
      'The service or another restore is using this data directory. Wait, or stop the service: vestry stop',
      EXIT.inTheWay,
    );
  writeFileSync(pid, `${process.pid}\n`);
  return () => {
    removeIfPossible(pid);
    release();
  };
}

/** Removes a file or folder. If that fails, it stays: the outcome of the restore does not depend on it. */
function removeIfPossible(place: string): boolean {
  try {
    rmSync(place, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

type Change = {
  config: Config;
  paths: DataPaths;
  stage: Stage;
  backup: Backup;
  present: Figures | undefined;
  /** The mail server of the books that will be replaced. */
  server: string | null | undefined;
  at: Date;
  takenSettings: string[] | undefined;
  /** The last numbers of statements that are known to be given. */
  numbers: readonly LastNumber[];
  receiptsMissing: number;
};

async function putInPlace(change: Change, actor: Actor): Promise<Outcome> {
  const { config, paths, stage, backup, takenSettings, receiptsMissing } = change;
  const stagedSecrets = path.join(stage.staging, ENTRIES.secrets);
  const hasNewSecrets = !existsSync(stagedSecrets) && !existsSync(paths.secrets);
  if (hasNewSecrets) replaceSecrets(stagedSecrets);
  const access = await prepareBooks(change, actor);
  refuseUsers(paths);
  const isEmpty = !existsSync(paths.database) && !hasFiles(paths.receipts);
  const before = makeBefore(paths, stage);
  await swap(
    config.dataDir,
    planMoves(paths, stage, { file: backup.file, before, takesSettings: takenSettings !== undefined }),
  );
  const isNothing = isEmpty && readdirSync(before).every((name) => name === 'receipts') && removeIfPossible(before);
  return {
    ...backup,
    dataDir: config.dataDir,
    before: isNothing ? null : before,
    hasNewSecrets,
    ...access,
    receiptsMissing,
    settings: takenSettings ?? [],
  };
}

/** What was ended in the restored books. */
type Ended = Pick<Restored, 'signInsEnded' | 'devicesForgotten' | 'keysEnded' | 'mailServerRemoved' | 'numbersSkipped'>;

/**
 * Upgrades the restored database to this version, ends every sign-in and every key for programs in it, forgets every
 * remembered device, and records the restore: what was ended after the backup must not work again. Stops all batches of
 * messages. Returns how many of them ended.
 */
async function prepareBooks(change: Change, actor: Actor): Promise<Ended> {
  const { config, paths, stage, at } = change;
  const staged: Config = { ...config, dataDir: stage.staging };
  const own = path.join(stage.staging, ENTRIES.secrets);
  const secretsFile = existsSync(own) ? own : paths.secrets;
  const app = await createApp(staged, {
    actor,
    wait: 'block',
    afterUpgrade: seed,
    clock: { now: () => at },
    secretsFile,
  });
  let ended: Ended;
  try {
    ended = await endAccess(app, change);
  } finally {
    await closeApp(app);
  }
  const database = path.join(stage.staging, ENTRIES.database);
  if (closeLog(database)) return ended;
  // Only the database is moved to its place, and not its log.
  throw new AppError('unavailable', `The disk failed to write ${database}. Nothing was changed. Check the disk.`);
}

/** Ends every access in the restored books, stops all batches of messages, and records the restore. */
function endAccess(app: App, change: Change): Promise<Ended> {
  const { backup } = change;
  return inTransaction(app, async (app) => {
    const signInsEnded = await endEverySignIn(app);
    await renewInstallation(app);
    const numbersSkipped = await skipNumbers(app, change.numbers);
    const devicesForgotten = await forgetEveryDevice(app);
    const messages = await calmMessages(app, (server) => isProven(backup) || server === change.server);
    await recordUnderNewKey(app, {
      action: 'BackupRestored',
      entityType: 'Backup',
      entityId: path.basename(backup.file),
      changes: { ...changesOf(change), ...(numbersSkipped.length > 0 && { numbersSkipped: [null, numbersSkipped] }) },
    });
    const keysEnded = await endKeysNow(app, 'all');
    return { signInsEnded, devicesForgotten, keysEnded, numbersSkipped, ...messages };
  });
}

/**
 * Returns the changes for the audit entry of the restore. They include the number of entries and the last hash of the
 * replaced log, so that the end of that log, if somebody has noted it, can still be found.
 */
function changesOf({ backup, present, takenSettings = [] }: Change): Changes {
  const { createdAt, vestryVersion, schemaVersion, auditEntries, auditHash, sealedBy, sealingKey } = backup;
  return {
    createdAt: [null, createdAt],
    vestryVersion: [null, vestryVersion],
    schemaVersion: [null, schemaVersion],
    auditEntries: [present?.auditEntries ?? null, auditEntries],
    auditHash: [present?.auditHash ?? null, auditHash],
    sealedBy: [null, sealedBy],
    sealingKey: [null, sealingKey],
    ...(takenSettings.length > 0 && { settings: [null, takenSettings] }),
  };
}

/**
 * Refuses to continue while another process uses the database, because that process would write to the file that is
 * moved aside. A damaged database counts as unused.
 */
function refuseUsers({ database }: DataPaths): void {
  let isAlone = true;
  try {
    if (!refuseForeignFile(database)) isAlone = closeLog(database);
  } catch {
    return;
  }
  if (!isAlone) throw new SetupError('Another command is using the database. Wait for it to end.', EXIT.inTheWay);
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
