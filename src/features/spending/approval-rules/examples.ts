/** Examples for the API document, by the name of the schema, or by the operation whose answer needs a fuller one. */
import { audited, type Examples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  ApprovalRulesUpdate: { secondApprovalAbove: 500, payerMayApproveUpTo: 100 },
  ApprovalRules: { secondApprovalAbove: 500, payerMayApproveUpTo: 100, ...audited },
};
