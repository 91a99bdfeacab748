/** Watches the clock of the computer, by which gifts are dated and months are closed. */
import os from 'node:os';
import type { App } from '../../../app.ts';
import { noteTrouble } from '../../../trouble.ts';
import { lastEntryAt } from '../../audit/service.ts';

const LOOK_MS = 60_000;
const JUMP_MS = 3_600_000;
/**
 * How far the latest entry may be ahead of the clock without a finding, because the clocks of two computers differ a
 * little.
 */
const TOLERANCE_MS = 5 * 60_000;

/** Returns the instant of the latest entry of the audit log if the clock is behind it, otherwise undefined. */
export async function entryAheadOfClock(app: App): Promise<string | undefined> {
  const last = await lastEntryAt(app);
  return last !== null && Date.parse(last) > app.clock.now().getTime() + TOLERANCE_MS ? last : undefined;
}

/**
 * Says in the log, and notes for health and `vestry doctor`, that the clock is behind the latest entry of the audit log.
 * From then on looks every minute whether the clock has jumped by more than an hour, and says and notes that, too.
 * `uptime` returns the seconds since the computer was started. Unlike `performance.now()`, they include those in which
 * the computer slept.
 */
export async function watchClock(app: App, uptime = os.uptime): Promise<void> {
  const read = () => ({ shown: app.clock.now().getTime(), elapsed: uptime() * 1000 });
  let last = read();
  const timer = setInterval(() => {
    const now = read();
    const expected = last.shown + now.elapsed - last.elapsed;
    last = now;
    if (Math.abs(now.shown - expected) > JUMP_MS) sayJump(app, new Date(expected).toISOString());
  }, LOOK_MS).unref();
  app.background.ending.addEventListener('abort', () => clearInterval(timer), { once: true });
  const ahead = await entryAheadOfClock(app);
  if (ahead !== undefined) sayJump(app, ahead);
}

function sayJump({ log, clock, config }: App, expected: string): void {
  const found = { expected, shown: clock.now().toISOString() };
  log.error(found, 'the clock of the computer jumped, or is behind the latest entry; run vestry doctor');
  try {
    noteTrouble(config.dataDir, { clock: found });
  } catch (error) {
    log.warn({ err: error }, 'the jump of the clock could not be noted');
  }
}
