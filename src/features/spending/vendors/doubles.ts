/** Decides from names, e-mail addresses and tax ids whether two vendors may be the same. */
import type { App } from '../../../app.ts';
import { foldForSearch } from '../../../lib/fold.ts';
import { TITLES } from '../../../lib/names.ts';
import { findAlike, type StoredVendor } from './queries.ts';
import type { VendorWarning } from './schema.ts';

/** Words that say only how a company is organized. They are ignored at the end of a name. */
const FORMS: ReadonlySet<string> = new Set(
  'co company corp corporation inc incorporated limited llc llp lp ltd pa pc plc pllc'.split(' '),
);
const LITTLE_WORDS: ReadonlySet<string> = new Set(['and', 'the']);
/** The forms of companies at the end of a Chinese name, in the characters that `foldForSearch` returns. */
const CHINESE_FORMS = ['股份有限公司', '有限公司', '公司'].map(foldForSearch);

/**
 * Returns a name in the form in which the names of vendors are compared: without case, accents, punctuation and spaces,
 * without "the" and "and", and without the form of the company at the end.
 */
export function nameKeyOf(name: string): string {
  const words = wordsOf(name);
  const telling = tellingOf(words);
  const key = withoutChineseForm(telling.join(''));
  // A name of signs or little words only is compared as it is.
  return key || words.join('') || foldForSearch(name) || name;
}

/** Returns the folded words of a name. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/['’.]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldForSearch)
    .filter((word) => word !== '');
}

/** Returns the words without the little ones, and without the form of the company at the end. */
function tellingOf(words: readonly string[]): string[] {
  const telling = words.filter((word) => !LITTLE_WORDS.has(word));
  while (telling.length > 1 && FORMS.has(telling.at(-1) ?? '')) telling.pop();
  return telling;
}

function withoutChineseForm(key: string): string {
  const form = CHINESE_FORMS.find((one) => key.endsWith(one) && key.length > one.length);
  return form === undefined ? key : key.slice(0, -form.length);
}

/**
 * Returns the name keys that somebody may have meant who swapped two adjacent letters while typing this one. Digits and
 * Chinese characters are not swapped, because "Route 12" and "Route 21" are two names.
 */
export function swappedKeysOf(key: string): string[] {
  return Array.from({ length: key.length - 1 }, (_, index) => index).flatMap((index) => {
    const [one, two] = [key.charAt(index), key.charAt(index + 1)];
    const isSlip = one !== two && LETTER.test(one) && LETTER.test(two);
    return isSlip ? [key.slice(0, index) + two + one + key.slice(index + 2)] : [];
  });
}

/**
 * Returns the name keys that somebody may have meant who typed a double letter once or a single letter twice, or who
 * left out or added an "s" at the end.
 */
export function repeatedKeysOf(key: string): string[] {
  const repeated = Array.from(key).flatMap((letter, index, letters) => {
    if (!LETTER.test(letter) || letter === letters[index - 1]) return [];
    const [before, after] = [letters.slice(0, index).join(''), letters.slice(index + 1).join('')];
    return letter === letters[index + 1] ? [before + after] : [before + letter + letter + after];
  });
  if (!LETTER.test(key.slice(-1))) return repeated;
  return [...repeated, key.length > 1 && key.endsWith('s') ? key.slice(0, -1) : `${key}s`];
}

/** A letter of an alphabet. */
const LETTER = /^(?!\p{Script=Han})\p{L}$/u;

/** A longer name is not written in another order. */
const MOST_WORDS = 6;
/** The endings of addresses that people leave out, as in Office Depot for Officedepot.com. */
const DOMAINS = ['com', 'org', 'net'];

/**
 * Returns the name keys of a name that is written in another way: with the last name first (`Wu, Amy`), with or without a
 * title (`Dr. Amy Wu`), or with or without the ending of a web address (`Officedepot.com`).
 */
export function otherKeysOf(name: string): string[] {
  const bare = name
    .trim()
    .replace(/^www\./i, '')
    .replace(new RegExp(`\\.(?:${DOMAINS.join('|')})$`, 'i'), '');
  const words = tellingOf(wordsOf(bare));
  const untitled = words.filter((word) => !TITLES.has(word) && word !== 'mrs');
  // A title before a single word is the name of a company, such as Dr. Pepper.
  const own = untitled.length > 1 ? untitled : words;
  const turned = own.length > MOST_WORDS ? [own] : own.map((_, at) => [...own.slice(at), ...own.slice(0, at)]);
  const keys = turned.map((some) => some.join(''));
  const titled = own.length > 1 ? keys.flatMap((key) => [...TITLES, 'mrs'].map((title) => title + key)) : [];
  const [first = ''] = keys;
  return [...keys, ...titled, ...DOMAINS.map((domain) => first + domain)].filter((key) => key !== '');
}

/** A shorter name differs from many others in one letter, and a longer one has too many keys. */
const [SHORTEST, LONGEST] = [6, 60];
const ALPHABET = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * Returns the name keys that somebody may have meant who mistyped, left out or added one letter. The digits and the
 * Chinese characters stay, because "Route 12" and "Route 13" are two names. The keys are looked up in an index, so the
 * number of vendors does not matter.
 */
export function slipKeysOf(key: string): string[] {
  const signs = Array.from(key);
  if (signs.length < SHORTEST || signs.length > LONGEST) return [];
  const keys = signs.flatMap((sign, at) => {
    const [before, after] = [signs.slice(0, at).join(''), signs.slice(at + 1).join('')];
    const added = ALPHABET.map((letter) => before + letter + sign + after);
    if (!LETTER.test(sign)) return added;
    return [...added, before + after, ...ALPHABET.map((letter) => before + letter + after)];
  });
  return [...new Set([...keys, ...ALPHABET.map((letter) => key + letter)])].filter(
    (slip) => slip !== key && slip.length >= SHORTEST,
  );
}

const alikeKeysOf = (key: string) => [key, ...swappedKeysOf(key), ...repeatedKeysOf(key), ...slipKeysOf(key)];

/**
 * Returns a warning if other vendors have a similar name, the same e-mail address or the same tax id. This is not an
 * error, because two vendors may have the same name.
 */
export async function likelyDoubles(app: App, vendor: StoredVendor): Promise<VendorWarning[]> {
  const { name, nameKey, legalName, legalNameKey } = vendor;
  const keys = [nameKey, ...(legalNameKey === null ? [] : [legalNameKey])];
  const others = [name, ...(legalName === null ? [] : [legalName])].flatMap(otherKeysOf);
  const alike = new Set([...keys.flatMap(alikeKeysOf), ...others]);
  const vendorIds = await findAlike(app.db, vendor, [...alike]);
  if (vendorIds.length === 0) return [];
  const message =
    'There is already a vendor with a similar name, the same e-mail address or the same tax id. If both are the same, merge them.';
  return [{ code: 'likely_duplicate', message, vendorIds }];
}
