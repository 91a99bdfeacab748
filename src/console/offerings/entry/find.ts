/** Finds givers in memory while somebody types, even without a network. Names are folded as the service folds them. */
import { foldForSearch, wordsOf } from '../../../lib/fold.ts';

export type Giver = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  nickname: string | null;
  chineseName: string | null;
  offeringNumber: string | null;
  familyName: string | null;
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
 * or words that begin with what was typed, then all others. All typed words must match. Their order does not matter.
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
  return [...exact, ...beginning, ...containing].slice(0, limit);
}

function begins(known: readonly string[], word: string): boolean {
  return known.some((name) => name.startsWith(word));
}

/**
 * Returns the givers with exactly this envelope number. If there are none, returns the givers with exactly this name.
 * The words of the name may be in any order.
 */
export function giversNamed(index: GiverIndex, text: string): Giver[] {
  const wanted = foldForSearch(text);
  if (wanted === '') return [];
  const numbered = index.filter(({ number }) => number === wanted);
  if (numbered.length > 0) return numbered.map(({ giver }) => giver);
  const words = sorted(text);
  const isNamed = ({ giver: { firstName, lastName, nickname, chineseName } }: Entry) =>
    [[firstName, lastName], [nickname, lastName], [chineseName], [firstName, lastName, chineseName]].some((names) => {
      const name = names.map((one) => one ?? '').join(' ');
      return foldForSearch(name) === wanted || sorted(name) === words;
    });
  return index.filter(isNamed).map(({ giver }) => giver);
}

function sorted(name: string): string {
  return name
    .split(/[\s,、]+/)
    .map(foldForSearch)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ');
}
