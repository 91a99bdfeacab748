/**
 * Examples for the API document. A key is the name of a schema, or the `operationId` of an operation whose response has
 * its own example.
 */
import { audited, type Examples, page, type RefusalExamples } from '../../../lib/examples.ts';

export const giving = {
  id: 501,
  categoryId: 1,
  categoryName: 'General offering',
  parts: null,
  amount: 125.5,
  date: '2026-03-01',
  method: 'Check',
  memberId: 7,
  memberName: 'En-Tzu Lin',
  isAnonymous: false,
  checkNumber: '1042',
  zelleReference: null,
  payPalReference: null,
  note: null,
  sessionId: 12,
  accountId: 1,
  giftDate: '2026-03-01',
  benefitAmount: null,
  nonCashDescription: null,
  nonCashKind: null,
  source: 'Personal',
  companyName: null,
  reversalOf: null,
  reversalKind: null,
  entryKey: '3f1d6a52-8f0b-4c8e-9f0e-2a7d5c1b9e64',
  enteredBy: 5,
  enteredByName: 'Ann Lee',
  ...audited,
};

export const anonymousGiving = {
  ...giving,
  id: 502,
  amount: 40,
  method: 'Cash',
  memberId: null,
  memberName: null,
  isAnonymous: true,
  checkNumber: null,
  entryKey: null,
};

const splitGiving = {
  ...giving,
  id: 503,
  categoryId: null,
  categoryName: null,
  parts: [
    { categoryId: 1, categoryName: 'General offering', amount: 60 },
    { categoryId: 4, categoryName: 'Missions', amount: 40 },
  ],
  amount: 100,
  checkNumber: '1043',
  entryKey: null,
};

const reversal = {
  ...giving,
  id: 530,
  amount: -125.5,
  date: '2026-03-09',
  sessionId: null,
  accountId: 2,
  note: 'The bank returned check 1042.',
  reversalOf: 501,
  reversalKind: 'Returned',
  entryKey: null,
};

export const EXAMPLES: Examples = {
  GivingReversal: {
    date: '2026-03-09',
    amount: 125.5,
    reason: 'The bank returned check 1042.',
    kind: 'Returned',
  },
  NewGiving: { categoryId: 1, amount: 125.5, date: '2026-03-01', method: 'Check', memberId: 7, checkNumber: '1042' },
  EnteredGiving: giving,
  Giving: giving,
  GivingPage: page(giving, anonymousGiving, splitGiving),
  postGivingsIdReverse: reversal,
};

export const REFUSALS: RefusalExamples = {
  postGivingsIdReverse: { reversed: ['A reversal cannot be reversed. Enter the giving again.'] },
};
