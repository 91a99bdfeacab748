import type { Generated } from 'kysely';
import type { Form1099Box } from '../../../books/form1099.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

export type PaymentTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    date: string;
    accountId: number;
    /** Null in payments from before version 21 whose method nobody entered. */
    method: Method | null;
    reference: string | null;
    voidedOn: Generated<string | null>;
    voidReason: Generated<string | null>;
    /** The expense for which migration 0021 added this payment; null for any other payment. */
    madeFor: Generated<number | null>;
  };

/**
 * An item of a payment: how much it pays of an expense or a payable. The amount is negative for the reversal of an
 * expense.
 */
export type PaymentItemTable = {
  paymentId: number;
  position: number;
  /** Null for a payable. */
  expenseId: number | null;
  /** Null for an expense. */
  payableId: Generated<number | null>;
  amountMinor: Minor;
};

/** A bill from before the books that was unpaid when the books began. */
export type PayableTable = {
  id: Generated<number>;
  vendor: string;
  vendorId: Generated<number | null>;
  fundId: number;
  form1099: Generated<Form1099Box | null>;
  amountMinor: Minor;
};
