import { type Document, documentOf as documentOfKind, type SearchedRow } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { memberFields } from './fields.ts';
import { Member } from './schema.ts';

/** The name under which a member's givings are listed. */
export function fullName({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** What a member is found by. */
export const documentOf = (member: SearchedRow<'member'>): Document => documentOfKind('member', member);

/** The log's entry of a change to a member; a state that is missing counts as empty. */
export function memberFact(action: string, before: Member | null, after: Member | null): Fact {
  const changes = changesBetween(Member, before, after);
  return { action, entityType: 'Member', entityId: (after ?? before)?.id ?? '', changes };
}

/** The record that stays with its gaps filled from its double; a family comes with the role in it. */
export function filledFrom(survivor: Member, double: Member): Member {
  const gaps = memberFields('merge', 'whenEmpty').filter((field) => survivor[field] === null);
  const filled = gaps.map((field) => [field, double[field]]);
  const isSameFamily = survivor.familyUnitId === double.familyUnitId && survivor.familyRole === null;
  const { familyUnitId, familyRole } = survivor.familyUnitId === null || isSameFamily ? double : survivor;
  return { ...survivor, ...Object.fromEntries(filled), familyUnitId, familyRole } as Member;
}
