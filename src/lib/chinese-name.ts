import type { PersonNames } from './person-name.ts';
import { unifyHan } from './han.ts';
import surnames from '../../data/compound-surnames.json' with { type: 'json' };

/**
 * The surnames of two characters; any other surname is taken to have one. They are the compound surnames of the Hundred Family
 * Surnames (https://zh.wikipedia.org/wiki/百家姓) and of https://en.wikipedia.org/wiki/Chinese_compound_surname, and the double
 * surnames that families of Taiwan inherit, by the statistics of names of its Ministry of the Interior. Left out are those that
 * begin with a common surname, such as 聞人 and 左丘.
 */
let compound: ReadonlySet<string> | undefined;

function isCompound(surname: string): boolean {
  compound ??= new Set(unifyHan(surnames).split(' '));
  return compound.has(unifyHan(surname));
}

/**
 * Splits a Chinese name into surname and given name. Returns undefined if the text is not a Chinese name, or if it has a dot,
 * because a name with a dot has no surname. If the name has a space, the surname is the part before the space. Otherwise the surname is the first character, or the first two
 * if they are a compound surname and a given name follows.
 */
export function splitChineseName(name: string): { lastName: string; firstName: string } | undefined {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const whole = first + rest.join('');
  if (!/^\p{Script=Han}{2,}$/u.test(whole)) return undefined;
  if (rest.length > 0) return { lastName: first, firstName: rest.join('') };
  const characters = Array.from(whole);
  const surname = characters.length > 2 && isCompound(characters.slice(0, 2).join('')) ? 2 : 1;
  return { lastName: characters.slice(0, surname).join(''), firstName: characters.slice(surname).join('') };
}

/**
 * Returns the first and last name of a person who may have only one name. Without both, they are the parts of the Chinese name,
 * and a Chinese name that has no parts is the last name.
 */
export function partsOfName({ firstName, lastName, chineseName }: PersonNames): {
  firstName: string;
  lastName: string;
} {
  if (firstName || lastName || chineseName === null) return { firstName: firstName ?? '', lastName: lastName ?? '' };
  return splitChineseName(chineseName) ?? { firstName: '', lastName: chineseName };
}
