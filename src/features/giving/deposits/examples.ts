/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples, page } from '../../../lib/examples.ts';

const deposit = {
  id: 9,
  date: '2026-03-02',
  accountId: 2,
  accountName: 'Checking',
  amount: 1830,
  items: [
    { sessionId: 4, method: 'Cash', givingId: null, otherIncomeId: null, amount: 430 },
    { sessionId: 4, method: 'Check', givingId: null, otherIncomeId: null, amount: 1400 },
  ],
  fee: null,
  feeExpenseId: null,
  memo: 'Slip 118',
  sessionId: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewDeposit: {
    date: '2026-03-02',
    accountId: 2,
    items: [
      { sessionId: 4, method: 'Cash' },
      { sessionId: 4, method: 'Check', amount: 1400 },
    ],
    memo: 'Slip 118',
  },
  Deposit: deposit,
  DepositPage: page(deposit),
};
