import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type IncomeCategoryTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: string | null;
  /** The folded name, under which it is unique. */
  nameKey: string;
  isActive: Generated<Flag>;
  sortOrder: Generated<number>;
};
