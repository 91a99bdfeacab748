import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** One row at most. */
export type ApprovalRulesTable = AuditedColumns & {
  id: 1;
  secondApprovalAboveMinor: Minor | null;
  payerMayApproveUpToMinor: Minor | null;
};
