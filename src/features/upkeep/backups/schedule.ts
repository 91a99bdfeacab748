/**
 * Makes a backup automatically when none was made since the last quiet hour in the church's time zone. A separate
 * process with the lowest priority makes each backup. A thread would compete with requests for the processor, and its
 * memory would not be freed.
 */
import { rm } from 'node:fs/promises';
import { type App, inTransaction, lookRegularly } from '../../../app.ts';
import { isDamaged } from '../../../db/damage.ts';
import { runOwn } from '../../../own-process.ts';
import { entriesAbout } from '../../audit/reading.ts';
import { record } from '../../audit/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { hasOwnName, lastFaultyBackup, madeBackups } from './history.ts';
import { expired, isDue } from './rules.ts';

/** The time before the first check. Right after a start, other work comes first. */
const FIRST_LOOK_MS = 300_000;
const LOOK_MS = 300_000;
/** The pause after a failure. Without it, a missing USB stick would fill the log with errors. */
const AGAIN_MS = 3_600_000;

const FAULTY =
  'a backup was made, but the books in it do not agree with the audit log, so the good ones before it are kept: vestry doctor';

/** Makes one backup. Throws if that fails. */
export type Make = (app: App) => Promise<void>;

/** Checks regularly whether a backup is due, and makes it if so. The checks end with the app. */
export function keepBackups(app: App, make: Make = makeInProcess): void {
  if (app.config.backupEvery === 'off') return;
  lookRegularly(app, scheduler(app, make), { firstMs: FIRST_LOOK_MS, everyMs: LOOK_MS });
}

/**
 * Returns a function that makes a backup if one is due. The function does nothing while another backup is being made,
 * or within an hour after a failure.
 */
export function scheduler(app: App, make: Make): () => Promise<void> {
  let isBusy = false;
  let failedAt: number | undefined;
  return async () => {
    // The pause is measured with the monotonic clock.
    if (isBusy || (failedAt !== undefined && performance.now() - failedAt < AGAIN_MS)) return;
    // Backups of a damaged file fail. The good ones that exist are kept, because nothing is removed without a new backup.
    if (isDamaged(app.paths.database)) return;
    isBusy = true;
    try {
      const { timeZone } = await getChurch(app);
      const made = (await madeBackups(app.paths)).map(({ at }) => new Date(at));
      if (!isDue(made, app.clock.now(), timeZone)) return;
      failedAt = performance.now();
      await make(app);
      failedAt = undefined;
      const faulty = await lastFaultyBackup(app);
      if (faulty) {
        app.log.error({ file: faulty.file }, FAULTY);
        await noteFailure(app);
      } else app.log.info({}, 'backup made');
    } catch (error) {
      if (!app.background.ending.aborted) {
        app.log.error({ err: error }, 'no backup was made');
        await noteFailure(app);
      }
    } finally {
      isBusy = false;
    }
  };
}

/**
 * Records once a day that the backup failed, or that its books do not agree with the log, so that people who do not read the
 * service's log hear of it.
 */
async function noteFailure(app: App): Promise<void> {
  try {
    await inTransaction({ ...app, actor: { kind: 'system', name: 'backups' }, request: null }, async (app) => {
      const [entityType, day] = ['Backup', await today(app)];
      const noted = await entriesAbout(app.db, { entityType, ids: [day], actions: ['BackupFailed'] });
      if (noted.length === 0) await record(app, { action: 'BackupFailed', entityType, entityId: day });
    });
  } catch (err) {
    app.log.error({ err }, 'the failed backup was not recorded');
  }
}

/** Runs `vestry backup create` in a process of its own, which has low priority and whose memory is freed at its end. */
function makeInProcess({ config, background }: App): Promise<void> {
  return runOwn(['backup', 'create', '--scheduled', '--json', '--data-dir', config.dataDir], background);
}

/**
 * Removes expired scheduled backups. Removes only files that are on the list of made backups, named by Vestry and
 * unchanged. Backups of faulty books take no place of good ones, so a fault that nobody sees for months removes none of
 * these. Returns the paths of the removed files.
 */
export async function removeExpired(app: App): Promise<string[]> {
  const { timeZone } = await getChurch(app);
  const made = await madeBackups(app.paths);
  const own = made
    .filter((one) => one.isScheduled && hasOwnName(one))
    .map(({ file, at, isFaulty }) => ({ file, at: new Date(at), isFaulty }));
  const now = app.clock.now();
  const [faulty, good] = [true, false].map((isFaulty) => own.filter((one) => one.isFaulty === isFaulty));
  const gone = [good, faulty].flatMap((some = []) => expired(some, now, timeZone)).map(({ file }) => file);
  for (const file of gone) await rm(file, { force: true });
  return gone;
}
