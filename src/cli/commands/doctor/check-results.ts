import type { App } from '../../../app.ts';

/** The result of a check. */
export type Verdict = {
  status: 'ok' | 'warn' | 'fail';
  message: string;
  /** What to do, or what to type. */
  advice: string | null;
  /** The name under which the result is shown, if a check looks at several things. */
  about?: string;
  /** Repairs the problem without losing data, and returns what was done. Missing if there is no safe repair. */
  fix?: () => Promise<string>;
};

/** A check: its name, and a function that returns its results. */
export type Check<P> = { name: string; look: (place: P) => Promise<Verdict[]> };

/** The parts of an `App` that are available even if the database cannot be opened. */
export type Place = Pick<App, 'config' | 'paths' | 'secrets'>;

/** A result for something that is in order. */
export const ok = (message: string): Verdict => ({ status: 'ok', message, advice: null });

/** A result for something that works today but needs attention. */
export const warn = (message: string, advice: string, fix?: Verdict['fix']): Verdict => ({
  status: 'warn',
  message,
  advice,
  ...(fix && { fix }),
});

/** A result for something that does not work, or may do harm. */
export const fail = (message: string, advice: string, fix?: Verdict['fix']): Verdict => ({
  ...warn(message, advice, fix),
  status: 'fail',
});

/** The maximum number of entries of a list that a message names. The message only counts the rest. */
const NAMED = 10;

/** Returns a list as text for a message. */
export function some(list: readonly string[]): string {
  const shown = list.slice(0, NAMED).join(', ');
  return list.length > NAMED ? `${shown} and ${list.length - NAMED} more` : shown;
}
