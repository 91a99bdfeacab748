/** What the bank room adds to shared features: the audit log, and the checklist of a month. */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';

export const bank = [
  declare(AUDITED_TABLES, async () => [
    (await import('./lines/audited.ts')).auditedLines,
    (await import('./matches/audited.ts')).auditedMatches,
    (await import('./reconciliations/audited.ts')).auditedReconciliations,
  ]),
  declare(CHECKLIST, async () => (await import('./reconciliations/checklist.ts')).bankChecklist),
];
