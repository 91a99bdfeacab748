/** Decides from names, e-mail addresses and tax ids whether two vendors may be the same. */
import type { App } from '../../../app.ts';
import { foldForSearch } from '../../../lib/fold.ts';
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
  const words = name
    .replaceAll(/['’.]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(foldForSearch)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !LITTLE_WORDS.has(word));
  while (telling.length > 1 && FORMS.has(telling.at(-1) ?? '')) telling.pop();
  const key = withoutChineseForm(telling.join(''));
  // A name of signs or little words only is compared as it is.
  return key || words.join('') || foldForSearch(name) || name;
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

const alikeKeysOf = (key: string) => [key, ...swappedKeysOf(key), ...repeatedKeysOf(key)];

/**
 * Returns a warning if other vendors have a similar name, the same e-mail address or the same tax id. This is not an
 * error, because two vendors may have the same name.
 */
export async function likelyDoubles(app: App, vendor: StoredVendor): Promise<VendorWarning[]> {
  const keys = [vendor.nameKey, ...(vendor.legalNameKey === null ? [] : [vendor.legalNameKey])];
  const vendorIds = await findAlike(app.db, vendor, [...new Set(keys.flatMap(alikeKeysOf))]);
  if (vendorIds.length === 0) return [];
  const message =
    'There is already a vendor with a similar name, the same e-mail address or the same tax id. If both are the same, merge them.';
  return [{ code: 'likely_duplicate', message, vendorIds }];
}
