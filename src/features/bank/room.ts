/** What the bank room adds to shared features: the audit log, the merge of vendors, and the checklist of a month. */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { RULE_AUTHORS } from '../spending/expenses/rule-authors.ts';
import { VENDOR_REFERENCES, VENDOR_USES } from '../spending/vendors/references.ts';

export const bank = [
  declare(AUDITED_TABLES, async () => [
    (await import('./lines/audited.ts')).auditedLines,
    (await import('./matches/audited.ts')).auditedMatches,
    (await import('./bank-rules/audited.ts')).auditedRules,
    (await import('./reconciliations/audited.ts')).auditedReconciliations,
  ]),
  declare(VENDOR_REFERENCES, async () => (await import('./bank-rules/service.ts')).moveVendorOfRules),
  declare(VENDOR_USES, async () => (await import('./bank-rules/service.ts')).rulesWithVendor),
  declare(RULE_AUTHORS, async () => (await import('./bank-rules/authors.ts')).ruleAuthorsOf),
  declare(CHECKLIST, async () => (await import('./reconciliations/checklist.ts')).bankChecklist),
];
