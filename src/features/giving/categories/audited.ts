import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const TOLD = ['name', 'isTaxDeductible', 'isRestricted', 'isActive'] as const;

/** What of a giving category is held against the audit log: what a receipt and the funds rest on. */
export const auditedGivingCategories: AuditedTable = {
  ...catalogued('GivingCategory', TOLD),
  table: 'givingCategories',
  figuresOf: ({ name, isTaxDeductible, isRestricted, isActive }) => ({
    name,
    isTaxDeductible: flagOf(isTaxDeductible),
    isRestricted: flagOf(isRestricted),
    isActive: flagOf(isActive),
  }),
};
