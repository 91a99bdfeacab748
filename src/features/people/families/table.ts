import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';

export type FamilyUnitTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    name: string;
    /** The postal address, as JSON. */
    address: string | null;
    phone: string | null;
    notes: string | null;
    jointStatement: Flag;
  };
