import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

export type DepositTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    date: string;
    accountId: number;
    memo: string | null;
    /** The session whose reconciliation made the deposit. */
    sessionId: number | null;
    /** The fee that the bank or the processor kept, and its expense. */
    feeMinor: Minor | null;
    feeExpenseId: number | null;
  };

/** Money in a deposit: the cash or the checks of a session, one gift, or other income. */
export type DepositItemTable = {
  depositId: number;
  position: number;
  /** The account that the money leaves. */
  sourceId: number;
  sessionId: number | null;
  method: 'Cash' | 'Check' | null;
  givingId: number | null;
  otherIncomeId: number | null;
  amountMinor: Minor;
};
