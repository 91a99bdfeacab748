import { CLOSES } from '../../../books/period-words.ts';
import { Reversal } from '../../../books/reversal-schema.ts';
import { route } from '../../../http/route.ts';
import { approveTransfer } from './approval.ts';
import { reverseTransfer } from './reversal.ts';
import { EnteredTransfer, NewTransfer, Transfer, TransferPage, TransferPath, TransferQuery } from './schema.ts';
import { createTransfer, deleteTransfer, getTransfer, listTransfers, updateTransfer } from './service.ts';

const readTransfer = route({
  method: 'GET',
  path: '/api/transfers/:id',
  summary: 'Read a transfer',
  tag: 'Books',
  permission: 'reports.read',
  params: TransferPath,
  answer: Transfer,
  versioned: true,
  handle: (app, { params }) => getTransfer(app, params.id),
});

const WAITS =
  'If the money leaves a Restricted or Endowment fund, the transfer is `PendingApproval` until another person approves it. ' +
  'If the fund then has a negative balance, the response has the warning `fund_overdrawn`. If the transfer changes an investment whose value on a later day is booked, it has the warning `value_booked`.';

const REFUSALS = [
  'sum_too_large',
  'account_disabled',
  'account_reserved',
  'before_the_books',
  'fund_disabled',
  'fund_overdrawn',
  'loan_repaid',
  'period_finalized',
  'unknown_reference',
] as const;

export const transferRoutes = [
  readTransfer,
  route({
    method: 'GET',
    path: '/api/transfers',
    summary: 'List transfers',
    tag: 'Books',
    permission: 'reports.read',
    query: TransferQuery,
    answer: TransferPage,
    handle: (app, { query }) => listTransfers(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/transfers',
    summary: 'Enter a transfer between accounts, funds or both',
    description: `${WAITS} ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    body: NewTransfer,
    answer: EnteredTransfer,
    status: 201,
    location: ({ id }) => `/api/transfers/${id}`,
    versionOf: readTransfer,
    keyed: 'transaction',
    errors: REFUSALS,
    handle: (app, { body }) => createTransfer(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/transfers/:id',
    summary: 'Replace a transfer',
    description: `A changed transfer needs a new approval. In a finalized month, only the memo of a posted transfer can change. ${WAITS} ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: TransferPath,
    body: NewTransfer,
    answer: EnteredTransfer,
    versionOf: readTransfer,
    errors: [...REFUSALS, 'reconciled', 'reversed'],
    handle: (app, { params, body }) => updateTransfer(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/transfers/:id',
    summary: 'Delete a transfer',
    description: CLOSES,
    tag: 'Books',
    permission: 'statements.manage',
    params: TransferPath,
    versionOf: readTransfer,
    errors: ['fund_overdrawn', 'loan_repaid', 'period_finalized', 'reconciled', 'reversed'],
    handle: (app, { params }) => deleteTransfer(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/transfers/:id/approve',
    summary: 'Approve a transfer',
    description: `\`PendingApproval\` becomes \`Posted\`. Nobody may approve a transfer that they entered or changed. ${CLOSES}`,
    tag: 'Books',
    permission: 'expenses.approve',
    params: TransferPath,
    answer: EnteredTransfer,
    versionOf: readTransfer,
    errors: [
      'before_the_books',
      'fund_overdrawn',
      'invalid_transition',
      'loan_repaid',
      'period_finalized',
      'self_approval',
      'sum_too_large',
    ],
    handle: (app, { params }) => approveTransfer(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/transfers/:id/reverse',
    summary: 'Reverse a posted transfer',
    description: `Adds a transfer with a negative \`amount\` and \`reversalOf\`. If the reversal takes money out of a Restricted or Endowment fund, the reversal is \`PendingApproval\`. ${CLOSES}`,
    tag: 'Books',
    permission: 'statements.manage',
    params: TransferPath,
    body: Reversal,
    answer: EnteredTransfer,
    status: 201,
    location: ({ id }) => `/api/transfers/${id}`,
    versionOf: readTransfer,
    keyed: 'transaction',
    errors: [
      'already_reversed',
      'before_the_books',
      'fund_overdrawn',
      'invalid_transition',
      'loan_repaid',
      'period_finalized',
      'reversed',
      'sum_too_large',
    ],
    handle: (app, { params, body }) => reverseTransfer(app, params.id, body),
  }),
];
