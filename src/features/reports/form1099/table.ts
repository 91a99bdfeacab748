import type { Generated } from 'kysely';
import type { Form1099Box } from '../../../books/form1099.ts';
import type { AuditedColumns } from '../../../db/columns.ts';
import type { Minor } from '../../../lib/money.ts';

/** What was filed for a box of a form. A later row of the same year, vendor and box is a correction. */
export type Form1099FilingTable = AuditedColumns & {
  id: Generated<number>;
  /** The calendar year of the payments. */
  year: number;
  vendorId: number;
  box: Form1099Box;
  amountMinor: Minor;
  /** The name on the form. */
  name: string;
  /** The masked tax id on the form. */
  taxId: string | null;
  /** The code of the complete tax id (see `vendors.taxIdKey`), by which another tax id with the same mask is noticed. */
  taxIdKey: string | null;
  filedOn: string;
};
