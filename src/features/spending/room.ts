/**
 * What the spending room (this folder of `src/features`) adds to shared features, such as the audit log, imports and
 * checklists.
 */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { WAITING } from '../approvals/waiting.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { KEPT } from '../audit/kept.ts';
import { DEPOSIT_FEES } from '../giving/deposits/fees.ts';
import { IMPORT_KINDS } from '../imports/import-kinds.ts';
import { TAKE_BACK } from '../imports/take-back.ts';
import { FIRST_USE } from '../ledger/funds/first-use.ts';
import { MEMBER_REFERENCES } from '../people/members/references.ts';
import { VENDOR_REFERENCES } from './vendors/references.ts';

export const spending = [
  declare(EVENT_DETAILS, async () => (await import('./expenses/event-details.ts')).expenseDetails),
  declare(DEPOSIT_FEES, async () => (await import('./payments/deposit-fee.ts')).depositFees),
  declare(AUDITED_TABLES, async () => [
    (await import('./expenses/audited.ts')).auditedExpenses,
    (await import('./payments/audited.ts')).auditedPayments,
    (await import('./vendors/audited.ts')).auditedVendors,
    (await import('./approval-rules/audited.ts')).auditedApprovalRules,
    (await import('./categories/audited-groups.ts')).auditedGroups,
    (await import('./categories/audited.ts')).auditedSubCategories,
  ]),
  declare(KEPT, async () => [(await import('./vendors/kept.ts')).keptVendors]),
  declare(MEMBER_REFERENCES, async () => [
    (await import('./expenses/member-references.ts')).expenseReferences,
    (await import('./vendors/member-references.ts')).vendorReferences,
  ]),
  declare(VENDOR_REFERENCES, async () => (await import('./expenses/vendor.ts')).moveToVendor),
  declare(IMPORT_KINDS, async () => ({ expenses: (await import('./import/over-http.ts')).spendingOver })),
  declare(TAKE_BACK, async () => ({ expenses: (await import('./import/undo.ts')).takeBackImport })),
  declare(FIRST_USE, async () => (await import('./expenses/service.ts')).firstExpenseFrom),
  declare(CHECKLIST, async () => (await import('./expenses/checklist.ts')).expenseChecklist),
  declare(WAITING, async () => (await import('./expenses/waiting.ts')).waitingExpenses),
];
