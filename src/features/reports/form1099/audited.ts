import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';

const PLAIN = ['year', 'vendorId', 'box', 'name', 'taxId', 'filedOn'] as const;

/** The fields of what was filed that are compared with the audit log. */
export const auditedFilings: AuditedTable = {
  ...numbered('Form1099Filing'),
  table: 'form1099Filings',
  isNew: true,
  columns: [...PLAIN, 'amountMinor', 'createdBy'],
  figuresOf: ({ amountMinor, ...row }) => ({
    ...Object.fromEntries(PLAIN.map((field) => [field, row[field]])),
    amount: decimalOf(amountMinor),
  }),
  createdBy: ['Form1099Filed'],
};
