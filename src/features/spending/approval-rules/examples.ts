/**
 * Examples for the API document. Each has the name of its schema, or of the operation whose response needs a fuller
 * example.
 */
import { audited, type Examples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  ApprovalRulesUpdate: { secondApprovalAbove: 500, payerMayApproveUpTo: 100 },
  ApprovalRules: { secondApprovalAbove: 500, payerMayApproveUpTo: 100, ...audited },
};
