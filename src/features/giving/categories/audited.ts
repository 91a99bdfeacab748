import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const AUDITED_FIELDS = ['name', 'isTaxDeductible', 'isRestricted', 'isActive'] as const;

/**
 * The fields of a giving category that are compared with the audit log, because contribution statements and funds
 * depend on them.
 */
export const auditedGivingCategories: AuditedTable = {
  ...catalogued('GivingCategory', AUDITED_FIELDS),
  table: 'givingCategories',
  figuresOf: ({ name, isTaxDeductible, isRestricted, isActive }) => ({
    name,
    isTaxDeductible: flagOf(isTaxDeductible),
    isRestricted: flagOf(isRestricted),
    isActive: flagOf(isActive),
  }),
};
