/**
 * How texts are kept in the index, and how words are asked for there. Words of FTS5 are here the overlapping parts of four
 * characters of a text, each kept once, and shorter ones where the text ends.
 *
 * A word of up to four characters is the beginning of such a part, for which FTS5 keeps lists of their own
 * (`prefix='1 2 3'`). A longer one is asked for by all its parts. They may stand in a text in another order; but where no
 * three characters of it occur twice, each part can only go on in one place, and then the text holds the whole word. A text
 * in which three characters do occur twice is marked as repetitive, and must be looked at again.
 */
import { foldForSearch } from '../lib/fold.ts';
import type { Document } from './search-texts.ts';

const PART = 4;
/** So many parts are asked for: each takes time for every text that has them all. */
const MOST_PARTS = 8;

/** `length` is how many characters everything has together, folded. */
export type Parts = { parts: readonly string[]; isRepetitive: boolean; length: number };

/** The parts of everything a row is found by. The name goes round: its last part goes on with its first one. */
export function partsOf({ name, texts }: Document): Parts {
  const parts = new Set<string>();
  const overlaps = new Set<string>();
  let [places, length] = [0, 0];
  const add = (characters: readonly string[], count: number) => {
    // In a text of three characters nothing goes on.
    const joins = characters.length < PART ? 0 : characters.length - PART + 2;
    length += count;
    for (let start = 0; start < count; start += 1) {
      const at = (index: number) => characters[start + index] ?? '';
      const overlap = at(0) + at(1) + at(2);
      parts.add(overlap + at(3));
      if (start >= joins) continue;
      overlaps.add(overlap);
      places += 1;
    }
  };
  const ring = searchedCharacters(name ?? '');
  const goingOn = Array.from({ length: PART - 1 }, (_, index) => ring[index % ring.length] ?? '');
  add([...ring, ...goingOn], ring.length);
  for (const text of texts) {
    const characters = searchedCharacters(text ?? '');
    add(characters, characters.length);
  }
  return { parts: [...parts], isRepetitive: overlaps.size < places, length };
}

function searchedCharacters(text: string): string[] {
  return Array.from(encoded(foldForSearch(text)));
}

/** The tokenizer of FTS5 splits at the signs of ASCII, so these become characters that no text has. */
function encoded(folded: string): string {
  return folded.replace(SIGNS, (sign) => String.fromCodePoint(PRIVATE_USE + sign.charCodeAt(0)));
}

const SIGNS = /(?![a-z0-9])[\0-\x7f]/g;
const PRIVATE_USE = 0x10fe00;

/** How rows that hold all of some words are found: what FTS5 is asked for, and which of its answers are certain. */
export type Plan = {
  /** Nothing that a user types is left of the query language of FTS5. */
  match: string;
  certain: 'all' | 'unlessRepetitive' | 'none';
};

/** How rows that hold all of these words are found. */
export function planFor(words: readonly string[]): Plan {
  const wanted = new Set<string>();
  let isShort = true;
  for (const word of words) {
    const characters = Array.from(encoded(word));
    if (characters.length > PART) isShort = false;
    const last = Math.max(characters.length - PART, 0);
    for (let start = 0; start <= last; start += 1) wanted.add(characters.slice(start, start + PART).join(''));
  }
  const all = [...wanted];
  const step = Math.max(all.length / MOST_PARTS, 1);
  const chosen = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const match = chosen.map((part) => (Array.from(part).length < PART ? `"${part}" *` : `"${part}"`)).join(' AND ');
  if (all.length > MOST_PARTS) return { match, certain: 'none' };
  return { match, certain: isShort ? 'all' : 'unlessRepetitive' };
}

/** Whether a row holds all of the words. Also says how many characters were looked at to know. */
export function lookAgain({ name, texts }: Document, words: readonly string[]): { holds: boolean; looked: number } {
  const folded = texts.map((text) => foldForSearch(text ?? ''));
  const ring = foldForSearch(name ?? '');
  const longest = Math.max(...words.map(({ length }) => length));
  if (ring !== '') folded.push(ring.repeat(Math.ceil(longest / ring.length) + 1));
  const holds = words.every((word) => folded.some((text) => text.includes(word)));
  return { holds, looked: folded.reduce((sum, { length }) => sum + length, 0) };
}
