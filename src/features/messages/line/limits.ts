/**
 * The limits for one LINE account: in 15 minutes it may try five codes and get two greetings. The counts are in memory,
 * like those of failed sign-ins (`auth/limits.ts`).
 */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';

const WINDOW_SECONDS = 15 * 60;
const GUESSES = 5;
const GREETINGS = 2;

type Limits = Record<'guesses' | 'greetings', InstanceType<typeof RateLimiterMemory>>;

/** The limits of each app, by its configuration. The counts are lost when the process ends. */
const limitsByProcess = new WeakMap<Config, Limits>();

function limitsOf({ config }: App): Limits {
  let limits = limitsByProcess.get(config);
  if (!limits) {
    limits = {
      guesses: new RateLimiterMemory({ points: GUESSES, duration: WINDOW_SECONDS }),
      greetings: new RateLimiterMemory({ points: GREETINGS, duration: WINDOW_SECONDS }),
    };
    limitsByProcess.set(config, limits);
  }
  return limits;
}

/**
 * Whether an account may try a code. The first try over the limit gets the reply that there were too many tries. Later
 * tries get no reply.
 */
export type Turn = 'allowed' | 'firstTooMany' | 'tooMany';

/** Counts a try. Must be called before the code is looked up. */
export async function takeGuess(app: App, userId: string): Promise<Turn> {
  try {
    await limitsOf(app).guesses.consume(userId);
    return 'allowed';
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    return (reason as { consumedPoints: number }).consumedPoints === GUESSES + 1 ? 'firstTooMany' : 'tooMany';
  }
}

/**
 * True if an account is over the limit and already got the reply that there were too many tries. Its messages then get
 * no reply.
 */
export async function isSilenced(app: App, userId: string): Promise<boolean> {
  const count = await limitsOf(app).guesses.get(userId);
  return count !== null && count.consumedPoints > GUESSES;
}

/** Subtracts a try from the count, because the try ended in an error. */
export async function giveGuessBack(app: App, userId: string): Promise<void> {
  await limitsOf(app).guesses.reward(userId);
}

/** Resets the count of tries of an account that sent a valid code. */
export async function forgetGuesses(app: App, userId: string): Promise<void> {
  await limitsOf(app).guesses.delete(userId);
}

/** Counts a greeting. Returns false if the account has already had all greetings that it may get. */
export async function mayGreet(app: App, userId: string): Promise<boolean> {
  try {
    await limitsOf(app).greetings.consume(userId);
    return true;
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    return false;
  }
}
