import { type AuditedTable, decimalOf, numbered } from '../audit/audited-table.ts';

/** What of a giving is held against the audit log: everything that a figure rests on. */
export const auditedGivings: AuditedTable = {
  ...numbered('Giving'),
  table: 'givings',
  columns: [
    'amountMinor',
    'benefitAmountMinor',
    'date',
    'giftDate',
    'method',
    'categoryId',
    'sessionId',
    'nonCashDescription',
    'reversalOf',
    'deletedAt',
  ],
  figuresOf: ({ amountMinor, benefitAmountMinor, date, giftDate, method, ...row }) => ({
    amount: decimalOf(amountMinor),
    benefitAmount: decimalOf(benefitAmountMinor),
    date,
    giftDate,
    method,
    categoryId: row.categoryId,
    sessionId: row.sessionId,
    nonCashDescription: row.nonCashDescription,
    reversalOf: row.reversalOf,
  }),
};
