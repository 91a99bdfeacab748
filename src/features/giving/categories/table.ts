import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type GivingCategoryTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: Generated<string | null>;
  /** The name in the form that `fold` returns. No two categories have the same `nameKey`. */
  nameKey: string;
  description: string | null;
  isTaxDeductible: Flag;
  fundId: number;
  isActive: Generated<Flag>;
  sortOrder: number;
};
