/** Decides from names and birth dates whether two records may describe the same person. */
import type { App } from '../../../app.ts';
import { foldForSearch } from '../../../lib/fold.ts';
import { decode } from '../../../validate.ts';
import { listMembers } from './queries.ts';
import { fullName } from './rules.ts';
import { type Member, MemberQuery, type MemberWarning } from './schema.ts';

type Named = Pick<Member, 'firstName' | 'lastName' | 'chineseName'>;

/** The largest number of search results that are compared for one name. */
const COMPARED = '200';

/**
 * True if two people have a full name or a Chinese name in common. A full name in Chinese may begin or end with the
 * surname.
 */
export function haveSameName(one: Named, other: Named): boolean {
  const names = new Set(namesOf(other));
  return namesOf(one).some((name) => names.has(name));
}

/** True if two records have a name in common, and their birth dates are equal or at least one of them is missing. */
export function mayBeOne(one: Named & Pick<Member, 'birthDate'>, other: Named & Pick<Member, 'birthDate'>): boolean {
  const areBornApart = one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate;
  return haveSameName(one, other) && !areBornApart;
}

function namesOf({ firstName, lastName, chineseName }: Named): string[] {
  const isChinese = /^\p{Script=Han}+$/u.test(firstName + lastName);
  const names = [firstName + lastName, ...(isChinese ? [lastName + firstName] : []), chineseName ?? ''];
  return names.map(foldForSearch).filter((name) => name !== '');
}

/**
 * Returns a warning if other members have the same name as this member. This is not an error, because two people may
 * share a name.
 */
export async function likelyDoubles(app: App, member: Member): Promise<MemberWarning[]> {
  const names = [fullName(member), ...(member.chineseName === null ? [] : [member.chineseName])];
  const query = decode(MemberQuery, { pageSize: COMPARED });
  const memberIds = new Set<number>();
  for (const search of names) {
    const { items } = await listMembers(app.db, { ...query, search });
    for (const other of items) if (other.id !== member.id && haveSameName(other, member)) memberIds.add(other.id);
  }
  if (memberIds.size === 0) return [];
  const message = 'There is already a member with this name. If both are the same person, merge them.';
  return [{ code: 'likely_duplicate', message, memberIds: [...memberIds].toSorted((a, b) => a - b) }];
}
