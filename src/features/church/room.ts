/** What the church room declares to the rest of the program. */
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';

export const church = [
  declare(AUDITED_TABLES, async () => [(await import('./ministries/audited.ts')).auditedMinistries]),
];
