import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { clearedAsJson, clearedAsTold } from '../matches/audited.ts';

/** The fields of a reconciliation that are compared with the audit log, with its ticks and a hash of its report. */
export const auditedReconciliations: AuditedTable = {
  ...numbered('Reconciliation'),
  table: 'reconciliations',
  isNew: true,
  columns: [
    'accountId',
    'endDate',
    'endBalanceMinor',
    'status',
    'report',
    'finishedBy',
    'reviewedBy',
    'createdBy',
    'deletedAt',
  ],
  derived: { ticked: clearedAsJson('reconciliationId', 'reconciliations') },
  figuresOf: ({ accountId, endDate, endBalanceMinor, status, report, finishedBy, reviewedBy, ticked }) => ({
    accountId,
    endDate,
    endBalance: decimalOf(endBalanceMinor),
    status,
    ticked: clearedAsTold(ticked),
    finishedBy,
    reviewedBy,
    digest: typeof report === 'string' ? sha256Hex(report) : null,
  }),
};
