/** What the church room declares to the rest of the program. */
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { KEPT } from '../audit/kept.ts';
import { TIME_ZONE } from '../audit/days.ts';

export const church = [
  declare(TIME_ZONE, async () => (await import('./profile/service.ts')).timeZoneOf),
  declare(AUDITED_TABLES, async () => [(await import('./ministries/audited.ts')).auditedMinistries]),
  declare(KEPT, async () => [(await import('./profile/kept.ts')).keptProfile]),
];
