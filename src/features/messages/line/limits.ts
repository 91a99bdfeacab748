/**
 * How often one LINE account may try codes, and be greeted: five codes in 15 minutes. Tries are counted in memory, like
 * failed sign-ins (`auth/limits.ts`).
 */
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';

const WINDOW_SECONDS = 15 * 60;
const GUESSES = 5;
const GREETINGS = 2;

type Limits = Record<'guesses' | 'greetings', InstanceType<typeof RateLimiterMemory>>;

/** The counts live as long as the process that counts them. */
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

/** Whether an account may try a code. The first try over the limit is told so; those after it get no reply. */
export type Turn = 'allowed' | 'firstTooMany' | 'tooMany';

/** Counts a try, before the code is looked up. */
export async function takeGuess(app: App, userId: string): Promise<Turn> {
  try {
    await limitsOf(app).guesses.consume(userId);
    return 'allowed';
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    return (reason as { consumedPoints: number }).consumedPoints === GUESSES + 1 ? 'firstTooMany' : 'tooMany';
  }
}

/** Returns whether an account is over the limit and was told so. */
export async function isSilenced(app: App, userId: string): Promise<boolean> {
  const count = await limitsOf(app).guesses.get(userId);
  return count !== null && count.consumedPoints > GUESSES;
}

/** Takes back a try that ended in an error. */
export async function giveGuessBack(app: App, userId: string): Promise<void> {
  await limitsOf(app).guesses.reward(userId);
}

/** Starts the count again for an account that sent a right code. */
export async function forgetGuesses(app: App, userId: string): Promise<void> {
  await limitsOf(app).guesses.delete(userId);
}

/** Returns whether an account may be greeted: not each time when it follows and unfollows in turn. */
export async function mayGreet(app: App, userId: string): Promise<boolean> {
  try {
    await limitsOf(app).greetings.consume(userId);
    return true;
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    return false;
  }
}
