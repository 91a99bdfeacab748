/** Texts of a bank, as lines keep them. */
import { fold } from '../../../lib/fold.ts';
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

/** Stands between texts that the bank keeps in several fields, such as the name and the memo of OFX. */
const BETWEEN = ' · ';

/**
 * Returns the texts of a bank for one line as one text, or null if there is none. A text that another one contains is
 * left out, because a name is often the beginning of the memo.
 */
export function joined(texts: readonly (string | null)[]): string | null {
  const all = texts.flatMap((text) => (text === null ? [] : [{ text, key: fold(text) }]));
  const isSaid = (key: string, index: number) =>
    all.some((other, at) => at !== index && (other.key === key ? at < index : hasWords(other.key, key)));
  const said = all.filter(({ key }, index) => !isSaid(key, index)).map(({ text }) => text);
  return wordsOf(said.join(BETWEEN));
}

/** Returns the texts of which `joined` made one. */
export const partsOf = (text: string): string[] => text.split(BETWEEN);

/**
 * Returns whether a text contains another one from the beginning of a word on. Chinese has no spaces between words. Both
 * are folded.
 */
export function hasWords(text: string, part: string): boolean {
  return PLAIN.test(part) ? ` ${text}`.includes(` ${part}`) : text.includes(part);
}

const CHECK = /^(?:check|cheque|chk|ck)\s*(?:(?:#|no\.?|number)\s*(\d{1,12})\b|(\d{1,12})[\s;.]*$)/i;

/**
 * Returns the number of a check without leading zeros: from its own field, from a text such as `CHECK # 0042`, or from
 * two texts such as `CHECK` and `0042`. Returns null if there is none, or if it has zeros only.
 */
export function checkNumberOf(field: string | null, ...texts: readonly (string | null)[]): string | null {
  const said = texts.filter((text) => text !== null);
  const [, marked, alone] = [...said, said.join(' ')].map((text) => CHECK.exec(text)).find((found) => found) ?? [];
  return (field ?? marked ?? alone ?? '').replace(/^0+/, '') || null;
}

/** Returns whether a bank marks the line as pending in its text. */
export function saysPending(text: string | null): boolean {
  return text !== null && /^\W*pending\b/i.test(text);
}
