import type { Document } from '../../db/search.ts';
import { changesBetween, type Fact } from '../audit/rules.ts';
import { Member, type NewMember } from './schema.ts';

/** The name under which a member's givings are listed. */
export function fullName({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** What a member is found by; the first name stands on both sides, so that either order of the names is found. */
export function documentOf(member: Pick<Member, 'id' | SearchedField>): Document {
  const { id, firstName, nickname, chineseName, offeringNumber } = member;
  return { id, texts: [`${fullName(member)} ${firstName}`, nickname, chineseName, offeringNumber] };
}

type SearchedField = 'firstName' | 'lastName' | 'nickname' | 'chineseName' | 'offeringNumber';

/** The log's entry of a change to a member; a state that is missing counts as empty. */
export function memberFact(action: string, before: Member | null, after: Member | null): Fact {
  const changes = changesBetween(Member, before, after);
  return { action, entityType: 'Member', entityId: (after ?? before)?.id ?? '', changes };
}

/** Fields of which a record that stays takes those it lacks from its double. */
const FILLED = [
  'nickname',
  'chineseName',
  'gender',
  'birthDate',
  'email',
  'phone',
  'address',
  'joinedOn',
  'baptizedOn',
  'offeringNumber',
  'externalId',
  'userId',
  'notes',
] as const satisfies readonly (keyof NewMember)[];

/** The record that stays with its gaps filled from its double; a family comes with the role in it. */
export function filledFrom(survivor: Member, double: Member): Member {
  const filled = FILLED.filter((field) => survivor[field] === null).map((field) => [field, double[field]]);
  const isSameFamily = survivor.familyUnitId === double.familyUnitId && survivor.familyRole === null;
  const { familyUnitId, familyRole } = survivor.familyUnitId === null || isSameFamily ? double : survivor;
  return { ...survivor, ...Object.fromEntries(filled), familyUnitId, familyRole } as Member;
}
