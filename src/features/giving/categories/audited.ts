import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const AUDITED_FIELDS = ['name', 'isTaxDeductible', 'isActive'] as const;

/**
 * The fields of a giving category that are compared with the audit log, because contribution statements and funds
 * depend on them.
 */
export const auditedGivingCategories: AuditedTable = {
  ...catalogued('GivingCategory', AUDITED_FIELDS),
  table: 'givingCategories',
  derived: { fundId: '"fundId"' },
  laterTold: [...AUDITED_FIELDS, 'fundId'],
  upgrade: { step: '0020-funds', defaults: { fundId: GENERAL_FUND } },
  figuresOf: ({ name, isTaxDeductible, isActive, fundId }) => ({
    name,
    isTaxDeductible: flagOf(isTaxDeductible),
    isActive: flagOf(isActive),
    fundId,
  }),
};
