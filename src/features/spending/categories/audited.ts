import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const FIELDS = ['groupId', 'name', 'form990LineCode', 'isActive'] as const;

/** The fields of an expense subcategory that are compared with the audit log. */
export const auditedSubCategories: AuditedTable = {
  ...catalogued('ExpenseSubCategory', FIELDS),
  table: 'expenseSubCategories',
  figuresOf: ({ groupId, name, form990LineCode, isActive }) => ({
    groupId,
    name,
    form990LineCode,
    isActive: flagOf(isActive),
  }),
};
