import type { Generated } from 'kysely';
import type { Form1099Box } from '../../../books/form1099.ts';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';

export type ExpenseCategoryGroupTable = AuditedColumns & {
  id: Generated<number>;
  name: string;
  nameZh: Generated<string | null>;
  /** The name, folded by `lib/fold.ts` so that different spellings of a name count as equal. It is unique. */
  nameKey: string;
  isActive: Generated<Flag>;
  sortOrder: number;
};

export type ExpenseSubCategoryTable = AuditedColumns & {
  id: Generated<number>;
  groupId: number;
  name: string;
  nameZh: Generated<string | null>;
  /** The name, folded in the same way. It is unique within the group. */
  nameKey: string;
  description: Generated<string | null>;
  form990LineCode: string;
  form1099: Generated<Form1099Box | null>;
  isActive: Generated<Flag>;
  sortOrder: number;
};
