import { type AuditedTable, decimalOf, numbered } from '../audit/audited-table.ts';

/** What of an expense is held against the audit log: what a figure rests on, who approved it, and its receipt. */
export const auditedExpenses: AuditedTable = {
  ...numbered('Expense'),
  table: 'expenses',
  columns: [
    'amountMinor',
    'expenseDate',
    'bookedOn',
    'paidOn',
    'status',
    'subCategoryId',
    'ministryId',
    'functionalClass',
    'fundCategoryId',
    'reversalOf',
    'submittedBy',
    'approvedBy',
    'deletedAt',
  ],
  derived: {
    receiptSha256: `(select "sha256" from "receipts" where "expenseId" = "expenses"."id" order by "receipts"."id" desc limit 1)`,
  },
  figuresOf: ({ amountMinor, expenseDate, bookedOn, paidOn, status, receiptSha256, ...row }) => ({
    amount: decimalOf(amountMinor),
    expenseDate,
    bookedOn,
    paidOn,
    status,
    subCategoryId: row.subCategoryId,
    ministryId: row.ministryId,
    functionalClass: row.functionalClass,
    fundCategoryId: row.fundCategoryId,
    reversalOf: row.reversalOf,
    submittedBy: row.submittedBy,
    approvedBy: row.approvedBy,
    receipt: receiptSha256,
  }),
};
