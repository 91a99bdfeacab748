import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';

/** The fields of the approval rules that are compared with the audit log: both limits. */
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
