import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

/** The fields of a group of expense categories that are compared with the audit log. */
export const auditedGroups: AuditedTable = {
  ...catalogued('ExpenseCategoryGroup', ['name', 'isActive']),
  table: 'expenseCategoryGroups',
  isNew: true,
  upgrade: { step: '0049-kept-records' },
  figuresOf: ({ name, isActive }) => ({ name, isActive: flagOf(isActive) }),
};
