/** How often one LINE account may guess at codes, and be greeted. */
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

/** Whether an account may try a code: the first one too many is told so, those after it are not. */
export type Turn = 'allowed' | 'firstTooMany' | 'tooMany';

/** Counts a guess before it is looked at. */
export async function takeGuess(app: App, userId: string): Promise<Turn> {
  try {
    await limitsOf(app).guesses.consume(userId);
    return 'allowed';
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    return (reason as { consumedPoints: number }).consumedPoints === GUESSES + 1 ? 'firstTooMany' : 'tooMany';
  }
}

/** Whether an account guessed too often and was told so. */
export async function isSilenced(app: App, userId: string): Promise<boolean> {
  const count = await limitsOf(app).guesses.get(userId);
  return count !== null && count.consumedPoints > GUESSES;
}

/** Takes back a guess that was none. */
export async function giveGuessBack(app: App, userId: string): Promise<void> {
  await limitsOf(app).guesses.reward(userId);
}

/** Begins the counting anew for an account that knew a code. */
export async function forgetGuesses(app: App, userId: string): Promise<void> {
  await limitsOf(app).guesses.delete(userId);
}

/** Whether an account may be greeted: who follows and unfollows in turn is not greeted each time. */
export async function mayGreet(app: App, userId: string): Promise<boolean> {
  try {
    await limitsOf(app).greetings.consume(userId);
    return true;
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    return false;
  }
}
