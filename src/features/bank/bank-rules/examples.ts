/**
 * Examples for the API document: of schemas, by the name of the schema, and of error messages, by the id of the
 * operation.
 */
import { audited, type Examples, list, namesNothing, type RefusalExamples } from '../../../lib/examples.ts';

const action = {
  type: 'Expense',
  subCategoryId: 37,
  ministryId: 10,
  functionalClass: null,
  vendorId: null,
  vendor: 'SoCal Edison',
  description: 'Electricity',
  incomeCategoryId: null,
  payer: null,
  fundId: null,
  otherAccountId: null,
};
const rule = {
  id: 4,
  accountId: 2,
  name: 'Electricity',
  contains: 'SO CAL EDISON',
  direction: 'Out',
  amountFrom: null,
  amountTo: 400,
  action,
  isActive: true,
  position: 1,
  ...audited,
};
const ruled = {
  lineId: 31,
  date: '2026-03-05',
  amount: -88.12,
  description: 'ACH DEBIT SO CAL EDISON 88.12',
  ruleId: 4,
  outcome: 'Done',
  matchId: 12,
  documents: [{ type: 'Payment', id: 7 }],
  code: null,
  message: null,
};

export const EXAMPLES: Examples = {
  NewBankRule: {
    name: 'Electricity',
    contains: 'SO CAL EDISON',
    direction: 'Out',
    amountTo: 400,
    action: { type: 'Expense', subCategoryId: 37, ministryId: 10, vendor: 'SoCal Edison', description: 'Electricity' },
  },
  BankRule: rule,
  BankRuleList: list(rule),
  BankRuleApplication: { from: '2026-03-01' },
  BankRuleUndo: { from: '2026-03-01' },
  RuledBankLines: { done: 1, refused: 0, left: 0, items: [ruled] },
};

export const REFUSALS: RefusalExamples = {
  postAccountsIdBankRules: { unknown_reference: namesNothing('action.subCategoryId', 'expense subcategory') },
  putAccountsIdBankRulesRuleId: { unknown_reference: namesNothing('action.subCategoryId', 'expense subcategory') },
  postAccountsIdBankRulesApply: { unknown_reference: namesNothing('ruleIds.0', 'active rule of the account') },
};
