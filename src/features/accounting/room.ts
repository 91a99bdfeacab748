/** What the accounting room adds to shared features: the audit log. */
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';

export const accounting = [
  declare(AUDITED_TABLES, async () => [(await import('./opening/audited.ts')).auditedOpening]),
];
