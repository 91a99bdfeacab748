/** Codes that bind a LINE account: how they look, and where one stands in what people write. */
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { normalized } from '../../../lib/text.ts';

/** Digits and capital letters without those that are taken for each other: 0 O, 1 I L, U V. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const HALF = `[${ALPHABET}]{${LENGTH / 2}}`;

/** A new code: 39 random bits, with at least one digit and one letter, so that neither a word nor a number is one. */
export function newCode(): string {
  const pick = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  for (;;) {
    const code = Array.from({ length: LENGTH }, pick).join('');
    if (isCode(code)) return code;
  }
}

const isCode = (text: string) => /\d/.test(text) && /[A-Z]/.test(text);

/** A LINE text is no longer than that; more of one is not looked at. */
const LONGEST_TEXT = 5000;
/** More codes than these in one text are a guess at random. */
const MOST_CANDIDATES = 5;

/** Hyphens, dashes and the minus sign; wide ones are narrow by then. */
const BETWEEN = '[ \\u2010-\\u2015\\u2212-]?';
/** In letters and digits without a gap before and after; found also where two places overlap. */
const PLACES = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}])(?=(${HALF})${BETWEEN}(${HALF})(?![\\p{Script=Latin}\\p{N}]))`,
  'gu',
);

/** What may be codes in a text: full-width or small letters too, with a hyphen or a space in the middle, among words. */
export function candidatesIn(text: string): string[] {
  const plain = normalized(text.slice(0, LONGEST_TEXT), 'NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase();
  const found = new Set<string>();
  for (const [, first = '', second = ''] of plain.matchAll(PLACES)) {
    if (isCode(first + second)) found.add(first + second);
    if (found.size === MOST_CANDIDATES) break;
  }
  return [...found];
}

/**
 * How a code is stored: eight characters could be tried out against a plain hash in a minute, so it is keyed with what is
 * not in the database (RFC 5869, RFC 2104).
 */
export function codeHash(encryptionKey: Uint8Array, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'vestry line binding codes', 32));
  return createHmac('sha256', key).update(code).digest('hex');
}

/** Whether what happened at an instant, and is told late, was overtaken by what is known since another. */
export function isOutdated(lateFrom: string | undefined, since: string | null | undefined): boolean {
  return lateFrom !== undefined && since != null && lateFrom < since;
}
