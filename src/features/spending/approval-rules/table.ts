import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** The table has at most one row. */
export type ApprovalRulesTable = AuditedColumns & {
  id: 1;
  secondApprovalAboveMinor: Minor | null;
  payerMayApproveUpToMinor: Minor | null;
};
