import * as z from 'zod';
import { auditedOnceSaved, countedMoney, optional } from '../../../lib/wire.ts';

const SAYS = {
  secondApprovalAbove:
    'An expense above this amount needs two different approvers. Null means that one approver is always enough.',
  payerMayApproveUpTo:
    'An approver may also pay an expense up to this amount. Null means that an approver may pay any expense, with a warning.',
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
    description: 'The limits that are now in force: above them, an expense needs more than one person.',
  });
export type ApprovalRules = z.output<typeof ApprovalRules>;

/** The routes of the rules have no path parameters. Their empty path is declared so that writes honour `If-Match`. */
export const ApprovalRulesPath = z.strictObject({});
