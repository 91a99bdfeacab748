import { CLOSES } from '../../books/period-words.ts';
import { route } from '../../http/route.ts';
import { Decision, WaitingApproval, WaitingList, WaitingPath, WaitingRejection } from './schema.ts';
import { approve, listWaiting, reject } from './service.ts';

const OWN = { tag: 'Approvals', permission: 'expenses.approve' } as const;

export const approvalRoutes = [
  route({
    ...OWN,
    method: 'GET',
    path: '/api/approvals',
    summary: 'List what waits for the decision of the caller',
    description:
      'Expenses, transfers and adjusting entries that wait for a second person, and what their approval does to balances. What the caller entered or changed is left out, and so is what was rejected and not changed since.',
    answer: WaitingList,
    handle: (app) => listWaiting(app),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: '/api/approvals/:kind/:id/approve',
    summary: 'Approve something that waits',
    description: `Does the same as the route \`approve\` of its kind. An expense counts on its \`expenseDate\`. ${CLOSES}`,
    params: WaitingPath,
    body: WaitingApproval,
    answer: Decision,
    errors: [
      'already_approved_by_you',
      'approver_pays',
      'before_the_books',
      'fund_overdrawn',
      'invalid_transition',
      'loan_repaid',
      'own_family',
      'own_rule',
      'period_finalized',
      'self_approval',
      'stale_version',
      'sum_too_large',
      'year_closed',
    ],
    handle: (app, { params, body }) => approve(app, params, body),
  }),
  route({
    ...OWN,
    method: 'POST',
    path: '/api/approvals/:kind/:id/reject',
    summary: 'Reject something that waits',
    description:
      'An expense becomes a `Draft` again. A transfer or an entry stays `PendingApproval` with the `rejectedReason`, and waits anew when it was changed.',
    params: WaitingPath,
    body: WaitingRejection,
    answer: Decision,
    errors: ['invalid_transition', 'stale_version'],
    handle: (app, { params, body }) => reject(app, params, body),
  }),
];
