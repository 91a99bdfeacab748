import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';

/** What of the approval rules is held against the audit log: both limits. */
export const auditedApprovalRules: AuditedTable = {
  ...numbered('ApprovalRules'),
  table: 'approvalRules',
  isNew: true,
  columns: ['secondApprovalAboveMinor', 'payerMayApproveUpToMinor'],
  figuresOf: ({ secondApprovalAboveMinor, payerMayApproveUpToMinor }) => ({
    secondApprovalAbove: decimalOf(secondApprovalAboveMinor),
    payerMayApproveUpTo: decimalOf(payerMayApproveUpToMinor),
  }),
  createdBy: ['ApprovalRulesUpdated'],
};
