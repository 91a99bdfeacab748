import * as z from 'zod';
import { auditedOnceSaved, countedMoney, optional } from '../../../lib/wire.ts';

const SAYS = {
  secondApprovalAbove:
    'An expense above this amount needs two different approvers. Null means that one approver is always enough.',
  payerMayApproveUpTo:
    'A person who approved an expense may also pay it, with a warning, if the expense is not above this amount. Null means that there is no limit.',
};

export const ApprovalRulesUpdate = z
  .strictObject({
    secondApprovalAbove: optional(countedMoney).describe(SAYS.secondApprovalAbove),
    payerMayApproveUpTo: optional(countedMoney).describe(SAYS.payerMayApproveUpTo),
  })
  .meta({ id: 'ApprovalRulesUpdate', description: 'The limits above which an expense needs more than one person.' });
export type ApprovalRulesUpdate = z.output<typeof ApprovalRulesUpdate>;

export const ApprovalRules = z
  .object({
    secondApprovalAbove: countedMoney.nullable().describe(SAYS.secondApprovalAbove),
    payerMayApproveUpTo: countedMoney.nullable().describe(SAYS.payerMayApproveUpTo),
    ...auditedOnceSaved,
  })
  .meta({
    id: 'ApprovalRules',
    description: 'The limits that are in force. Above them, an expense needs more than one person.',
  });
export type ApprovalRules = z.output<typeof ApprovalRules>;

/**
 * The routes of the rules have no path parameters. This empty schema is declared because only routes with a schema for
 * their path parameters honor `If-Match`.
 */
export const ApprovalRulesPath = z.strictObject({});
