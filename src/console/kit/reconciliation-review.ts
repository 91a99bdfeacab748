/** Who may review a reconciliation. */
import type { Me } from '../session/session.ts';

/** True if an account may mark a finished reconciliation as reviewed: nobody did yet, and another person finished it. */
export function mayReview(
  me: Pick<Me, 'id' | 'permissions'>,
  { finishedBy, reviewedAt }: { finishedBy: number | null; reviewedAt: string | null },
): boolean {
  const isAllowed = me.permissions.includes('statements.manage') || me.permissions.includes('expenses.approve');
  return isAllowed && reviewedAt === null && finishedBy !== null && finishedBy !== me.id;
}

/** Returns the finished reconciliations of an account that a person may review now, the oldest first. */
export function waitingFor<One extends { finishedBy: number | null; reviewedAt: string | null }>(
  me: Pick<Me, 'id' | 'permissions'>,
  { toReview }: { toReview: readonly One[] },
): One[] {
  return toReview.filter((one) => mayReview(me, one));
}
