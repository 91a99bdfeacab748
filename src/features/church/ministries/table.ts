import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';

export type MinistryTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: Generated<string | null>;
  /** The name in the form that `fold` returns. No two ministries have the same `nameKey`. */
  nameKey: string;
  defaultFunctionalClass: FunctionalClass;
  isActive: Generated<Flag>;
  sortOrder: number;
};
