import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryOf } from '../../src/db/search-index.ts';
import { lookAgain, partsOf, planFor } from '../../src/db/search-parts.ts';
import type { Document } from '../../src/db/search-texts.ts';
import { foldForSearch, wordsOf } from '../../src/lib/fold.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

/**
 * Imitates a match of FTS5: each quoted part must equal one of the entry’s parts. A quoted part that is followed by a
 * star only needs to be the beginning of one.
 */
function isMatched(parts: readonly string[], match: string): boolean {
  return match.split(' AND ').every((wanted) => {
    const [, part = '', star] = /^"(.*?)"( \*)?$/u.exec(wanted) ?? [];
    return parts.some((one) => (star === undefined ? one === part : one.startsWith(part)));
  });
}

/** Imitates a search. An entry about which the plan is not certain is found only if its texts contain the words. */
function isFound(document: Document, term: string): boolean {
  const words = wordsOf(term);
  const { match, certain } = planFor(words);
  const { parts, isRepetitive } = partsOf(document);
  if (!isMatched(parts, match)) return false;
  const isCertain = certain === 'all' || (certain === 'unlessRepetitive' && !isRepetitive);
  return isCertain || lookAgain(document, words).holds;
}

/**
 * True if the document must be found: each word is in one of its texts, or in its repeated name. The index treats a
 * name as a ring, whose end continues with its beginning.
 */
function isThere({ name = '', texts }: Document, term: string): boolean {
  const all = [foldForSearch(name).repeat(300), ...texts.map((text) => foldForSearch(text ?? ''))];
  return wordsOf(term).every((word) => all.some((text) => text.includes(word)));
}

/** Texts of a few letters repeat the same parts, which is the hardest case for an index of parts. */
const FEW = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '龍', '𠮷', '-', ' ', '%'), maxLength: 30 });
const PERIODIC = fc
  .tuple(fc.constantFrom('ab', 'abc', 'a', '龍', 'ﷺ', '🎵', 'a\u0301b', 'abcd'), fc.integer({ min: 1, max: 60 }))
  .map(([sign, times]) => sign.repeat(times));
const TEXT = fc.oneof(FEW, PERIODIC, fc.string({ unit: 'grapheme', maxLength: 20 }));
const DOCUMENT = fc.record({
  id: fc.constant(1),
  name: fc.oneof(
    fc.constant(''),
    fc.tuple(FEW, FEW).map((names) => names.join(' ')),
  ),
  texts: fc.array(TEXT, { maxLength: 3 }),
});
/** Most terms are cut from the text, so that they are found. Some are slightly changed, so that they almost match. */
const CASE = DOCUMENT.chain((document) => {
  const whole = [document.name, document.name, ...document.texts].join('');
  const piece = fc
    .tuple(fc.nat(whole.length), fc.nat(20), fc.constantFrom('', '', '', 'a', ' ', '龍'))
    .map(
      ([start, length, more]) =>
        whole.slice(start, start + length) + more + whole.slice(start + length, start + 2 * length),
    )
    .map((term) => term.toWellFormed());
  return fc.record({ document: fc.constant(document), term: fc.oneof(piece, TEXT) });
});

describe('an index of parts of four characters', () => {
  test('finds exactly the texts that contain every word, even if they are repetitive', () => {
    let found = 0;
    let long = 0;
    fc.assert(
      fc.property(CASE, ({ document, term }) => {
        fc.pre(wordsOf(term).length > 0);
        const is = isFound(document, term);
        if (is) found += 1;
        if (is && planFor(wordsOf(term)).certain === 'unlessRepetitive') long += 1;
        expect(is).toBe(isThere(document, term));
      }),
      { seed: 15, numRuns: IS_NIGHTLY ? 20_000 : 6000 },
    );
    expect(found).toBeGreaterThan(1000);
    expect(long).toBeGreaterThan(100);
  });

  test('needs no second check of the texts for ordinary names, or for words of up to four characters', () => {
    const name = (name: string) => partsOf({ id: 1, name, texts: ['Jon', '陳美玲', 'ENV-0042'] }).isRepetitive;
    expect(['Jonathan Gutierrez', 'Shu-Fen Huang', "Mei-Ling O'Brien"].map(name)).toEqual([false, false, false]);
    expect(name('Anna Annan')).toBe(true);
    expect(planFor(['chen', 'son', '陳']).certain).toBe('all');
  });

  test('is searched for at most eight parts, even if the term is longer', () => {
    const long = 'the quick brown fox jumps over the lazy dog and runs away'.replaceAll(' ', '');
    const { match, certain } = planFor([long]);
    expect(match.split(' AND ').length).toBe(8);
    expect(certain).toBe('none');
    expect(planFor(['ab'.repeat(100)]).match).toBe('"abab" AND "baba"');
  });

  test.each([
    ['ﷺ', 18],
    ['ab', 5],
    ['龍', 4],
    ['👨‍👩‍👧', 6],
    ['a\u0301', 4],
  ])('has few parts for a note of 4,000 x %s: at most %i', (sign, most) => {
    const { parts } = partsOf({ id: 1, texts: [sign.repeat(4000)] });
    expect(parts.length).toBeLessThanOrEqual(most);
  });

  test('contains at most the first 4,000 characters of a folded note', () => {
    const { work } = entryOf('giving', { id: 1, texts: ['\uFDFA'.repeat(4000)] });
    expect(work).toBeLessThan(1000);
  });
});
