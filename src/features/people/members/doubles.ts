/** Decides from names and birth dates whether two records may describe the same person. */
import { fullName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { decode } from '../../../validate.ts';
import { listMembers } from './queries.ts';
import { type PersonName, shareName } from '../../../lib/names.ts';
import { type Member, MemberQuery, type MemberWarning } from './schema.ts';

/** The largest number of search results that are compared for one name. */
const COMPARED = '200';

/** True if two records have a name in common, and their birth dates are equal or at least one of them is missing. */
export function mayBeOne(
  one: PersonName & Pick<Member, 'birthDate'>,
  other: PersonName & Pick<Member, 'birthDate'>,
): boolean {
  const areBornApart = one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate;
  return shareName(one, other) && !areBornApart;
}

/**
 * Returns a warning if other members have a name in common with this member. This is not an error, because two people
 * may share a name.
 */
export async function likelyDoubles(app: App, member: Member): Promise<MemberWarning[]> {
  const names = new Set([fullName(member), ...(member.chineseName === null ? [] : [member.chineseName])]);
  const query = decode(MemberQuery, { pageSize: COMPARED });
  const memberIds = new Set<number>();
  for (const search of names) {
    const { items } = await listMembers(app.db, { ...query, search });
    for (const other of items) if (other.id !== member.id && shareName(other, member)) memberIds.add(other.id);
  }
  if (memberIds.size === 0) return [];
  const message = 'There is already a member with this name. If both are the same person, merge them.';
  return [{ code: 'likely_duplicate', message, memberIds: [...memberIds].toSorted((a, b) => a - b) }];
}
