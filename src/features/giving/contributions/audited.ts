import type { AuditedTable } from '../../audit/audited.ts';
import { statementNumber } from './rules.ts';

/** More than any year has statements. */
const NUMBERS = 1_000_000;

/** What of an issued contribution statement is held against the audit log: the digest of its figures, when and by whom. */
export const auditedContributions: AuditedTable = {
  entityType: 'ContributionStatement',
  table: 'contributionStatements',
  isNew: true,
  cursor: `"year" * ${NUMBERS} + "number"`,
  columns: ['contentHash', 'issuedAt', 'issuedBy'],
  entityIdOf: (cursor) => statementNumber(Math.floor(Number(cursor) / NUMBERS), Number(cursor) % NUMBERS),
  cursorOf: (entityId) => {
    const [year, number] = entityId.split('-').map(Number);
    return (year ?? 0) * NUMBERS + (number ?? 0);
  },
  figuresOf: ({ contentHash, issuedAt, issuedBy }) => ({ contentHash, issuedAt, issuedBy }),
  laterTold: ['contentHash', 'issuedAt', 'issuedBy'],
  createdBy: ['ContributionStatementIssued'],
  keepsDeleted: true,
};
