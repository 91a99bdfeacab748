/** Texts of a bank, as lines keep them. */
import { tidy, withoutInvisible } from '../../../lib/text.ts';

/** How many characters of a text are kept. Texts of banks are shorter. */
const LONGEST = 500;
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns a text on one line, with single spaces and without invisible characters, or null if nothing is left. */
export function wordsOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const line = text.replace(/\s+/g, ' ');
  const kept = PLAIN.test(line) ? line.trim() : tidy(withoutInvisible(line));
  if (kept.length <= LONGEST) return kept || null;
  return Array.from(kept.slice(0, LONGEST * 2))
    .slice(0, LONGEST)
    .join('')
    .trimEnd();
}

const CHECK = /^(?:check|cheque|chk|ck)\s*(?:(?:#|no\.?|number)\s*(\d{1,12})\b|(\d{1,12})$)/i;

/**
 * Returns the number of a check without leading zeros, from its own field or from a description such as `CHECK # 0042`.
 * Returns null if there is none, or if it has zeros only.
 */
export function checkNumberOf(field: string | null, description: string): string | null {
  const [, marked, alone] = CHECK.exec(description) ?? [];
  return (field ?? marked ?? alone ?? '').replace(/^0+/, '') || null;
}

/** Returns whether a bank marks the line as pending in its text. */
export function saysPending(text: string | null): boolean {
  return text !== null && /^\W*pending\b/i.test(text);
}
