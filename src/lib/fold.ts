/**
 * Folds texts for comparison. Two texts count as equal if `fold` returns the same result for both. For searching,
 * `foldForSearch` folds the texts and `wordsOf` folds the search term. Each character is folded separately, so any part
 * of a text folds to a part of the folded text.
 */
import { unifyHan } from './han.ts';

/** How many characters of a folded text are searched. */
export const LONGEST_SEARCHED = 4000;
/** How many characters of a folded search term are used. One character may fold to eighteen. */
const LONGEST_TERM = 200;

/**
 * Returns a text in the form in which texts are compared for equality: in lower case, without accents, with half-width
 * characters and single spaces.
 */
export function fold(text: string): string {
  const folded = ASCII.test(text) ? text.toLowerCase() : Array.from(text, foldCharacter).join('');
  return folded.replace(/\s+/g, ' ').trim();
}

const ASCII = /^[\t\n\r\x20-\x7e]*$/;

function foldCharacter(character: string): string {
  return character
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[đðłøıßæœþς‘’ʼ“”‐‑‒–—−]/g, (letter) => AS_TYPED[letter] ?? letter);
}

/** Letters and signs that Unicode does not decompose, and the plain letters that people type instead. */
const AS_TYPED: Readonly<Record<string, string>> = {
  ð: 'd',
  þ: 'th',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** The separators between the words of a search term. */
const BETWEEN_WORDS = /[\s,、]+/;
/**
 * Characters that are ignored in texts and in search terms: hyphens, apostrophes, periods, the dots in foreign names,
 * and invisible characters.
 */
const IGNORED = /[-'.。‧·・•∙⋅\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const NOT_SEARCHED = new RegExp(`${BETWEEN_WORDS.source}|${IGNORED.source}`, 'gu');
const NOT_SEARCHED_ASCII = /[\s,\-'.]+/g;

/**
 * Returns a text in the form in which it is searched: folded, with one character for all forms of a Chinese character,
 * and without spaces, hyphens, apostrophes, commas and periods. The result has at most 4,000 characters.
 */
export function foldForSearch(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(NOT_SEARCHED_ASCII, '').slice(0, LONGEST_SEARCHED);
  let folded = '';
  let left = LONGEST_SEARCHED;
  for (const character of text) {
    for (const one of searched(character)) {
      folded += one;
      if ((left -= 1) === 0) return folded;
    }
  }
  return folded;
}

/**
 * The folded form of each character seen so far. They are remembered, because texts use few different characters and
 * folding a character takes a microsecond.
 */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

function searched(character: string): string {
  const before = known.get(character);
  if (before !== undefined) return before;
  const folded = unifyHan(foldCharacter(character)).replace(NOT_SEARCHED, '');
  if (known.size < MOST_KNOWN) known.set(character, folded);
  return folded;
}

/**
 * Returns the words of a search term, folded like the texts. Duplicates, and words that are part of another word, are
 * left out. The result is empty if the term has only spaces and ignored characters.
 */
export function wordsOf(term: string): string[] {
  const words: string[] = [];
  let left = LONGEST_TERM;
  const folded = unifyHan(Array.from(term, foldCharacter).join(''));
  for (const typed of folded.split(BETWEEN_WORDS)) {
    const letters = Array.from(typed.replace(IGNORED, '')).slice(0, left);
    left -= letters.length;
    if (letters.length > 0) words.push(letters.join(''));
  }
  const unique = [...new Set(words)];
  return unique.filter((word) => !unique.some((other) => other !== word && other.includes(word)));
}
