/**
 * Looks for damage in the database file: when the service starts, every night, when a query meets a damaged page, and every
 * hour while the file is marked as damaged. `db/damage.ts` has the mark, with which the file is only read.
 */
import { type App, inBackground, now } from '../../../app.ts';
import { noteDamage, readDamage, watchQueries } from '../../../db/damage.ts';
import { readInThread } from '../../../read-thread.ts';
import { getChurch } from '../../church/profile/service.ts';
import { lastQuietHour } from '../backups/rules.ts';

const LOOK_MS = 300_000;
const AGAIN_MS = 3_600_000;
/** A check of a file of 1 GB takes about ten seconds. On a failing disk, it takes much longer. */
const LIMIT_MS = 1_800_000;

/** Returns the damage to a database file, as sentences of SQLite. */
export type Check = (file: string) => Promise<readonly string[]>;

/** Looks for damage now, and then regularly. The checks end with the app. */
export function watchForDamage(app: App, check: Check = checkInThread(app)): void {
  const look = damageWatch(app, check);
  const lookNow = () => inBackground(app, () => look(true));
  lookNow();
  const timer = setInterval(() => inBackground(app, () => look(false)), LOOK_MS).unref();
  const stopWatching = watchQueries(app.paths.database, lookNow);
  app.background.ending.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      stopWatching();
    },
    { once: true },
  );
}

/**
 * Returns a function that checks the file if `isWanted`, or if a check is due, and sets or removes the mark. While a check
 * runs, further calls do nothing.
 */
export function damageWatch(app: App, check: Check): (isWanted: boolean) => Promise<void> {
  const file = app.paths.database;
  let isBusy = false;
  let checkedAt: Date | undefined;
  return async (isWanted) => {
    if (isBusy) return;
    isBusy = true;
    try {
      const before = readDamage(file);
      if (!isWanted && !(await isDue(app, { checkedAt, isMarked: before !== undefined }))) return;
      const faults = [...(await check(file))];
      checkedAt = app.clock.now();
      if (faults.length > 0) app.log.error({ faults }, 'the database is damaged, so it is only read: vestry doctor');
      else if (before) app.log.info({}, 'the database is no longer damaged');
      if (faults.length > 0 || before) noteDamage(file, { at: now(app), faults });
    } catch (error) {
      if (!app.background.ending.aborted) app.log.error({ err: error }, 'the database could not be checked for damage');
    } finally {
      isBusy = false;
    }
  };
}

async function isDue(app: App, { checkedAt, isMarked }: { checkedAt: Date | undefined; isMarked: boolean }) {
  if (!checkedAt) return true;
  const at = app.clock.now();
  if (isMarked) return Math.abs(at.getTime() - checkedAt.getTime()) >= AGAIN_MS;
  const { timeZone } = await getChurch(app);
  return checkedAt < lastQuietHour(at, timeZone) || checkedAt > at;
}

function checkInThread({ background }: App): Check {
  return async (file) => {
    const load = async () => (await import('./damage-thread.ts')).readDamagedParts;
    const { rows } = await readInThread('damage', load, [file], { signal: background.ending, limitMs: LIMIT_MS });
    return rows;
  };
}
