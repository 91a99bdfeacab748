import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';
import type { SessionStatus } from './schema.ts';

export type OfferingSessionTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    date: string;
    status: SessionStatus;
    sundayAttendanceCount: number | null;
    controlTotalMinor: Minor | null;
    countedCashMinor: Minor | null;
    countedChecksMinor: Minor | null;
    /** The names of the counters, as a JSON array. */
    countedBy: string;
    /** Every count that was submitted, the current one last: an array of `OfferingCount` as JSON, with minor units. */
    counts: Generated<string>;
    notes: string | null;
    submittedAt: Generated<string | null>;
    submittedBy: Generated<number | null>;
    reconciledAt: Generated<string | null>;
    reconciledBy: Generated<number | null>;
    bankReference: Generated<string | null>;
    depositedOn: Generated<string | null>;
  };
