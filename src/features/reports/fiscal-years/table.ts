import type { AuditedColumns } from '../../../db/columns.ts';

export type FiscalYearTable = AuditedColumns & {
  /** The calendar year in which the fiscal year begins. */
  year: number;
  status: 'Open' | 'Closed';
  /** The reports of the closed year, as JSON. */
  snapshot: string | null;
  closedAt: string | null;
  closedBy: number | null;
};
