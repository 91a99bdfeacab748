import surnames from '../../data/compound-surnames.json' with { type: 'json' };

/** The surnames of two characters. Any other surname is taken to have one character. */
const COMPOUND = new Set([...surnames.traditional, ...surnames.simplified]);

/** The dots in the names of peoples whose names are written in Chinese characters, such as 瓦歷斯‧諾幹. */
export const NAME_DOTS = '‧·・･•∙⋅';

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
  const surname = characters.length > 2 && COMPOUND.has(characters.slice(0, 2).join('')) ? 2 : 1;
  return { lastName: characters.slice(0, surname).join(''), firstName: characters.slice(surname).join('') };
}
