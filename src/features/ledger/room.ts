/**
 * What the ledger room (this folder of `src/features`) adds to shared features: the audit log and the first use of a
 * fund.
 */
import { declare } from '../../room-declarations.ts';
import { WAITING } from '../approvals/waiting.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { KEPT } from '../audit/kept.ts';
import { FIRST_USE } from './funds/first-use.ts';

export const ledger = [
  declare(AUDITED_TABLES, async () => [
    (await import('./funds/audited.ts')).auditedFunds,
    (await import('./accounts/audited.ts')).auditedAccounts,
    (await import('./income-categories/audited.ts')).auditedIncomeCategories,
    (await import('./other-income/audited.ts')).auditedOtherIncome,
    (await import('./transfers/audited.ts')).auditedTransfers,
  ]),
  declare(KEPT, async () => (await import('./accounts/kept.ts')).keptOfAccounts),
  declare(FIRST_USE, async () => (await import('./other-income/service.ts')).firstIncomeOf),
  declare(FIRST_USE, async () => (await import('./transfers/service.ts')).firstTransferOf),
  declare(WAITING, async () => (await import('./transfers/waiting.ts')).waitingTransfers),
];
