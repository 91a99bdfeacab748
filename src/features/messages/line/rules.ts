/** The form of binding codes, and the search for codes in the texts that people send. */
import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { normalized } from '../../../lib/text.ts';

/** Digits and capital letters, without those that people confuse with others: 0, O, 1, I, L and U. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;
const HALF = `[${ALPHABET}]{${LENGTH / 2}}`;

/** Returns a code of 39 random bits. It has a digit and a letter, so that a plain word or number is never a code. */
export function newCode(): string {
  const pick = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  for (;;) {
    const code = Array.from({ length: LENGTH }, pick).join('');
    if (isCode(code)) return code;
  }
}

const isCode = (text: string) => /\d/.test(text) && /[A-Z]/.test(text);

/** The longest text that LINE accepts. Characters after this length are not searched. */
const LONGEST_TEXT = 5000;
/** The most candidates that are taken from one text. A text with more candidates contains random guesses. */
const MOST_CANDIDATES = 5;

/**
 * The optional sign between the halves: a space, hyphen, dash or minus sign. Full-width signs have already been
 * normalized.
 */
const BETWEEN = '[ \\u2010-\\u2015\\u2212-]?';
/**
 * Two halves without a Latin letter or a digit directly before or after them. The expression also finds overlapping
 * matches.
 */
const PLACES = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}])(?=(${HALF})${BETWEEN}(${HALF})(?![\\p{Script=Latin}\\p{N}]))`,
  'gu',
);

/**
 * Returns the possible codes in a text. They may be in lower-case or full-width letters, with a hyphen or space in the
 * middle.
 */
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
 * Returns the hash under which a code is stored. A plain hash of eight characters could be guessed within a minute, so
 * the hash is keyed with a secret that is not in the database (RFC 5869, RFC 2104).
 */
export function codeHash(encryptionKey: Uint8Array, code: string): string {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'vestry line binding codes', 32));
  return createHmac('sha256', key).update(code).digest('hex');
}

/**
 * True if LINE delivers an event late, and the binding or the group that it is about has changed since the event.
 * `lateFrom` is the time of the event, or undefined if the event is not late. `since` is the time of the last change.
 */
export function isOutdated(lateFrom: string | undefined, since: string | null | undefined): boolean {
  return lateFrom !== undefined && since != null && lateFrom < since;
}
