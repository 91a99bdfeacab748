import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

export type OtherIncomeTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    date: string;
    /** Negative in a reversal. */
    amountMinor: Minor;
    incomeCategoryId: number;
    accountId: number;
    fundId: number;
    payer: string | null;
    reference: string | null;
    memo: string | null;
    reversalOf: Generated<number | null>;
  };
