import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';

/** The fields of a bank line that are compared with the audit log. The matches of lines are compared as matches. */
export const auditedLines: AuditedTable = {
  ...numbered('BankLine'),
  table: 'bankLines',
  isNew: true,
  createdBy: ['BankLineImported'],
  keepsDeleted: false,
  columns: ['accountId', 'bankId', 'date', 'amountMinor', 'description', 'checkNumber', 'createdBy'],
  figuresOf: ({ accountId, bankId, date, amountMinor, description, checkNumber }) => ({
    accountId,
    bankId,
    date,
    amount: decimalOf(amountMinor),
    description,
    checkNumber,
  }),
};
