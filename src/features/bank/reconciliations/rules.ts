import { toDecimal } from '../../../lib/money.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import type { ReconciliationRow } from './queries.ts';

/** A reconciliation with its ticked documents, as the audit log shows them. */
export type TickedRow = ReconciliationRow & { ticked: string };

/** Returns the fields of a reconciliation in the audit log. The balance is debits less credits. */
export function toldOf({ report, endBalanceMinor, ...row }: Omit<TickedRow, 'id' | 'deletedAt'>) {
  return {
    accountId: row.accountId,
    endDate: row.endDate,
    endBalance: toDecimal(endBalanceMinor),
    status: row.status,
    ticked: row.ticked,
    finishedBy: row.finishedBy,
    reviewedBy: row.reviewedBy,
    digest: report === null ? null : sha256Hex(report),
  };
}

/**
 * Returns the audit entry of a change to a reconciliation. `before` is null for a new one, and `after` for a deleted
 * one.
 */
export function reconciliationFact(action: string, before: TickedRow | null, after: TickedRow | null): Fact {
  const [old, young] = [before && toldOf(before), after && toldOf(after)];
  const changes: Changes = {};
  for (const field of Object.keys(old ?? young ?? {}) as (keyof ReturnType<typeof toldOf>)[]) {
    const [was, is] = [old?.[field] ?? null, young?.[field] ?? null];
    if (was !== is) changes[field] = [was, is];
  }
  return { action, entityType: 'Reconciliation', entityId: (after ?? before)?.id ?? '', changes };
}
