/** Examples for the API document. */
import type { Examples, RefusalExamples } from '../../lib/examples.ts';

const effect = { account: 'Accounts payable', nameZh: '應付帳款', change: 320 };

const item = {
  kind: 'Expense',
  id: 41,
  date: '2026-11-15',
  amount: 320,
  description: 'Repair of the furnace',
  requestedBy: 7,
  requestedByName: 'Mei Chen',
  modifiedAt: '2026-11-20T10:11:12.123Z',
  need: 'Approve',
  effects: [effect, { fund: 'General', nameZh: null, change: -320 }],
};

export const EXAMPLES: Examples = {
  WaitingList: { items: [item], isCapped: false },
  WaitingApproval: { modifiedAt: '2026-11-20T10:11:12.123Z' },
  WaitingRejection: { reason: 'Please add the bill.' },
  ApprovalDecision: { kind: 'Expense', id: 41, status: 'Approved' },
};

export const REFUSALS: RefusalExamples = {
  postApprovalsKindIdApprove: {
    self_approval: ['You entered or changed this transfer. Ask somebody else to approve it.'],
    invalid_transition: ['Only a PendingApproval transfer can be approved. This one is Posted.'],
  },
  postApprovalsKindIdReject: {
    invalid_transition: ['Only a PendingApproval transfer can be rejected. This one is Posted.'],
  },
};
