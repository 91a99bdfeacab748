import type { Generated } from 'kysely';
import type { SoftDeleted } from '../../../db/columns.ts';
import type { Member } from './schema.ts';

/** Records that were merged into another, so that a purge of the remaining one finds their entries in the log. */
export type MemberMergeTable = { memberId: number; mergedInto: number; at: string };

/** The fields of a member, each in a column of its name. */
export type MemberTable = Omit<Member, 'id' | 'address'> &
  SoftDeleted & {
    id: Generated<number>;
    /** The e-mail address in lower case, for comparing. */
    emailKey: string | null;
    /** A postal address as JSON. */
    address: string | null;
  };
