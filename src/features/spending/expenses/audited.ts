import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import * as decided from '../../../db/expense-history.ts';
import { SPLITS_AS_JSON } from '../../../books/expense-lines.ts';
import { type AuditedTable, decimalOf, itemsAsTold, numbered } from '../../audit/audited.ts';
import { compareHistory } from './history.ts';

/**
 * Returns the payment fields of an expense to compare with the audit log. They are undefined for a reversal, because
 * earlier versions did not record them for a reversal that was paid together with its original.
 */
function paymentOf({ paidBy, paymentMethod, paymentReference, reversalOf }: Readonly<Record<string, unknown>>) {
  const isOriginal = reversalOf === null;
  return {
    paidBy: isOriginal ? paidBy : undefined,
    paymentMethod: isOriginal ? paymentMethod : undefined,
    paymentReference: isOriginal ? paymentReference : undefined,
  };
}

/** SQL for the amount of an expense less its paid reversals, and for the sum of its payments, as JSON in cents. */
const PAID_AS_JSON = `(select json_array(
  (select sum("amountMinor") from "expenses" as "part"
    where ("part"."id" = "expenses"."id" or ("part"."reversalOf" = "expenses"."id" and "part"."status" = 'Paid'))),
  (select coalesce(sum("paymentItems"."amountMinor"), 0)
    from "paymentItems" join "payments" on "payments"."id" = "paymentId"
    where "expenseId" in (select "part"."id" from "expenses" as "part"
        where "part"."id" = "expenses"."id" or "part"."reversalOf" = "expenses"."id")
      and "voidedOn" is null and "payments"."deletedAt" is null)))`;

/** SQL for how an expense was paid before its approval, as JSON; null for any other expense. */
const SETTLED_AS_JSON = `(case when
  coalesce("settledOn", "settledAccountId", "settledMethod", "settledReference", "settledPaymentId") is not null then
  json_array("settledAccountId", "settledOn", "settledMethod", "settledReference", "settledPaymentId") end)`;

/** The fields of an expense that are compared with the audit log. */
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
    'reversalOf',
    'submittedBy',
    'approvedBy',
    'paidBy',
    'memberId',
    'vendor',
    'description',
    'paymentMethod',
    'paymentReference',
    'notes',
    'approvedAt',
    'rejectedReason',
    'createdBy',
    'deletedAt',
  ],
  derived: {
    vendorId: '"vendorId"',
    fundId: '"fundId"',
    splits: SPLITS_AS_JSON,
    settled: SETTLED_AS_JSON,
    receiptSha256: `(select "sha256" from "receipts" where "expenseId" = "expenses"."id" order by "receipts"."id" desc limit 1)`,
    approvals: decided.APPROVALS_AS_JSON,
    rejections: decided.REJECTIONS_AS_JSON,
    decisions: decided.DECISIONS_AS_JSON,
    hands: decided.HANDS_AS_JSON,
    receipts: decided.RECEIPTS_AS_JSON,
    paid: PAID_AS_JSON,
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
    // An expense with parts has a fund for each part. An audit entry without a fund means the General fund.
    fundId: row.splits == null ? row.fundId : (row.fundId ?? undefined),
    splits: itemsAsTold(row.splits),
    settled: typeof row.settled === 'string' ? JSON.stringify(JSON.parse(row.settled)) : row.settled,
    reversalOf: row.reversalOf,
    submittedBy: row.submittedBy,
    approvedBy: row.approvedBy,
    ...paymentOf(row),
    memberId: row.memberId,
    vendor: row.vendor,
    vendorId: row.vendorId,
    description: row.description,
    notes: row.notes,
    approvedAt: row.approvedAt,
    rejectedReason: row.rejectedReason,
    receipt: receiptSha256,
    approvals: row.approvals,
    rejections: row.rejections,
  }),
  laterTold: ['approvals', 'rejections'],
  upgrade: [
    { step: '0020-funds', defaults: { fundId: GENERAL_FUND } },
    { step: '0024-vendors', defaults: { vendorId: null } },
  ],
  ofPersons: ['memberId'],
  compareHistory,
};
