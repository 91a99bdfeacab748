import type { Generated } from 'kysely';
import type { SoftDeleted } from '../../../db/columns.ts';
import type { Member } from './schema.ts';

/** What a record was called and known by before it was merged. Its old number may still be in files. */
export type FormerRecord = {
  memberId: number;
  firstName: string | null;
  lastName: string | null;
  chineseName: string | null;
  externalId: string | null;
  offeringNumber: string | null;
  email: string | null;
};

/**
 * Members who were merged into another. A purge of the remaining member uses this table to find their entries in the
 * audit log, and an import to find the member by a former number.
 */
export type MemberMergeTable = FormerRecord & { mergedInto: number; at: string };

/** The fields of a member. Each field has a column with the same name. */
export type MemberTable = Omit<Member, 'id' | 'address' | 'estate'> &
  SoftDeleted & {
    id: Generated<number>;
    /** The e-mail address in lower case, for comparing. */
    emailKey: string | null;
    /** The postal address, as JSON. */
    address: string | null;
    /** The estate of a dead member, as JSON. */
    estate: string | null;
  };
