import { sha256Hex } from '../../../lib/secret.ts';
import type { AuditedTable } from '../../audit/audited.ts';

const COLUMNS = ['status', 'openingBalanceMinor', 'snapshot', 'closingBalanceMinor', 'carriedFrom'];

/**
 * Returns the hash of a month's stored statement. The audit log stores this hash at every change to the statement. The
 * hash of a finalized month covers the whole snapshot.
 */
export function digestOfStatement(row: Readonly<Record<string, unknown>>): string {
  return sha256Hex(JSON.stringify(COLUMNS.map((column) => row[column] ?? null)));
}

const MONTHS = 100;
const two = (number: number) => String(number).padStart(2, '0');

/** The fields of a monthly statement that are compared with the audit log. */
export const auditedStatements: AuditedTable = {
  entityType: 'MonthlyStatement',
  table: 'monthlyStatements',
  cursor: `"year" * ${MONTHS} + "month"`,
  columns: [...COLUMNS, 'notes', 'finalizedAt', 'finalizedBy'],
  entityIdOf: (cursor) => `${Math.floor(Number(cursor) / MONTHS)}-${two(Number(cursor) % MONTHS)}`,
  cursorOf: (month) => Number(month.replace('-', '')),
  figuresOf: (row) => ({
    status: row.status,
    digest: digestOfStatement(row),
    notes: row.notes,
    finalizedAt: row.finalizedAt,
    finalizedBy: row.finalizedBy,
  }),
  laterTold: ['digest', 'notes', 'finalizedAt', 'finalizedBy'],
  createdBy: ['MonthlyStatementCreated', 'MonthlyStatementFinalized'],
  keepsDeleted: true,
};
