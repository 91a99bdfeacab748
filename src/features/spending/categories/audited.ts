import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const TOLD = ['groupId', 'name', 'form990LineCode', 'isActive'] as const;

/** The fields of an expense subcategory that are compared with the audit log: its group, and its line of Form 990. */
export const auditedSubCategories: AuditedTable = {
  ...catalogued('ExpenseSubCategory', TOLD),
  table: 'expenseSubCategories',
  figuresOf: ({ groupId, name, form990LineCode, isActive }) => ({
    groupId,
    name,
    form990LineCode,
    isActive: flagOf(isActive),
  }),
};
