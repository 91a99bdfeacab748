/** Whether two records describe the same person, judged by names and birth dates. */
import type { App } from '../../../app.ts';
import { foldForSearch } from '../../../lib/fold.ts';
import { decode } from '../../../validate.ts';
import { listMembers } from './queries.ts';
import { fullName } from './rules.ts';
import { type Member, MemberQuery, type MemberWarning } from './schema.ts';

type Named = Pick<Member, 'firstName' | 'lastName' | 'chineseName'>;

/** How many members found by a name are compared. */
const COMPARED = '200';

/** Whether a full or Chinese name of one is a name of the other. In Chinese the surname may come first. */
export function haveSameName(one: Named, other: Named): boolean {
  const names = new Set(namesOf(other));
  return namesOf(one).some((name) => names.has(name));
}

/** Whether two records may describe one person: a name agrees, and no two birth dates differ. */
export function mayBeOne(one: Named & Pick<Member, 'birthDate'>, other: Named & Pick<Member, 'birthDate'>): boolean {
  const areBornApart = one.birthDate !== null && other.birthDate !== null && one.birthDate !== other.birthDate;
  return haveSameName(one, other) && !areBornApart;
}

function namesOf({ firstName, lastName, chineseName }: Named): string[] {
  const isChinese = /^\p{Script=Han}+$/u.test(firstName + lastName);
  const names = [firstName + lastName, ...(isChinese ? [lastName + firstName] : []), chineseName ?? ''];
  return names.map(foldForSearch).filter((name) => name !== '');
}

/** Returns warnings for a member whose name another member has. They are accepted, because people may share a name. */
export async function likelyDoubles(app: App, member: Member): Promise<MemberWarning[]> {
  const names = [fullName(member), ...(member.chineseName === null ? [] : [member.chineseName])];
  const query = decode(MemberQuery, { pageSize: COMPARED });
  const memberIds = new Set<number>();
  for (const search of names) {
    const { items } = await listMembers(app.db, { ...query, search });
    for (const other of items) if (other.id !== member.id && haveSameName(other, member)) memberIds.add(other.id);
  }
  if (memberIds.size === 0) return [];
  const message = 'There is already a member with this name. If it is the same person, merge the two.';
  return [{ code: 'likely_duplicate', message, memberIds: [...memberIds].toSorted((a, b) => a - b) }];
}
