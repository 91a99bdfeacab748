import { route } from '../../../http/route.ts';
import { ApprovalRules, ApprovalRulesPath, ApprovalRulesUpdate } from './schema.ts';
import { getApprovalRules, putApprovalRules } from './service.ts';

const PATH = '/api/approval-rules';

const readRules = route({
  method: 'GET',
  path: PATH,
  summary: 'Read the limits above which an expense needs two approvers, or a payer who is not one of its approvers',
  description: 'Null means no limit. Both are null until somebody sets them.',
  tag: 'Expenses',
  permission: 'expenses.readAll',
  answer: ApprovalRules,
  versioned: true,
  handle: (app) => getApprovalRules(app),
});

export const approvalRulesRoutes = [
  readRules,
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Set the limits above which an expense needs two approvers, or a payer who is not one of its approvers',
    description:
      'Replaces both limits. A limit that is left out becomes null. The new limits apply to every later approval and payment.',
    tag: 'Expenses',
    permission: 'users.manage',
    params: ApprovalRulesPath,
    body: ApprovalRulesUpdate,
    answer: ApprovalRules,
    versionOf: readRules,
    handle: (app, { body }) => putApprovalRules(app, body),
  }),
];
