import type { App } from '../../../app.ts';

/** What a look found. */
export type Verdict = {
  status: 'ok' | 'warn' | 'fail';
  message: string;
  /** What to do about it, or what to type. */
  advice: string | null;
  /** Puts it right, where that can be done without a loss; says what was done. */
  fix?: () => Promise<string>;
};

/** One thing that is looked at, whatever the others found. */
export type Check<P> = { name: string; look: (place: P) => Promise<Verdict[]> };

/** What there is without a database that can be opened. */
export type Place = Pick<App, 'config' | 'paths' | 'secrets'>;

/** Nothing to do. */
export const ok = (message: string): Verdict => ({ status: 'ok', message, advice: null });

/** Something that works today and should be seen to. */
export const warn = (message: string, advice: string, fix?: Verdict['fix']): Verdict => ({
  status: 'warn',
  message,
  advice,
  ...(fix && { fix }),
});

/** Something that does not work, or may do harm. */
export const fail = (message: string, advice: string, fix?: Verdict['fix']): Verdict => ({
  ...warn(message, advice, fix),
  status: 'fail',
});

/** More of the same than these are only counted. */
const NAMED = 10;

/** A list in a sentence. */
export function some(list: readonly string[]): string {
  const shown = list.slice(0, NAMED).join(', ');
  return list.length > NAMED ? `${shown} and ${list.length - NAMED} more` : shown;
}
