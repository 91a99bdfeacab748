import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** The comparison of an account with a bank statement. */
export type ReconciliationTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    accountId: number;
    /** The last day of the statement. */
    endDate: string;
    /** The balance on the statement, as debits less credits: what the church owes is negative. */
    endBalanceMinor: Minor;
    status: 'Draft' | 'Finished';
    /** The content of a finished reconciliation, as JSON. */
    report: Generated<string | null>;
    finishedAt: Generated<string | null>;
    finishedBy: Generated<number | null>;
    reviewedAt: Generated<string | null>;
    reviewedBy: Generated<number | null>;
  };
