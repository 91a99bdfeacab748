/** Finds people who may be the person whose name is being typed. */
import { compareNames, type PersonName } from '../../lib/names.ts';

type Named = PersonName & { firstName: string; lastName: string; chineseName: string | null };

/** Returns the name to search for: the Chinese name, or otherwise first and last name. Empty while neither is whole. */
export function searchedName({ firstName, lastName, chineseName }: Named): string {
  if (chineseName !== null && chineseName.trim().length > 1) return chineseName.trim();
  const [first, last] = [firstName.trim(), lastName.trim()];
  return first === '' || last === '' ? '' : `${first} ${last}`;
}

/** Returns the people whose name is the same as the typed one, or near it. */
export function doublesAmong<Person extends PersonName>(found: readonly Person[], typed: Named): Person[] {
  return found.filter((person) => compareNames(person, typed) !== 'different');
}
