/** Examples of schemas for the API document, by the name of the schema. */
import { audited, type Examples } from '../../../lib/examples.ts';

export const bankLine = {
  id: 31,
  accountId: 2,
  date: '2026-03-05',
  amount: -84.5,
  description: 'CHECK 1042',
  checkNumber: '1042',
  bankId: '202603050001',
  status: 'Open',
  matchId: null,
  ruleId: null,
  ...audited,
};

const otherCurrencies = [{ currency: 'EUR', count: 2, total: 39.07, lines: [3, 4] }];

export const EXAMPLES: Examples = {
  BankLine: bankLine,
  PreviewedBankLines: {
    imported: 24,
    skipped: 6,
    changed: 1,
    pending: 2,
    empty: 0,
    otherCurrencies,
    reversed: false,
    from: '2026-03-01',
    to: '2026-03-31',
    balance: 18250.4,
    balanceOn: '2026-03-31',
  },
  ImportedBankLines: {
    importId: 4,
    imported: 24,
    skipped: 6,
    changed: 1,
    pending: 2,
    empty: 0,
    otherCurrencies,
    reversed: false,
    ruled: 5,
    refused: 1,
  },
};
