import * as z from 'zod';
import { auditedOnceSaved, countedMoney, optional } from '../../../lib/wire.ts';

const SAYS = {
  secondApprovalAbove:
    'An expense above this amount needs two different approvers. Null means that one is always enough.',
  payerMayApproveUpTo:
    'An approver may also pay an expense up to this amount. Null means that they always may, with a warning.',
};

export const ApprovalRulesUpdate = z
  .strictObject({
    secondApprovalAbove: optional(countedMoney).describe(SAYS.secondApprovalAbove),
    payerMayApproveUpTo: optional(countedMoney).describe(SAYS.payerMayApproveUpTo),
  })
  .meta({ id: 'ApprovalRulesUpdate', description: 'When an expense needs more than one person.' });
export type ApprovalRulesUpdate = z.output<typeof ApprovalRulesUpdate>;

export const ApprovalRules = z
  .object({
    secondApprovalAbove: countedMoney.nullable().describe(SAYS.secondApprovalAbove),
    payerMayApproveUpTo: countedMoney.nullable().describe(SAYS.payerMayApproveUpTo),
    ...auditedOnceSaved,
  })
  .meta({
    id: 'ApprovalRules',
    description: 'The rules that are now in force for expenses that need more than one person.',
  });
export type ApprovalRules = z.output<typeof ApprovalRules>;

/** The rules have no path parameters; declaring an empty path makes their writes honour `If-Match`. */
export const ApprovalRulesPath = z.strictObject({});
