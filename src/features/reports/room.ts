/** What the reports room (this folder of `src/features`) adds to shared features: the audit log and letters. */
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { LETTERS } from '../messages/letters.ts';

export const reports = [
  declare(AUDITED_TABLES, async () => [
    (await import('./statements/audited.ts')).auditedStatements,
    (await import('./fiscal-years/audited.ts')).auditedFiscalYears,
  ]),
  declare(LETTERS, async () => ({ MonthlyStatement: (await import('./statements/letter.ts')).composeLetter })),
];
