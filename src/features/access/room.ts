/** What the room of users and sign-ins declares. */
import { declare } from '../../declarations.ts';
import { AUDITED_TABLES } from '../audit/audited-table.ts';

export const access = [declare(AUDITED_TABLES, async () => [(await import('./users/audited.ts')).auditedUsers])];
