/** Says whether a couple can have one contribution statement. */
import type { FamilyRole } from '../members/schema.ts';
import type { JointProblem } from './schema.ts';

/** Returns why a family that wants a joint statement has no couple for it, or null. */
export function jointProblemOf(
  { jointStatement }: { jointStatement: boolean },
  people: readonly { familyRole: FamilyRole | null }[],
): JointProblem | null {
  if (!jointStatement) return null;
  const [heads, spouses] = (['Head', 'Spouse'] as const).map(
    (role) => people.filter(({ familyRole }) => familyRole === role).length,
  ) as [number, number];
  if (heads !== 1) return heads === 0 ? 'NoHead' : 'SeveralHeads';
  if (spouses !== 1) return spouses === 0 ? 'NoSpouse' : 'SeveralSpouses';
  return null;
}
