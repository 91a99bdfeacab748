import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const AUDITED_FIELDS = ['name', 'isActive'] as const;

/** The fields of an income category that are compared with the audit log. */
export const auditedIncomeCategories: AuditedTable = {
  ...catalogued('IncomeCategory', AUDITED_FIELDS),
  table: 'incomeCategories',
  isNew: true,
  figuresOf: ({ name, isActive }) => ({ name, isActive: flagOf(isActive) }),
};
