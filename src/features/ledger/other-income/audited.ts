import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';

/** The fields of other income that are compared with the audit log: all fields on which figures depend. */
export const auditedOtherIncome: AuditedTable = {
  ...numbered('OtherIncome'),
  table: 'otherIncome',
  isNew: true,
  columns: [
    'date',
    'amountMinor',
    'incomeCategoryId',
    'accountId',
    'fundId',
    'payer',
    'reference',
    'memo',
    'reversalOf',
    'createdBy',
    'deletedAt',
  ],
  figuresOf: ({ date, amountMinor, incomeCategoryId, accountId, fundId, payer, reference, memo, reversalOf }) => ({
    date,
    amount: decimalOf(amountMinor),
    incomeCategoryId,
    accountId,
    fundId,
    payer,
    reference,
    memo,
    reversalOf,
  }),
};
