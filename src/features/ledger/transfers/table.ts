import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/**
 * A transfer between two accounts, between two funds, or both. Either both accounts are null or neither is. The same
 * holds for the two funds.
 */
export type TransferTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    date: string;
    /** Negative in a reversal. */
    amountMinor: Minor;
    fromAccountId: number | null;
    toAccountId: number | null;
    fromFundId: number | null;
    toFundId: number | null;
    /** The fund that holds what goes to or comes from an account that is no money. Null for the General fund. */
    fundId: number | null;
    /** Whether `toFundId` owes the amount to `fromFundId`. The balances of the two funds then do not change. */
    loan: Flag;
    /** The loan that this transfer pays back. */
    repays: number | null;
    memo: string;
    reason: string | null;
    /** Only a posted transfer affects balances and reports. */
    status: 'PendingApproval' | 'Posted';
    approvedBy: Generated<number | null>;
    approvedAt: Generated<string | null>;
    reversalOf: Generated<number | null>;
  };

/** A user who entered or changed a transfer, and therefore may not approve it. */
export type TransferHandTable = { transferId: number; userId: number };
