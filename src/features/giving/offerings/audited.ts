import { encode } from '../../../lib/encode.ts';
import { type AuditedTable, decimalOf, numbered, objectAsTold, storedAsTold } from '../../audit/audited.ts';
import { OfferingCount } from './schema.ts';

const PLAIN = ['notes', 'submittedAt', 'submittedBy', 'reconciledAt', 'reconciledBy', 'bankReference'] as const;

/** Returns the counts of a session in the form that `audit/figures.ts` compares. */
const countsAsTold = (counts: string) =>
  JSON.stringify((JSON.parse(counts) as OfferingCount[]).map((count) => objectAsTold(encode(OfferingCount, count))));

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
    'countedBy',
    ...PLAIN,
    'createdBy',
    'deletedAt',
  ],
  derived: { counts: '"counts"' },
  figuresOf: ({ date, status, sundayAttendanceCount, depositedOn, counts, ...row }) => ({
    date,
    status,
    sundayAttendanceCount,
    controlTotal: decimalOf(row.controlTotalMinor),
    countedCash: decimalOf(row.countedCashMinor),
    countedChecks: decimalOf(row.countedChecksMinor),
    depositedOn,
    counts: typeof counts === 'string' ? countsAsTold(counts) : counts,
    countedBy: row.countedBy,
    ...storedAsTold(row, PLAIN),
  }),
  upgrade: { step: '0051-counts', defaults: { counts: '[]' } },
};
