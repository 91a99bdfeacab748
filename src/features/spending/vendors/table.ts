import type { Generated } from 'kysely';
import type { AuditedColumns, Flag, SoftDeleted } from '../../../db/columns.ts';
import type { TaxClassification, TinType } from './schema.ts';

export type VendorTable = AuditedColumns &
  SoftDeleted & {
    id: Generated<number>;
    name: string;
    /** The name in the form that `nameKeyOf` returns, for finding the same vendor under a similar name. */
    nameKey: string;
    legalName: string | null;
    legalNameKey: string | null;
    /** A postal address as JSON. */
    address: string | null;
    email: string | null;
    /** The e-mail address in lower case, for comparing. */
    emailKey: string | null;
    memberId: number | null;
    /** The tax id, encrypted. */
    taxId: string | null;
    /** A code of the tax id that only the holder of the key can compute, for finding the same tax id. */
    taxIdKey: string | null;
    tinType: TinType | null;
    taxClassification: TaxClassification;
    w9On: string | null;
    isActive: Flag;
  };
