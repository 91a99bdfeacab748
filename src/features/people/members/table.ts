import type { Generated } from 'kysely';
import type { AuditedColumns, SoftDeleted } from '../../../db/columns.ts';
import type { FamilyRole, Gender, MemberStatus } from './schema.ts';

/** Records that were merged into another, so that a purge of the one that stayed finds what the log has of them. */
export type MemberMergeTable = { memberId: number; mergedInto: number; at: string };

export type MemberTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    firstName: string;
    lastName: string;
    nickname: string | null;
    chineseName: string | null;
    gender: Gender | null;
    birthDate: string | null;
    email: string | null;
    /** The address without case, for comparing. */
    emailKey: string | null;
    phone: string | null;
    /** A postal address as JSON. */
    address: string | null;
    status: MemberStatus;
    joinedOn: string | null;
    baptizedOn: string | null;
    familyUnitId: number | null;
    familyRole: FamilyRole | null;
    offeringNumber: string | null;
    /** The member's id in the system the church came from. */
    externalId: string | null;
    userId: number | null;
    notes: string | null;
  };
