/**
 * What the accounting room adds to shared features: the audit log, the checklist of a month, and the first use of a
 * fund.
 */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { WAITING } from '../approvals/waiting.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { CLASS_CHECKS } from '../ledger/funds/class-checks.ts';
import { IMPORT_KINDS } from '../imports/import-kinds.ts';
import { FIRST_USE } from '../ledger/funds/first-use.ts';
import { VENDOR_REFERENCES } from '../spending/vendors/references.ts';

export const accounting = [
  declare(AUDITED_TABLES, async () => [
    (await import('./opening/audited.ts')).auditedOpening,
    (await import('./journal-entries/audited.ts')).auditedJournalEntries,
    (await import('./budgets/audited.ts')).auditedBudgets,
    (await import('./prior-figures/audited.ts')).auditedPriorFigures,
  ]),
  declare(VENDOR_REFERENCES, async () => (await import('./opening/service.ts')).moveVendorOfPayables),
  declare(IMPORT_KINDS, async () => ({ budgets: (await import('./budgets/over-http.ts')).budgetOver })),
  declare(CHECKLIST, async () => (await import('./journal-entries/checklist.ts')).pendingChecklist),
  declare(CLASS_CHECKS, async () => (await import('./prior-figures/agreement.ts')).refuseOtherClasses),
  declare(FIRST_USE, async () => (await import('./opening/service.ts')).firstBalanceOf),
  declare(FIRST_USE, async () => (await import('./journal-entries/service.ts')).firstEntryOf),
  declare(WAITING, async () => (await import('./journal-entries/waiting.ts')).waitingEntries),
];
