import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const TOLD = ['groupId', 'name', 'form990LineCode', 'isActive'] as const;

/** What of an expense subcategory is held against the audit log: its place, and its line of Form 990. */
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
