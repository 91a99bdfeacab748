/** Examples for the API document, by the name of the schema. */
import { audited, type Examples, page } from '../../../lib/examples.ts';

const income = {
  id: 4,
  date: '2026-03-31',
  amount: 12.4,
  incomeCategoryId: 1,
  incomeCategoryName: 'Interest',
  accountId: 2,
  accountName: 'Checking',
  fundId: 1,
  fundName: 'General',
  payer: 'First Bank',
  reference: null,
  memo: 'Interest for March',
  reversalOf: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  Reversal: { date: '2026-04-30', amount: 25, reason: 'The bank took part of it back.' },
  NewOtherIncome: {
    date: '2026-03-31',
    amount: 12.4,
    incomeCategoryId: 1,
    accountId: 2,
    payer: 'First Bank',
    memo: 'Interest for March',
  },
  OtherIncome: income,
  OtherIncomePage: page(income),
};
