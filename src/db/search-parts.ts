/**
 * How texts are stored in the search index, and how words are looked up there. FTS5 is given the overlapping parts of
 * four characters of a text, each once and without its positions, and shorter parts where the text ends.
 *
 * A word of up to four characters is the beginning of such a part, and FTS5 keeps lists of beginnings (`prefix='1 2
 * 3'`). A longer word is looked up by all its parts, or by eight of them. The parts could stand in the text in another
 * order. But where no three characters of a text occur twice, each part can be followed by only one other, so the text
 * holds the whole word. A text in which three characters do occur twice is marked as repetitive, and its row is read
 * and checked again. So is every row when only eight parts were looked up.
 *
 * FTS5 could look up all parts as one phrase instead. That kept the service busy for three minutes when two hundred
 * characters were searched in 85 notes that repeat one character.
 */
import { foldForSearch } from '../lib/fold.ts';
import type { Document } from './search-texts.ts';

const PART = 4;
/** How many parts are looked up. Each takes time for every text that has all of them. */
const MOST_PARTS = 8;

/** `length` is the number of folded characters in all texts together. */
export type Parts = { parts: readonly string[]; isRepetitive: boolean; length: number };

/** Returns the parts of all texts of a row. The name is treated as a ring: its end continues with its beginning. */
export function partsOf({ name, texts }: Document): Parts {
  const parts = new Set<string>();
  const overlaps = new Set<string>();
  let [places, length] = [0, 0];
  const add = (characters: readonly string[], count: number) => {
    // In a text of three characters, no part follows another.
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

/** The FTS5 tokenizer splits at ASCII signs, so these become characters that no text has. */
function encoded(folded: string): string {
  return folded.replace(SIGNS, (sign) => String.fromCodePoint(PRIVATE_USE + sign.charCodeAt(0)));
}

const SIGNS = /(?![a-z0-9])[\0-\x7f]/g;
const PRIVATE_USE = 0x10fe00;

/** How rows that hold all of some words are found: the FTS5 query, and which of its answers are certain. */
export type Plan = {
  /** Nothing that a user types reaches the query language of FTS5. */
  match: string;
  certain: 'all' | 'unlessRepetitive' | 'none';
};

/** Returns the plan for finding rows that hold all of these words. */
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

/** Returns whether a row holds all of the words, and how many characters were checked. */
export function lookAgain({ name, texts }: Document, words: readonly string[]): { holds: boolean; looked: number } {
  const folded = texts.map((text) => foldForSearch(text ?? ''));
  const ring = foldForSearch(name ?? '');
  const longest = Math.max(...words.map(({ length }) => length));
  if (ring !== '') folded.push(ring.repeat(Math.ceil(longest / ring.length) + 1));
  const holds = words.every((word) => folded.some((text) => text.includes(word)));
  return { holds, looked: folded.reduce((sum, { length }) => sum + length, 0) };
}
