/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs a fuller
 * example.
 */
import { audited, type Examples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  ApprovalRulesUpdate: { secondApprovalAbove: 500, payerMayApproveUpTo: 100 },
  ApprovalRules: { secondApprovalAbove: 500, payerMayApproveUpTo: 100, ...audited },
};
