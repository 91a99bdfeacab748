import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { memberFields } from './fields.ts';
import { Member } from './schema.ts';

/** Returns the name under which a member's givings are listed. */
export function fullName({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** Returns the texts in which a search for members looks. */
export const documentOf = (member: SearchedRow<'member'> & { phone: string | null }): Document => ({
  ...documentOfKind('member', member),
  phone: member.phone,
});

/** Returns the audit entry of a change to a member. `before` is null for a new member, `after` for a removed one. */
export function memberFact(action: string, before: Member | null, after: Member | null): Fact {
  const changes = changesBetween(Member, before, after);
  return { action, entityType: 'Member', entityId: (after ?? before)?.id ?? '', changes };
}

/**
 * Returns the remaining record, with its empty fields filled from the duplicate. The family and the role are copied
 * only together.
 */
export function filledFrom(survivor: Member, double: Member): Member {
  const gaps = memberFields('merge', 'whenEmpty').filter((field) => survivor[field] === null);
  const filled = gaps.map((field) => [field, double[field]]);
  const isSameFamily = survivor.familyUnitId === double.familyUnitId && survivor.familyRole === null;
  const { familyUnitId, familyRole } = survivor.familyUnitId === null || isSameFamily ? double : survivor;
  return { ...survivor, ...Object.fromEntries(filled), familyUnitId, familyRole } as Member;
}
