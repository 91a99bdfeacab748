/**
 * Examples for the API document: of schemas, by the name of the schema, and of error messages, by the id of the
 * operation.
 */
import { audited, type Examples, page, type RefusalExamples } from '../../../lib/examples.ts';

const transfer = {
  id: 3,
  date: '2026-03-31',
  amount: 5000,
  fromAccountId: 2,
  fromAccountName: 'Checking',
  toAccountId: 6,
  toAccountName: 'Savings',
  fromFundId: null,
  fromFundName: null,
  toFundId: null,
  toFundName: null,
  fundId: null,
  fundName: null,
  loan: false,
  repays: null,
  owed: null,
  memo: 'Reserve for the roof',
  reason: null,
  status: 'Posted',
  approvedBy: null,
  approvedAt: null,
  rejectedReason: null,
  reversalOf: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewTransfer: {
    date: '2026-03-31',
    amount: 5000,
    fromAccountId: 2,
    toAccountId: 6,
    memo: 'Reserve for the roof',
  },
  Transfer: transfer,
  EnteredTransfer: transfer,
  TransferPage: page(transfer),
};

export const REFUSALS: RefusalExamples = {
  postTransfersIdApprove: {
    self_approval: ['You entered or changed this transfer. Ask somebody else to approve it.'],
    invalid_transition: ['Only a PendingApproval transfer can be approved. This one is Posted.'],
  },
  postTransfersIdReverse: {
    invalid_transition: ['Only a Posted transfer can be reversed. Delete this one instead.'],
  },
};
