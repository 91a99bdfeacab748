/**
 * Limits failed attempts to sign in, to show a second factor and to use the link of the first run. They are counted per
 * target (`Target`) and per network address. The counts are in memory, and begin anew with the process. Only second
 * factors, which have few possible codes, are counted on: the audit log knows the earlier failures.
 */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import { type App, later } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { networkOf } from '../../../lib/network.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_TARGET = 5;
const FAILURES_PER_ADDRESS = 30;

/**
 * At what an attempt is aimed: an e-mail address, the second factor of a user, or the link of the first run. Each kind
 * has counts of its own, because anybody can type any text as an e-mail address.
 */
export type Target = { kind: 'email' | 'factor' | 'recovery' | 'passkey' | 'setUp'; id: string | number };

type Limits = Record<'target' | 'address', InstanceType<typeof RateLimiterMemory>>;

/** The counts of each process, found by its configuration object. They are lost when the process ends. */
const limitsByProcess = new WeakMap<Config, Limits>();

function limitsOf({ config }: App): Limits {
  let limits = limitsByProcess.get(config);
  if (!limits) {
    limits = {
      target: new RateLimiterMemory({ points: FAILURES_PER_TARGET, duration: WINDOW_SECONDS }),
      address: new RateLimiterMemory({ points: FAILURES_PER_ADDRESS, duration: WINDOW_SECONDS }),
    };
    limitsByProcess.set(config, limits);
  }
  return limits;
}

/**
 * Runs an attempt to check a proof, such as a password. The attempt counts as failed before it starts, so that
 * simultaneous attempts cannot exceed the limits. After a success, the attempt no longer counts against the network
 * address, and all failures at the target are forgotten. `earlier` returns how many failures since an instant are known
 * from before this process. If a limit is reached, throws `too_many_requests` without running the attempt.
 */
export async function countingFailures<T>(
  app: App,
  { kind, id }: Target,
  attempt: () => Promise<T | undefined>,
  earlier?: (since: string) => Promise<number>,
): Promise<T | undefined> {
  const { target: byTarget, address: byAddress } = limitsOf(app);
  const key = `${kind} ${id}`;
  const address = networkOf(app.request?.ipAddress ?? 'unknown');
  if (earlier && (await byTarget.get(key)) === null) {
    const failures = await earlier(later(app, -WINDOW_SECONDS * 1000));
    if (failures > 0 && (await byTarget.get(key)) === null) await byTarget.set(key, failures, WINDOW_SECONDS);
  }
  await consume(byAddress, address);
  try {
    await consume(byTarget, key);
  } catch (error) {
    await byAddress.reward(address);
    throw error;
  }
  const result = await attempt();
  if (result !== undefined) {
    await byTarget.delete(key);
    await byAddress.reward(address);
  }
  return result;
}

async function consume(limiter: Limits['target'], key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    const { msBeforeNext } = reason as { msBeforeNext: number };
    // `msBeforeNext` depends on the computer's clock, which may have been changed. The window itself uses the monotonic
    // clock and is never longer than WINDOW_SECONDS.
    const retryAfter = Math.min(Math.max(1, Math.ceil(msBeforeNext / 1000)), WINDOW_SECONDS);
    throw new AppError('too_many_requests', `Too many failed attempts. Try again in ${minutes(retryAfter)}.`, {
      retryAfter,
    });
  }
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'a minute' : `${count} minutes`;
}
