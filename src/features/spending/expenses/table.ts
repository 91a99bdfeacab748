import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import type { ExpenseStatus } from './schema.ts';

export type ExpenseTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    subCategoryId: number;
    ministryId: number;
    expenseDate: string;
    amountMinor: Minor;
    vendor: string | null;
    description: string;
    functionalClass: FunctionalClass | null;
    /** The person to be paid back. */
    memberId: number | null;
    /** The restricted giving category that pays for it. */
    fundCategoryId: number | null;
    paymentMethod: Method | null;
    paymentReference: string | null;
    notes: string | null;
    status: ExpenseStatus;
    /** The date on which it counts in statements and reports, set on approval. */
    bookedOn: Generated<string | null>;
    submittedBy: number;
    approvedBy: Generated<number | null>;
    approvedAt: Generated<string | null>;
    rejectedReason: Generated<string | null>;
    paidBy: Generated<number | null>;
    paidOn: Generated<string | null>;
    reversalOf: Generated<number | null>;
  };

/** Who took part in an expense, and so may not approve it; once for each kind of deed. */
export type ExpenseHandTable = { expenseId: number; userId: number; deed: 'Changed' | 'Submitted'; at: string };

/** Approvals and rejections, kept for good. */
export type ExpenseDecisionTable = {
  id: Generated<number>;
  expenseId: number;
  decision: 'Approval' | 'Rejection';
  userId: number;
  at: string;
  /** The reason of a rejection. */
  reason: Generated<string | null>;
  /** The booking date that came with an approval, if one did. */
  bookedOn: Generated<string | null>;
  /** When an approval ceased to count, because the expense was rejected or got a new receipt. */
  clearedAt: Generated<string | null>;
};

/** The files that document an expense. The newest is the current one. */
export type ReceiptTable = {
  id: Generated<number>;
  expenseId: number;
  path: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  addedBy: number | null;
  addedAt: string;
};
