/** The declarations of the ledger. */
import { declare } from '../../room-declarations.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';

export const ledger = [
  declare(AUDITED_TABLES, async () => [
    (await import('./funds/audited.ts')).auditedFunds,
    (await import('./accounts/audited.ts')).auditedAccounts,
  ]),
];
