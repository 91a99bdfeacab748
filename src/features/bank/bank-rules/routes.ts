import { route } from '../../../http/route.ts';
import { applyRules } from './apply.ts';
import {
  AccountRulesPath,
  BankRule,
  BankRuleList,
  NewRule,
  RuleApplication,
  RuledLines,
  RulePath,
  RuleUndo,
} from './schema.ts';
import { createRule, deleteRule, getRule, listRules, ruleShownTo, updateRule } from './service.ts';
import { undoRule } from './undo.ts';

const PATH = '/api/accounts/:id/bank-rules';

const readRule = route({
  method: 'GET',
  path: `${PATH}/:ruleId`,
  summary: 'Read a rule for bank lines',
  tag: 'Bank',
  permission: 'reports.read',
  params: RulePath,
  answer: BankRule,
  versioned: true,
  handle: async (app, { params }) => ruleShownTo(app.actor, await getRule(app, params)),
});

const DISABLED = ['account_disabled', 'category_disabled', 'fund_disabled', 'vendor_disabled'] as const;
const NAMED = ['account_reserved', ...DISABLED, 'unknown_reference'] as const;

export const bankRuleRoutes = [
  route({
    method: 'GET',
    path: PATH,
    summary: 'List the rules for the bank lines of an account, in the order in which they are tried',
    tag: 'Bank',
    permission: 'reports.read',
    params: AccountRulesPath,
    answer: BankRuleList,
    handle: (app, { params }) => listRules(app, params.id),
  }),
  route({
    method: 'POST',
    path: PATH,
    summary: 'Add a rule for the bank lines of an account',
    description:
      'The import of a bank file applies the rules to the lines that it adds. For the lines that are open already, send `POST /api/accounts/{id}/bank-rules/apply`.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: AccountRulesPath,
    body: NewRule,
    answer: BankRule,
    status: 201,
    location: ({ id, accountId }) => `/api/accounts/${accountId}/bank-rules/${id}`,
    versionOf: readRule,
    keyed: 'transaction',
    errors: NAMED,
    handle: (app, { params, body }) => createRule(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: `${PATH}/apply`,
    summary: 'Apply the rules of an account to its open bank lines',
    description:
      'The first rule that fits a line settles it. What a rule makes obeys the same rules as what a person makes: an expense waits for approval, and you are the person who submitted it. A line that is refused stays open, and the response says why. A rule makes no document while an open document of the same amount and of nearly the same day may be the line.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: AccountRulesPath,
    body: RuleApplication,
    answer: RuledLines,
    keyed: 'transaction',
    errors: ['sum_too_large', 'unknown_reference'],
    handle: (app, { params, body }) => applyRules(app, params.id, body),
  }),
  readRule,
  route({
    method: 'PUT',
    path: `${PATH}/:ruleId`,
    summary: 'Replace a rule for bank lines',
    description: 'Lines that the rule has settled do not change.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: RulePath,
    body: NewRule,
    answer: BankRule,
    versionOf: readRule,
    errors: NAMED,
    handle: (app, { params, body }) => updateRule(app, params, body),
  }),
  route({
    method: 'DELETE',
    path: `${PATH}/:ruleId`,
    summary: 'Delete a rule for bank lines',
    description: 'Lines that the rule has settled do not change. They can still be taken back with `undo`.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: RulePath,
    versionOf: readRule,
    handle: (app, { params }) => deleteRule(app, params),
  }),
  route({
    method: 'POST',
    path: `${PATH}/:ruleId/undo`,
    summary: 'Take back what a rule did',
    description:
      'The lines are open again, and the documents that the rule made are deleted. What is reconciled, approved or in a finalized month stays, and the response says why.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: RulePath,
    body: RuleUndo,
    answer: RuledLines,
    keyed: 'transaction',
    handle: (app, { params, body }) => undoRule(app, params, body),
  }),
];
