import type { AuditedTable } from '../../audit/audited.ts';
import { statementNumber } from './rules.ts';

/** A number larger than any statement number, so that year and number fit into one cursor. */
const NUMBERS = 1_000_000;

/**
 * The fields of an issued contribution statement that are compared with the audit log: the hash of its figures, the
 * time of issue, and the user who issued it.
 */
export const auditedContributions: AuditedTable = {
  entityType: 'ContributionStatement',
  table: 'contributionStatements',
  isNew: true,
  cursor: `"year" * ${NUMBERS} + "number"`,
  columns: ['memberId', 'companyName', 'contentHash', 'issuedAt', 'issuedBy'],
  entityIdOf: (cursor) => statementNumber(Math.floor(Number(cursor) / NUMBERS), Number(cursor) % NUMBERS),
  cursorOf: (entityId) => {
    const [year, number] = entityId.split('-').map(Number);
    return (year ?? 0) * NUMBERS + (number ?? 0);
  },
  figuresOf: ({ memberId, companyName, contentHash, issuedAt, issuedBy }) => ({
    memberId,
    companyName,
    contentHash,
    issuedAt,
    issuedBy,
  }),
  ofPersons: ['memberId', 'companyName'],
  laterTold: ['contentHash', 'issuedAt', 'issuedBy'],
  createdBy: ['ContributionStatementIssued'],
  keepsDeleted: true,
};
