/**
 * Sends copies while the service runs: the books soon after an offering was submitted or a month finalized, and everything
 * once after each quiet hour. What is owed is in the database, so a restart loses nothing, and several offerings are sent
 * together. One copy goes at a time.
 */
import { type App, lookRegularly } from '../../../app.ts';
import { isDamaged } from '../../../db/damage.ts';
import { runOwn } from '../../../own-process.ts';
import { getChurch } from '../../church/profile/service.ts';
import { isDue } from '../backups/rules.ts';
import type { Holds } from './places.ts';
import { findTarget, hasPlace, listCopies } from './queries.ts';

const LOOK_MS = 5000;
/** The pauses after failures. Each is twice as long as the one before, up to an hour. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Sends one copy. Throws if that fails. */
export type Send = (app: App, holds: Holds) => Promise<void>;

/** Looks regularly whether a copy is owed, and sends it if so, until the app ends. */
export function keepSending(app: App, send: Send = sendInProcess): void {
  lookRegularly(app, sendingSchedule(app, send), { firstMs: LOOK_MS, everyMs: LOOK_MS });
}

/**
 * Returns a function that sends a copy if one is owed. It does nothing while another one is on its way, and waits after a
 * failure, by the monotonic clock, unless somebody changed the place.
 */
export function sendingSchedule(app: App, send: Send): () => Promise<void> {
  let isBusy = false;
  let failed: { at: number; pauseMs: number; since: string } | undefined;
  return async () => {
    if (isBusy || isDamaged(app.paths.database)) return;
    isBusy = true;
    try {
      const owed = await owedNow(app);
      if (!owed) return;
      const { holds, since } = owed;
      const before = failed?.since === since ? failed : undefined;
      if (before && performance.now() - before.at < before.pauseMs) return;
      const pauseMs = before ? Math.min(before.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      failed = { at: performance.now(), pauseMs, since };
      await send(app, holds);
      failed = undefined;
      app.log.info({ holds }, 'copy sent');
    } catch (error) {
      if (failed) failed.at = performance.now();
      if (!app.background.ending.aborted) app.log.error({ err: error }, 'no copy was sent');
    } finally {
      isBusy = false;
    }
  };
}

/** Returns what is to be sent now, and since when the place is as it is. */
async function owedNow(app: App): Promise<{ holds: Holds; since: string } | undefined> {
  const target = await findTarget(app.db);
  if (!target || !hasPlace(target)) return undefined;
  const since = target.modifiedAt;
  if (target.owed > target.sent) return { holds: 'Books', since };
  if (target.nightly === 0) return undefined;
  const { timeZone } = await getChurch(app);
  const full = (await listCopies(app.db, target)).filter(({ holds }) => holds === 'All');
  const made = full.map(({ asOf }) => new Date(asOf));
  return isDue(made, app.clock.now(), timeZone) ? { holds: 'All', since } : undefined;
}

/** Sends a copy by a process of its own, which has low priority and whose memory is freed at its end. */
export function sendInProcess({ config, background }: App, holds: Holds): Promise<void> {
  const args = ['backup', 'target', 'send', '--scheduled', '--json', '--data-dir', config.dataDir];
  return runOwn(holds === 'Books' ? [...args, '--books'] : args, background);
}
