/** Finds givers in memory while somebody types, with the same folding as the service. It works without a network. */
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
  /** Each name as the service folds it for searching, without what separates its words. */
  fields: readonly string[];
  /** The words of the names, for beginnings. */
  words: readonly string[];
};

export type GiverIndex = readonly Entry[];

const SHOWN = 8;

/** Prepares givers for searching; once for an offering. */
export function indexGivers(givers: readonly Giver[]): GiverIndex {
  return givers.map((giver) => {
    const { firstName, lastName, nickname, chineseName, familyName, offeringNumber } = giver;
    const [first, last] = [firstName ?? '', lastName ?? ''];
    // Names written together are found in either order: shufenhuang, huangshufen.
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
 * Returns the givers that a text may mean, the best first: the exact envelope number, then those with a word that
 * begins with the text, then the rest. Each typed word must occur in some field, in any order.
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
 * Returns the givers with exactly this envelope number, or else those with exactly this name, in any order of its
 * words.
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
