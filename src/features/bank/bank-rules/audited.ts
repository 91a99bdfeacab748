import { type AuditedTable, decimalOf, flagOf, numbered } from '../../audit/audited.ts';

/** The columns that the audit log shows as they are. */
const PLAIN = [
  'accountId',
  'name',
  'contains',
  'direction',
  'type',
  'subCategoryId',
  'ministryId',
  'functionalClass',
  'vendorId',
  'vendor',
  'description',
  'incomeCategoryId',
  'payer',
  'fundId',
  'otherAccountId',
  'position',
] as const;

/** The fields of a rule that are compared with the audit log, because a rule enters documents. */
export const auditedRules: AuditedTable = {
  ...numbered('BankRule'),
  table: 'bankRules',
  isNew: true,
  columns: [...PLAIN, 'amountFromMinor', 'amountToMinor', 'isActive', 'createdBy', 'deletedAt'],
  figuresOf: ({ amountFromMinor, amountToMinor, isActive, ...row }) => ({
    ...Object.fromEntries(PLAIN.map((field) => [field, row[field]])),
    amountFrom: decimalOf(amountFromMinor),
    amountTo: decimalOf(amountToMinor),
    isActive: flagOf(isActive),
  }),
};
