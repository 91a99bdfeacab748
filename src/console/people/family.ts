/** What a change of the role in a family means for the other members of the family. */
import type { Person } from './queries.ts';

export const FAMILY_ROLES = ['Head', 'Spouse', 'Child', 'Other'] as const;
export type FamilyRole = (typeof FAMILY_ROLES)[number];

/** A member of a family, and the role that this member gets. */
export type RoleChange = { id: number; familyRole: FamilyRole };

/**
 * Returns the changes that give a role to a member of a family. A family has one head: a new head changes roles with the
 * head before, and who had no role leaves the head before with `Other`.
 */
export function roleChanges(
  members: readonly Pick<Person, 'id' | 'familyRole'>[],
  id: number,
  familyRole: FamilyRole,
): RoleChange[] {
  const own = members.find((member) => member.id === id)?.familyRole ?? null;
  const head =
    familyRole === 'Head' ? members.find((member) => member.id !== id && member.familyRole === 'Head') : null;
  return [...(head ? [{ id: head.id, familyRole: own ?? 'Other' } as const] : []), { id, familyRole }];
}
