/**
 * Examples for the API document: of schemas, by the name of the schema, and of error messages, by the id of the
 * operation.
 */
import { audited, type Examples, list, type RefusalExamples } from '../../../lib/examples.ts';

const listed = {
  id: 3,
  accountId: 2,
  endDate: '2026-02-28',
  endBalance: 18250.4,
  status: 'Draft',
  finishedAt: null,
  finishedBy: null,
  reviewedAt: null,
  reviewedBy: null,
  ...audited,
};
const document = (type: string, id: number, amount: number) => ({
  type,
  id,
  date: '2026-02-24',
  amount,
  reference: null,
  party: null,
  payee: null,
  description: type,
});

export const EXAMPLES: Examples = {
  NewBankReconciliation: { endDate: '2026-02-28', endBalance: 18250.4 },
  ChangedBankReconciliation: { cleared: [{ type: 'Deposit', id: 9 }] },
  BankReconciliation: {
    ...listed,
    startBalance: 17330.4,
    cleared: [{ ...document('Deposit', 9, 920), matchId: 12 }],
    outstanding: [{ ...document('Payment', 7, -84.5), reference: '1042', description: 'Check 1042' }],
    openLines: 0,
    bookBalance: 18165.9,
    difference: 0,
    finishedByName: null,
    reviewedByName: null,
  },
  ListedBankReconciliationList: list(listed),
};

const draft = 'This one is a draft.';

export const REFUSALS: RefusalExamples = {
  postAccountsIdReconciliationsRidUndo: {
    invalid_transition: [`Only a finished reconciliation can be undone. ${draft}`],
  },
  postAccountsIdReconciliationsRidReview: {
    invalid_transition: [`Only a finished reconciliation can be reviewed. ${draft}`],
    self_approval: ['You finished this reconciliation. Ask somebody else to review it.'],
  },
};
