/**
 * Finds givers in memory while somebody types, on the page even without a network, and at a terminal. Names are folded
 * as the service folds them.
 */
import { foldForSearch, wordsOf } from './fold.ts';
import { nameIndex, type NameIndex } from './names.ts';
import { readName } from './read-name.ts';

export type Giver = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  nickname: string | null;
  chineseName: string | null;
  offeringNumber: string | null;
  familyName: string | null;
  /** Left out for somebody who lives. */
  isDeceased?: boolean;
};

type Entry = {
  giver: Giver;
  number: string;
  /** The folded names, each written as one word without separators. */
  fields: readonly string[];
  /** The folded words of the names. A name can be found by the beginning of any of its words. */
  words: readonly string[];
};

export type GiverIndex = readonly Entry[];

const SHOWN = 8;

/** Prepares givers for searching. Call it only when the list of givers changes, because it folds every name. */
export function indexGivers(givers: readonly Giver[]): GiverIndex {
  return givers.map((giver) => {
    const { firstName, lastName, nickname, chineseName, familyName, offeringNumber } = giver;
    const [first, last] = [firstName ?? '', lastName ?? ''];
    // First and last names are joined in both orders, so that `shufenhuang` and `huangshufen` are both found.
    const names = [`${first} ${last}`, `${last} ${first}`, nickname ?? '', chineseName ?? '', familyName ?? ''];
    return {
      giver,
      number: foldForSearch(offeringNumber ?? ''),
      fields: names.map(foldForSearch).filter((name) => name !== ''),
      words: names.flatMap((name) => name.split(/\s+/).map(foldForSearch)).filter((word) => word !== ''),
    };
  });
}

/**
 * Returns the givers that match a text: first the givers with exactly this envelope number, then the givers with names
 * or words that begin with what was typed, then all others, and last those who died. All typed words must match. Their order does not matter.
 */
export function findGivers(index: GiverIndex, typed: string, limit = SHOWN): Giver[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  const together = foldForSearch(typed);
  const [exact, beginning, containing]: [Giver[], Giver[], Giver[]] = [[], [], []];
  for (const { giver, number, fields, words: known } of index) {
    if (number === together) exact.push(giver);
    else if (fields.some((field) => field.startsWith(together)) || words.every((word) => begins(known, word))) {
      beginning.push(giver);
    } else if (words.every((word) => number.startsWith(word) || fields.some((field) => field.includes(word)))) {
      containing.push(giver);
    }
  }
  // Somebody who died comes last, but does come, because a gift may arrive late.
  const named = [...beginning, ...containing].toSorted((a, b) => Number(hasDied(a)) - Number(hasDied(b)));
  return [...exact, ...named].slice(0, limit);
}

const hasDied = ({ isDeceased }: Giver) => isDeceased === true;

function begins(known: readonly string[], word: string): boolean {
  return known.some((name) => name.startsWith(word));
}

/**
 * Returns the givers with exactly this envelope number. If there are none, returns the givers with the same name. A
 * nickname may take the place of the first name.
 */
export function giversNamed(index: GiverIndex, text: string): Giver[] {
  const wanted = foldForSearch(text);
  if (wanted === '') return [];
  const numbered = index.filter(({ number }) => number === wanted);
  if (numbered.length > 0) return numbered.map(({ giver }) => giver);
  return [...new Set(namesIn(index).whole.same(readName(text)))];
}

/**
 * Returns the givers whose names are near a name: one letter differs, or a part of the name is missing. A text of one
 * word is also compared with every word of their names.
 */
export function giversNear(index: GiverIndex, text: string, limit = SHOWN): Giver[] {
  const near = namesIn(index).whole.near(readName(text));
  const [word = '', ...others] = wordsOf(text);
  if (others.length === 0 && word.length >= SHORTEST) near.push(...namesIn(index).words.near(oneWord(word)));
  return [...new Set(near)].slice(0, limit);
}

/** A single word that is shorter than this is near too many names. */
const SHORTEST = 3;

const oneWord = (firstName: string) => ({ firstName, lastName: null });

/** The names of each list of givers. They are indexed when a whole name is first looked up. */
const indexed = new WeakMap<GiverIndex, Names>();

/** The whole names of givers, and the single words of these names. */
type Names = { whole: NameIndex<Giver>; words: NameIndex<Giver> };

function namesIn(index: GiverIndex): Names {
  const known = indexed.get(index);
  if (known) return known;
  const names = { whole: nameIndex<Giver>(), words: nameIndex<Giver>() };
  for (const { giver, words } of index) {
    names.whole.add(giver, giver);
    if (giver.nickname !== null) names.whole.add({ ...giver, firstName: giver.nickname, nickname: null }, giver);
    for (const word of new Set(words)) names.words.add(oneWord(word), giver);
  }
  indexed.set(index, names);
  return names;
}
