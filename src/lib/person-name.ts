/** The name of a person as others read it: in Latin letters, in Chinese, or both, and each only once. */

/** The dots in the names of peoples whose names are written in Chinese characters, such as 瓦歷斯‧諾幹. */
export const NAME_DOTS = '‧·・･•∙⋅';

export type PersonNames = { firstName: string | null; lastName: string | null; chineseName: string | null };

const HAN = new RegExp(`^[\\p{Script=Han}\\s${NAME_DOTS}]+$`, 'u');

/**
 * Returns the name in Latin letters and the Chinese name; a name that the person does not have is an empty text. A first and
 * last name in Chinese characters are only parts of the Chinese name.
 */
export function namesShown({ firstName, lastName, chineseName }: PersonNames): { latin: string; chinese: string } {
  const latin = [firstName, lastName].filter(Boolean).join(' ');
  if (!HAN.test(latin)) return { latin, chinese: chineseName ?? '' };
  return { latin: '', chinese: chineseName ?? `${lastName ?? ''}${firstName ?? ''}` };
}

/** Returns the name by which a list names a person: the one in Latin letters, or else the Chinese one. */
export function fullName(names: PersonNames): string {
  const { latin, chinese } = namesShown(names);
  return latin || chinese;
}

/** Returns all names of a person as one text, or undefined if the person has none. */
export function personName(names: PersonNames): string | undefined {
  const { latin, chinese } = namesShown(names);
  return [latin, chinese].filter(Boolean).join(' ') || undefined;
}
