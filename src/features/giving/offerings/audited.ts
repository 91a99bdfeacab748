import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';

/** The fields of an offering session that are compared with the audit log. */
export const auditedSessions: AuditedTable = {
  ...numbered('OfferingSession'),
  table: 'offeringSessions',
  columns: [
    'date',
    'status',
    'sundayAttendanceCount',
    'controlTotalMinor',
    'countedCashMinor',
    'countedChecksMinor',
    'depositedOn',
    'createdBy',
    'deletedAt',
  ],
  figuresOf: ({ date, status, sundayAttendanceCount, depositedOn, ...row }) => ({
    date,
    status,
    sundayAttendanceCount,
    controlTotal: decimalOf(row.controlTotalMinor),
    countedCash: decimalOf(row.countedCashMinor),
    countedChecks: decimalOf(row.countedChecksMinor),
    depositedOn,
  }),
};
