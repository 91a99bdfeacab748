import type { AuditedTable } from '../../audit/audited.ts';
import { sha256Hex } from '../../../lib/secret.ts';

/** Returns the hash of the stored reports of a year. The audit log stores this hash at every change. */
export function digestOfYear({ status, snapshot }: Readonly<Record<string, unknown>>): string {
  return sha256Hex(JSON.stringify([status ?? null, snapshot ?? null]));
}

/** The fields of a fiscal year that are compared with the audit log. */
export const auditedFiscalYears: AuditedTable = {
  entityType: 'FiscalYear',
  table: 'fiscalYears',
  isNew: true,
  cursor: '"year"',
  columns: ['status', 'snapshot', 'closedAt', 'closedBy'],
  entityIdOf: String,
  cursorOf: Number,
  figuresOf: (row) => ({
    status: row.status,
    closedAt: row.closedAt,
    closedBy: row.closedBy,
    digest: digestOfYear(row),
  }),
  createdBy: ['FiscalYearClosed'],
  keepsDeleted: true,
};
