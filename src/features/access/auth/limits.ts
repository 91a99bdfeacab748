/** Limits failed sign-ins, per e-mail address and per network address. The counts are in memory. */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { networkOf } from '../../../lib/network.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_EMAIL = 5;
const FAILURES_PER_ADDRESS = 30;

type Limits = Record<'email' | 'address', InstanceType<typeof RateLimiterMemory>>;

/** The counts live as long as the process that counts them. */
const limitsByProcess = new WeakMap<Config, Limits>();

function limitsOf({ config }: App): Limits {
  let limits = limitsByProcess.get(config);
  if (!limits) {
    limits = {
      email: new RateLimiterMemory({ points: FAILURES_PER_EMAIL, duration: WINDOW_SECONDS }),
      address: new RateLimiterMemory({ points: FAILURES_PER_ADDRESS, duration: WINDOW_SECONDS }),
    };
    limitsByProcess.set(config, limits);
  }
  return limits;
}

/**
 * Runs an attempt to prove a password. The attempt counts as failed before it starts, so that simultaneous attempts
 * cannot slip through; a success removes its count and clears that of the e-mail address. Raises `too_many_requests`
 * before trying.
 */
export async function countingFailures<T>(
  app: App,
  email: string,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const { email: byEmail, address: byAddress } = limitsOf(app);
  const address = networkOf(app.request?.ipAddress ?? 'unknown');
  await consume(byAddress, address);
  try {
    await consume(byEmail, email);
  } catch (error) {
    await byAddress.reward(address);
    throw error;
  }
  const result = await attempt();
  if (result !== undefined) {
    await byEmail.delete(email);
    await byAddress.reward(address);
  }
  return result;
}

async function consume(limiter: Limits['email'], key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    const { msBeforeNext } = reason as { msBeforeNext: number };
    // The window ends by the monotonic clock, whatever happens to the computer's clock.
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
