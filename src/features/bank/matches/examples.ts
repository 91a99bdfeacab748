/**
 * Examples for the API document: of schemas, by the name of the schema, and of error messages, by the id of the
 * operation.
 */
import { audited, type Examples, page } from '../../../lib/examples.ts';
import { bankLine } from '../lines/examples.ts';

const check = {
  type: 'Payment',
  id: 7,
  date: '2026-03-01',
  amount: -84.5,
  reference: '1042',
  party: 'City Power',
  payee: 'City Power',
  description: 'Check 1042',
};

export const EXAMPLES: Examples = {
  SuggestedBankLinePage: page({
    ...bankLine,
    suggestions: [{ lines: [31], documents: [check], reasons: ['amount', 'checkNumber', 'date'] }],
  }),
  BankDocumentPage: page(check),
  NewBankMatch: { lines: [31], documents: [{ type: 'Payment', id: 7 }] },
  BankMatch: {
    id: 12,
    accountId: 2,
    lines: [31],
    documents: [{ type: 'Payment', id: 7, amount: -84.5 }],
    reconciliationId: null,
    ruleId: null,
    ...audited,
  },
  BankLineExpense: { subCategoryId: 37, ministryId: 10, vendor: 'First Bank' },
  BankLineIncome: { incomeCategoryId: 1, payer: 'First Bank' },
  BankLineTransfer: { toAccountId: 6 },
};
