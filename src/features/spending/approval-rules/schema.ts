import * as z from 'zod';
import { auditedOnceSaved, countedMoney, optional } from '../../../lib/wire.ts';

const SAYS = {
  secondApprovalAbove: 'An expense of more than this needs two different approvers; null: one is always enough.',
  payerMayApproveUpTo: 'Up to this amount whoever approved an expense may also pay it; null: always, with a warning.',
};

export const ApprovalRulesUpdate = z
  .strictObject({
    secondApprovalAbove: optional(countedMoney).describe(SAYS.secondApprovalAbove),
    payerMayApproveUpTo: optional(countedMoney).describe(SAYS.payerMayApproveUpTo),
  })
  .meta({ id: 'ApprovalRulesUpdate', description: 'When an expense needs more than one pair of eyes.' });
export type ApprovalRulesUpdate = z.output<typeof ApprovalRulesUpdate>;

export const ApprovalRules = z
  .object({
    secondApprovalAbove: countedMoney.nullable().describe(SAYS.secondApprovalAbove),
    payerMayApproveUpTo: countedMoney.nullable().describe(SAYS.payerMayApproveUpTo),
    ...auditedOnceSaved,
  })
  .meta({ id: 'ApprovalRules', description: 'When an expense needs more than one pair of eyes, at present.' });
export type ApprovalRules = z.output<typeof ApprovalRules>;

/** The path of the one set of rules has no parts; declaring that lets its writes honour `If-Match`. */
export const ApprovalRulesPath = z.strictObject({});
