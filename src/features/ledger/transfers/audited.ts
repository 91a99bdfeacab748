import { type AuditedTable, decimalOf, numbered } from '../../audit/audited.ts';
import { handsProof } from '../../approvals/two-people.ts';
import { APPROVABLE } from './rules.ts';

const HANDS = handsProof(APPROVABLE);

/**
 * The fields of a transfer that are compared with the audit log: all fields on which figures depend, and the approver.
 */
export const auditedTransfers: AuditedTable = {
  ...numbered('Transfer'),
  table: 'transfers',
  isNew: true,
  upgrade: [
    { step: '0043-fund-holdings', defaults: { fundId: null, loan: false, repays: null } },
    { step: '0052-rejections', defaults: { rejectedReason: null } },
  ],
  columns: [
    'date',
    'amountMinor',
    'fromAccountId',
    'toAccountId',
    'fromFundId',
    'toFundId',
    'fundId',
    'loan',
    'repays',
    'status',
    'reason',
    'memo',
    'approvedAt',
    'approvedBy',
    'reversalOf',
    'createdBy',
    'deletedAt',
  ],
  figuresOf: ({ date, amountMinor, fromAccountId, toAccountId, fromFundId, toFundId, ...rest }) => ({
    date,
    amount: decimalOf(amountMinor),
    fromAccountId,
    toAccountId,
    fromFundId,
    toFundId,
    fundId: rest['fundId'],
    loan: rest['loan'] === 1,
    repays: rest['repays'],
    status: rest['status'],
    reason: rest['reason'],
    memo: rest['memo'],
    approvedAt: rest['approvedAt'],
    approvedBy: rest['approvedBy'],
    rejectedReason: rest['rejectedReason'],
    reversalOf: rest['reversalOf'],
  }),
  ...HANDS,
};
