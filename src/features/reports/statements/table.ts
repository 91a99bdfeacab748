import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { StatementStatus } from './schema.ts';

export type MonthlyStatementTable = AuditedColumns & {
  id: Generated<number>;
  year: number;
  month: number;
  status: StatementStatus;
  /** As given by the treasurer; null when it is carried from earlier months. */
  openingBalanceMinor: Minor | null;
  notes: string | null;
  /** The whole finalized statement as JSON, in minor units. */
  snapshot: Generated<string | null>;
  closingBalanceMinor: Generated<Minor | null>;
  /** The first day whose activity is part of the frozen opening balance; null when that balance stands by itself. */
  carriedFrom: Generated<string | null>;
  finalizedAt: Generated<string | null>;
  finalizedBy: Generated<number | null>;
};
