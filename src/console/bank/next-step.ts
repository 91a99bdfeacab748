/** What is to do next with an account at a bank. */
import { addDays } from '../../lib/date.ts';
import type { AccountAtBank } from '../kit/accounts-at-bank.ts';
import type { Me } from '../session/session.ts';
import { waitingFor } from '../kit/reconciliation-review.ts';

export type NextStep =
  | { step: 'lines'; count: number }
  | { step: 'draft'; id: number }
  /** A month has ended since the last reconciliation. */
  | { step: 'reconcile'; date: string }
  /** The oldest reconciliation that the person may review. */
  | { step: 'review'; id: number; date: string }
  /** What is still to do can be done by other people only. */
  | { step: 'others' }
  | { step: 'done' };

/**
 * Returns what is to do next with an account. `today` is the date of the church, and `me` is who looks. Nobody is sent to
 * what they may not do.
 */
export function nextStepOf(account: AccountAtBank, today: string, me: Pick<Me, 'id' | 'permissions'>): NextStep {
  const [review] = waitingFor(me, account);
  const own = openStepOf(account, today);
  if (own !== undefined && me.permissions.includes('statements.manage')) return own;
  if (review) return { step: 'review', id: review.id, date: review.endDate };
  return { step: own === undefined && account.toReview.length === 0 ? 'done' : 'others' };
}

/** Returns what the person who keeps the accounts has to do next, or undefined. */
function openStepOf(account: AccountAtBank, today: string): NextStep | undefined {
  const { openLines, draftId, lastReconciliation: last } = account;
  if (openLines > 0) return { step: 'lines', count: openLines };
  if (draftId !== null) return { step: 'draft', id: draftId };
  const date = addDays(`${today.slice(0, 7)}-01`, -1);
  return last === null || last.endDate < date ? { step: 'reconcile', date } : undefined;
}
