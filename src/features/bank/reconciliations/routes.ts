import { route } from '../../../http/route.ts';
import { items } from '../../../lib/wire.ts';
import {
  ChangedReconciliation,
  ListedReconciliation,
  NewReconciliation,
  ReconciledAccountPath,
  Reconciliation,
  ReconciliationPath,
} from './schema.ts';
import { finishReconciliation, reviewReconciliation, undoReconciliation } from './finish.ts';
import {
  deleteReconciliation,
  getReconciliation,
  listReconciliations,
  startReconciliation,
  updateReconciliation,
} from './service.ts';

const ALL = '/api/accounts/:id/reconciliations';
const ONE = `${ALL}/:rid`;

const readReconciliation = route({
  method: 'GET',
  path: ONE,
  summary: 'Read a reconciliation with its documents',
  tag: 'Bank',
  permission: 'reports.read',
  params: ReconciliationPath,
  answer: Reconciliation,
  versioned: true,
  errors: ['sum_too_large'],
  handle: (app, { params }) => getReconciliation(app, params),
});

const step = {
  method: 'POST',
  tag: 'Bank',
  params: ReconciliationPath,
  answer: Reconciliation,
  versionOf: readReconciliation,
} as const;

export const reconciliationRoutes = [
  route({
    method: 'GET',
    path: ALL,
    summary: 'List the reconciliations of an account, the latest first',
    tag: 'Bank',
    permission: 'reports.read',
    params: ReconciledAccountPath,
    answer: items(ListedReconciliation),
    handle: (app, { params }) => listReconciliations(app, params.id),
  }),
  route({
    method: 'POST',
    path: ALL,
    summary: 'Begin to compare an account with a bank statement',
    description:
      'Documents of matches count as cleared. Without bank lines, tick the documents that the statement has with `PUT`. An account has at most one draft.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: ReconciledAccountPath,
    body: NewReconciliation,
    answer: Reconciliation,
    status: 201,
    location: ({ id, accountId }) => `/api/accounts/${accountId}/reconciliations/${id}`,
    versionOf: readReconciliation,
    keyed: 'transaction',
    errors: ['before_the_books', 'reconciliation_open', 'sum_too_large'],
    handle: (app, { params, body }) => startReconciliation(app, params.id, body),
  }),
  readReconciliation,
  route({
    method: 'PUT',
    path: ONE,
    summary: 'Change a draft of a reconciliation, or tick documents',
    tag: 'Bank',
    permission: 'statements.manage',
    params: ReconciliationPath,
    body: ChangedReconciliation,
    answer: Reconciliation,
    versionOf: readReconciliation,
    errors: ['before_the_books', 'invalid_transition', 'reconciled', 'sum_too_large', 'unknown_reference'],
    handle: (app, { params, body }) => updateReconciliation(app, params, body),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a draft of a reconciliation',
    description: 'Its ticks are gone. Matches stay.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: ReconciliationPath,
    versionOf: readReconciliation,
    errors: ['invalid_transition'],
    handle: (app, { params }) => deleteReconciliation(app, params),
  }),
  route({
    ...step,
    path: `${ONE}/finish`,
    summary: 'Finish a reconciliation whose difference is 0',
    description: 'The reconciliation is stored. From then on, its documents keep their account, amount and date.',
    permission: 'statements.manage',
    errors: ['difference', 'invalid_transition', 'sum_too_large'],
    handle: (app, { params }) => finishReconciliation(app, params),
  }),
  route({
    ...step,
    path: `${ONE}/undo`,
    summary: 'Make the last reconciliation of an account a draft again',
    permission: 'statements.manage',
    errors: ['invalid_transition', 'sum_too_large'],
    handle: (app, { params }) => undoReconciliation(app, params),
  }),
  route({
    ...step,
    path: `${ONE}/review`,
    summary: 'Record that another person has reviewed a reconciliation',
    description: 'Nobody may review a reconciliation that they finished, or that they may not read (`reports.read`).',
    permission: ['statements.manage', 'expenses.approve'],
    errors: ['forbidden', 'invalid_transition', 'self_approval'],
    handle: (app, { params }) => reviewReconciliation(app, params),
  }),
];
