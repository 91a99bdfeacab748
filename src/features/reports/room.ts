/**
 * What the reports room (this folder of `src/features`) adds to shared features: actual amounts for budgets, the audit
 * log and letters.
 */
import { declare } from '../../room-declarations.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { ACTUALS } from '../accounting/budgets/actuals.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { LETTERS } from '../messages/letters.ts';

export const reports = [
  declare(EVENT_DETAILS, async () => (await import('./statements/event-details.ts')).statementDetails),
  declare(ACTUALS, async () => (await import('./budget/actuals.ts')).actualsOfYear),
  declare(AUDITED_TABLES, async () => [
    (await import('./statements/audited.ts')).auditedStatements,
    (await import('./fiscal-years/audited.ts')).auditedFiscalYears,
  ]),
  declare(LETTERS, async () => ({ MonthlyStatement: (await import('./statements/letter.ts')).composeLetter })),
];
