/**
 * What the reports room (this folder of `src/features`) adds to shared features: actual amounts for budgets, the audit
 * log, sums to add up again, letters, what happened in a month, and vendors with filed forms.
 */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { ACTUALS } from '../accounting/budgets/actuals.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { RECOMPUTED } from '../audit/recomputed.ts';
import { LETTERS } from '../messages/letters.ts';
import { VENDOR_REFERENCES } from '../spending/vendors/references.ts';

export const reports = [
  declare(EVENT_DETAILS, async () => (await import('./statements/event-details.ts')).statementDetails),
  declare(CHECKLIST, async () => (await import('./events/checklist.ts')).eventsChecklist),
  declare(ACTUALS, async () => (await import('./budget/actuals.ts')).actualsOfYear),
  declare(AUDITED_TABLES, async () => [
    (await import('./statements/audited.ts')).auditedStatements,
    (await import('./fiscal-years/audited.ts')).auditedFiscalYears,
    (await import('./form1099/audited.ts')).auditedFilings,
  ]),
  declare(RECOMPUTED, async () => (await import('./statements/month-ends.ts')).compareMonthEnds),
  declare(VENDOR_REFERENCES, async () => (await import('./form1099/filings.ts')).moveVendorOfFilings),
  declare(LETTERS, async () => ({ MonthlyStatement: (await import('./statements/letter.ts')).composeLetter })),
];
