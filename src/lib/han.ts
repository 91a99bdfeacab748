/**
 * Replaces all forms of a Chinese character with one of them. The forms are traditional, simplified, and the variants
 * used in Taiwan and Hong Kong (dictionaries of Open Chinese Convert). Each character is replaced separately, so that a
 * search with any part of a name finds the name.
 */
import hongKong from 'opencc-js/dict/HKVariants';
import taiwan from 'opencc-js/dict/TWVariants';
import simplified from 'opencc-js/dict/TSCharacters';

let representatives: ReadonlyMap<string, string> | undefined;

/** Returns the text with every Chinese character replaced by one that represents all its forms. */
export function unifyHan(text: string): string {
  if (!HAN.test(text)) return text;
  representatives ??= joinForms([simplified, taiwan, hongKong]);
  return Array.from(text, (character) => representatives?.get(character) ?? character).join('');
}

const HAN = /\p{Script=Han}/u;

/**
 * Reads dictionaries whose entries are `form other other ...`, and groups all forms of a character. Maps each form to
 * the first of its group. A simplified character may belong to several traditional ones (发 to 發 and 髮); all of these
 * are then one group.
 */
function joinForms(dictionaries: readonly string[]): Map<string, string> {
  const parents = new Map<string, string>();
  const rootOf = (character: string): string => {
    const parent = parents.get(character);
    return parent === undefined || parent === character ? character : rootOf(parent);
  };
  for (const entry of dictionaries.flatMap((dictionary) => dictionary.split('|'))) {
    const [first = '', ...others] = entry.split(' ');
    for (const other of others) {
      const [a, b] = [rootOf(first), rootOf(other)].toSorted() as [string, string];
      parents.set(b, a);
      parents.set(a, a);
    }
  }
  return new Map(Array.from(parents.keys(), (character) => [character, rootOf(character)]));
}
