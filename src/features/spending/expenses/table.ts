import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Release } from '../../../books/expense-lines.ts';
import type { Form1099Box } from '../../../books/form1099.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import type { ExpenseStatus } from './schema.ts';

export type ExpenseTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    /** Null if the expense has several parts, or a part that names an account. The parts are in `expenseSplits`. */
    subCategoryId: number | null;
    /** Null if the expense has parts. */
    ministryId: number | null;
    expenseDate: string;
    amountMinor: Minor;
    vendor: string | null;
    /** The vendor, if the expense names one of the list. `vendor` is then the name on the day of the entry. */
    vendorId: Generated<number | null>;
    description: string;
    functionalClass: FunctionalClass | null;
    /** The person to be paid back. */
    memberId: number | null;
    /** Null if the expense has parts. */
    fundId: number | null;
    paymentMethod: Method | null;
    paymentReference: string | null;
    notes: string | null;
    status: ExpenseStatus;
    /** The date on which the expense counts in statements and reports. It is set on approval. */
    bookedOn: Generated<string | null>;
    submittedBy: number;
    approvedBy: Generated<number | null>;
    approvedAt: Generated<string | null>;
    rejectedReason: Generated<string | null>;
    paidBy: Generated<number | null>;
    paidOn: Generated<string | null>;
    reversalOf: Generated<number | null>;
    /** How the expense was paid before it was approved. The payment is recorded when the expense is submitted. */
    settledAccountId: Generated<number | null>;
    settledOn: Generated<string | null>;
    settledMethod: Generated<Method | null>;
    settledReference: Generated<string | null>;
    settledPaymentId: Generated<number | null>;
  };

/**
 * A user who changed or submitted an expense, and therefore may not approve it. There is one row for each expense, user
 * and `deed`.
 */
export type ExpenseHandTable = { expenseId: number; userId: number; deed: 'Changed' | 'Submitted'; at: string };

/** Approvals and rejections. Their rows are never deleted. */
export type ExpenseDecisionTable = {
  id: Generated<number>;
  expenseId: number;
  decision: 'Approval' | 'Rejection';
  userId: number;
  at: string;
  /** The reason for a rejection. */
  reason: Generated<string | null>;
  /** The booking date that was given with an approval, if any. */
  bookedOn: Generated<string | null>;
  /**
   * When an approval stopped counting, because the expense was rejected, got a new receipt, or was approved again by
   * the same person.
   */
  clearedAt: Generated<string | null>;
};

/** The files that document an expense. The newest one is the current receipt. */
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

/**
 * A part of an expense. The `subCategoryId` of the expense itself is null. The part names a subcategory or, for money
 * that is not an expense, an account.
 */
export type ExpenseSplitTable = {
  expenseId: number;
  position: number;
  subCategoryId: number | null;
  accountId: number | null;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  fundId: number;
  form1099: Generated<Form1099Box | null>;
  /** 0 for an asset under construction. */
  inUse: Generated<Flag>;
  /** When the part ends the restriction of its fund; null if it does not. */
  release: Generated<Release | null>;
  /** With the release InUse: the day since which the asset is in use. */
  inUseOn: Generated<string | null>;
  /** Only a part that names an account may be negative. In a reversal, the signs are reversed. */
  amountMinor: Minor;
};
