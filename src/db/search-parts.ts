/**
 * Splits texts for the search index, and looks up words in it. The index stores all overlapping parts of four
 * characters of a text, each once and without its position, and shorter parts at the end of the text.
 *
 * A word of up to four characters is the beginning of such a part, and FTS5 indexes the beginnings of parts (its option
 * `prefix`). A longer word is looked up by all of its parts, or by eight of them if it has more. A text that contains
 * all of the parts could contain them in another order. But if no three characters occur twice in a text, each part can
 * be followed by only one other part. Such a text therefore contains the whole word. If three characters do occur
 * twice, the entry of the row is marked as repetitive, and the texts of the row are read and checked. They are also
 * checked if only eight parts were looked up.
 *
 * FTS5 could look up all parts as one phrase instead. That blocked the service for three minutes when two hundred
 * characters were searched in 85 notes that repeat one character.
 */
import { foldForSearch } from '../lib/fold.ts';
import type { Document } from './search-texts.ts';

const PART = 4;
/**
 * The maximum number of parts that are looked up. Each of them takes additional time for every text that contains all
 * of the parts.
 */
const MOST_PARTS = 8;

/** `length` is the number of folded characters in all texts together. */
export type Parts = { parts: readonly string[]; isRepetitive: boolean; length: number };

/** Returns the parts of all texts of a row. The name is a ring: its end continues with its beginning. */
export function partsOf({ name, texts }: Document): Parts {
  const parts = new Set<string>();
  const overlaps = new Set<string>();
  let [places, length] = [0, 0];
  const add = (characters: readonly string[], count: number) => {
    // In a text of three characters or fewer, no part is followed by another.
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
  if (name) {
    const ring = searchedCharacters(name);
    const wrapped = Array.from({ length: PART - 1 }, (_, index) => ring[index % ring.length] ?? '');
    add([...ring, ...wrapped], ring.length);
  }
  for (const text of texts) {
    if (!text) continue;
    const characters = searchedCharacters(text);
    add(characters, characters.length);
  }
  return { parts: [...parts], isRepetitive: overlaps.size < places, length };
}

function searchedCharacters(text: string): string[] {
  return Array.from(encoded(foldForSearch(text)));
}

/** Replaces ASCII signs, at which the FTS5 tokenizer would split the text, with characters that no text contains. */
function encoded(folded: string): string {
  return folded.replace(SIGNS, (sign) => String.fromCodePoint(PRIVATE_USE + sign.charCodeAt(0)));
}

const SIGNS = /(?![a-z0-9])[\0-\x7f]/g;
const PRIVATE_USE = 0x10fe00;

/**
 * How to find the rows that contain all of the words: the FTS5 query, and which of its results are certain to contain
 * them.
 */
export type Plan = {
  /** The FTS5 query. Text that a user types is always quoted in it, so FTS5 never reads the text as query syntax. */
  match: string;
  certain: 'all' | 'unlessRepetitive' | 'none';
};

/** Returns the plan for finding rows that contain all of the words. */
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

/** Checks whether the texts of a row contain all of the words. Also returns how many characters were checked. */
export function lookAgain({ name, texts }: Document, words: readonly string[]): { holds: boolean; looked: number } {
  const folded = texts.map((text) => foldForSearch(text ?? ''));
  const ring = foldForSearch(name ?? '');
  const longest = Math.max(...words.map(({ length }) => length));
  if (ring !== '') folded.push(ring.repeat(Math.ceil(longest / ring.length) + 1));
  const holds = words.every((word) => folded.some((text) => text.includes(word)));
  return { holds, looked: folded.reduce((sum, { length }) => sum + length, 0) };
}
