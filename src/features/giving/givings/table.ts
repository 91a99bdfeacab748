import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Method } from '../../../books/payment-methods.ts';

export type GivingTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    /** Null for a gift over several categories, which has parts. */
    categoryId: number | null;
    amountMinor: Minor;
    date: string;
    method: Method;
    memberId: number | null;
    isAnonymous: Flag;
    checkNumber: string | null;
    zelleReference: string | null;
    payPalReference: string | null;
    note: string | null;
    sessionId: number | null;
    /** The date that counts for the giver's own statement. */
    giftDate: string;
    benefitAmountMinor: Minor | null;
    nonCashDescription: string | null;
    reversalOf: Generated<number | null>;
    /** Assigned by the sender, so that a gift that is sent twice is stored once. */
    entryKey: Generated<string | null>;
  };

/** One category's part of a gift over several categories. */
export type GivingPartTable = {
  givingId: number;
  /** The place among the parts, from 0 on. */
  position: number;
  categoryId: number;
  amountMinor: Minor;
};
