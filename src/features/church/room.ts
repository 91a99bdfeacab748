/** The declarations of the church. */
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';

export const church = [
  declare(AUDITED_TABLES, async () => [(await import('./ministries/audited.ts')).auditedMinistries]),
];
