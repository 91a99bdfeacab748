import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const FIELDS = ['groupId', 'name', 'form990LineCode', 'isActive'] as const;

/** The fields of an expense subcategory that are compared with the audit log. */
export const auditedSubCategories: AuditedTable = {
  ...catalogued('ExpenseSubCategory', FIELDS),
  derived: { form1099: '"form1099"' },
  upgrade: [
    { step: '0025-form1099', defaults: { form1099: null } },
    { step: '0027-catalog-boxes', defaults: { form1099: null } },
  ],
  table: 'expenseSubCategories',
  figuresOf: ({ groupId, name, form990LineCode, form1099, isActive }) => ({
    groupId,
    name,
    form990LineCode,
    form1099,
    isActive: flagOf(isActive),
  }),
};
