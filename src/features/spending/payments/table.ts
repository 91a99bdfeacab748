import type { Generated } from 'kysely';
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
    /** The expense for whose payment migration 0021 added the row. */
    madeFor: Generated<number | null>;
  };

/** How much of an expense a payment pays; negative for a reversal. */
export type PaymentItemTable = { paymentId: number; position: number; expenseId: number; amountMinor: Minor };
