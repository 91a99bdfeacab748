import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { ReversalKind } from './reversal-kinds.ts';
import type { GivingSource, NonCashKind } from './source-schema.ts';

export type GivingTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    /** Null for a gift that is split over several categories. Such a gift has parts. */
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
    /** The account that received the money. */
    accountId: number;
    /** The day on which the gift counts in the giver's contribution statement. */
    giftDate: string;
    benefitAmountMinor: Minor | null;
    nonCashDescription: string | null;
    reversalOf: Generated<number | null>;
    /** Why a reversal was made. Null in all other givings. */
    reversalKind: Generated<ReversalKind | null>;
    source: Generated<GivingSource>;
    /** The name on a company's check. Gifts of companies that were entered before 0040-company-gifts have none. */
    companyName: Generated<string | null>;
    nonCashKind: Generated<NonCashKind | null>;
    /** A key that the client chooses, so that a gift that is sent twice is stored once. */
    entryKey: Generated<string | null>;
  };

/** One part of a gift that is split over several categories: the amount for one category. */
export type GivingPartTable = {
  givingId: number;
  /** The place among the parts, counted from 0. */
  position: number;
  categoryId: number;
  amountMinor: Minor;
};
