/** What the giving room adds to shared features, such as the audit log, imports and letters. */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { KEPT } from '../audit/kept.ts';
import { PERSONAL } from '../audit/persons.ts';
import { IMPORT_KINDS } from '../imports/import-kinds.ts';
import { TAKE_BACK } from '../imports/take-back.ts';
import { CATEGORY_FUNDS } from '../ledger/funds/category-funds.ts';
import { FIRST_USE } from '../ledger/funds/first-use.ts';
import { INCOME_DEPOSITS } from '../ledger/other-income/deposits.ts';
import { LETTERS } from '../messages/letters.ts';
import { MEMBER_REFERENCES } from '../people/members/references.ts';

export const giving = [
  declare(EVENT_DETAILS, async () => (await import('./offerings/event-details.ts')).sessionDetails),
  declare(PERSONAL, async () => ({
    naming: { Giving: { id: 'memberId', name: 'memberName', others: ['companyName'] } },
  })),
  declare(AUDITED_TABLES, async () => [
    (await import('./givings/audited.ts')).auditedGivings,
    (await import('./deposits/audited.ts')).auditedDeposits,
    (await import('./offerings/audited.ts')).auditedSessions,
    (await import('./contributions/audited.ts')).auditedContributions,
    (await import('./categories/audited.ts')).auditedGivingCategories,
  ]),
  declare(KEPT, async () => [(await import('./deposits/kept.ts')).keptDeposits]),
  declare(MEMBER_REFERENCES, async () => [
    (await import('./givings/member-references.ts')).givingReferences,
    (await import('./contributions/member-references.ts')).contributionReferences,
  ]),
  declare(TAKE_BACK, async () => ({
    givings: (await import('./import/undo.ts')).takeBackImport,
    payouts: (await import('./payouts/undo.ts')).takeBackPayouts,
  })),
  declare(IMPORT_KINDS, async () => ({
    givings: (await import('./import/over-http.ts')).giftsOver,
    payouts: (await import('./payouts/over-http.ts')).payoutsOver,
  })),
  declare(LETTERS, async () => ({ ContributionStatement: (await import('./contributions/letter.ts')).composeLetters })),
  declare(FIRST_USE, async () => (await import('./categories/service.ts')).firstGivingTo),
  declare(CATEGORY_FUNDS, async () => (await import('./categories/service.ts')).fundByCategory),
  declare(INCOME_DEPOSITS, async () => (await import('./deposits/other-income.ts')).findDepositOfIncome),
  declare(CHECKLIST, async () => (await import('./offerings/checklist.ts')).offeringChecklist),
  declare(CHECKLIST, async () => (await import('./payouts/checklist.ts')).payoutChecklist),
];
