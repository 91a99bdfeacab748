import type { Generated } from 'kysely';
import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { StatementStatus } from './schema.ts';

export type MonthlyStatementTable = AuditedColumns & {
  id: Generated<number>;
  year: number;
  month: number;
  status: StatementStatus;
  /** The amount that the treasurer entered; null when it is carried over from earlier months. */
  openingBalanceMinor: Minor | null;
  notes: string | null;
  /** The whole finalized statement as JSON, with amounts in minor units, such as cents; null in a draft. */
  snapshot: Generated<string | null>;
  closingBalanceMinor: Generated<Minor | null>;
  /** The first day whose activity is included in the stored opening balance; null if no activity was added. */
  carriedFrom: Generated<string | null>;
  finalizedAt: Generated<string | null>;
  finalizedBy: Generated<number | null>;
};
