import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type IncomeCategoryTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: string | null;
  /** The name in the form that `fold` returns. No two categories have the same `nameKey`. */
  nameKey: string;
  isActive: Generated<Flag>;
  sortOrder: Generated<number>;
};
