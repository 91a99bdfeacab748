/**
 * Forms of the same Chinese character: traditional and simplified, and the variants usual in Taiwan and Hong Kong
 * (dictionaries of Open Chinese Convert). Characters are compared one by one, so that any part of a name finds it.
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
 * Groups the forms in dictionaries of lines `form other other ...` and maps each to the first of its group. A
 * simplified character may represent several traditional ones (发 for 發 and 髮); they then form one group.
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
