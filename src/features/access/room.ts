/** What the access room (users and sign-ins) declares to the rest of the program. */
import { AUTHENTICATION } from '../../authentication.ts';
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { KEPT } from '../audit/kept.ts';

export const access = [
  declare(AUTHENTICATION, () => import('./auth/service.ts')),
  declare(AUDITED_TABLES, async () => [
    (await import('./users/audited.ts')).auditedUsers,
    (await import('./keys/audited.ts')).auditedKeys,
  ]),
  declare(KEPT, async () => (await import('./kept.ts')).keptInAccess),
];
