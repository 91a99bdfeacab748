import { accessSync, constants } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { isDamaged } from '../../../db/damage.ts';
import { writeFault } from '../../../db/disk-state.ts';
import { version } from '../../../package.ts';
import { readTrouble } from '../../../trouble.ts';
import { lastHash } from '../../audit/service.ts';
import { copyAge } from '../backup-target/age.ts';
import { lastFaultyBackup, lastGoodBackup } from '../backups/history.ts';
import { ageOf } from '../backups/rules.ts';
import { roomOf, tryWrite } from './disk.ts';
import type { Health } from './schema.ts';

const VERSION = version();
/**
 * For how long the results of the checks are reused. Anybody may call the health route as often as they like, so the
 * checks run at most once a second, and a write is tried at most every ten seconds.
 */
const CHECKS_KEPT_MS = 1000;
const WRITE_KEPT_MS = 10_000;
/** A disk that takes longer than this to store a page is as good as one that fails. */
const WRITE_MS = 5000;

type Checks = Health['checks'];

/** Returns a function that does the work for an app, or returns the result of an earlier call that is recent enough. */
function keeping<T>(keptMs: number, work: (app: App) => Promise<T>): (app: App) => Promise<T> {
  const kept = new WeakMap<App['paths'], { at: number; result: Promise<T> }>();
  return (app) => {
    const at = performance.now();
    const last = kept.get(app.paths);
    if (last && at - last.at <= keptMs) return last.result;
    const result = work(app);
    kept.set(app.paths, { at, result });
    return result;
  };
}

/**
 * Checks whether the service can read its database, could write to it last, can write to its data directory and store
 * receipts, and whether the database is damaged. A busy database is not a failure.
 */
export async function checkHealth(app: App): Promise<Health> {
  const { copy, ...checks } = await recentChecks(app);
  const isWell = checks.database === 'ok' && checks.file === 'ok' && checks.storage === 'ok';
  return {
    status: isWell ? 'ok' : 'degraded',
    version: VERSION,
    uptimeSeconds: Math.floor(process.uptime()),
    checks,
    copy,
  };
}

const recentChecks = keeping(CHECKS_KEPT_MS, async (app): Promise<Checks & Pick<Health, 'copy'>> => {
  const storage = await recentWrite(app);
  const { disk, clock } = readTrouble(app.config.dataDir);
  return {
    database: writeFault(app.paths.database) === undefined ? await outcome(() => lastHash(app)) : 'failed',
    file: isDamaged(app.paths.database) ? 'damaged' : 'ok',
    storage: storage === 'ok' ? await outcome(async () => accessSync(app.paths.receipts, constants.W_OK)) : storage,
    space: await spaceOf(app),
    backup: (await lastFaultyBackup(app)) ? 'faulty' : ageOf((await lastGoodBackup(app))?.at, app.clock.now()),
    disk: disk ? 'failed' : 'ok',
    clock: clock ? 'jumped' : 'ok',
    copy: await copyAge(app).catch(() => null),
  };
});

const recentWrite = keeping(WRITE_KEPT_MS, (app) => {
  // The write itself cannot be stopped. Its file is removed when it ends.
  const late = pause(WRITE_MS, undefined, { ref: false }).then(() => {
    throw new Error('The disk did not answer.');
  });
  return outcome(() => Promise.race([tryWrite(app), late]));
});

async function spaceOf(app: App): Promise<Checks['space']> {
  const { free, needed } = await roomOf(app).catch(() => ({ free: 0, needed: 1 }));
  return free < needed ? 'low' : 'ok';
}

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  try {
    await check();
    return 'ok';
  } catch {
    return 'failed';
  }
}
