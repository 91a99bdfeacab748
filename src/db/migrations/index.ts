import { access } from './0001-access.ts';
import { people } from './0002-people.ts';
import { giving } from './0003-giving.ts';
import { expenses } from './0004-expenses.ts';
import { reports } from './0005-reports.ts';
import { statementReplacements } from './0006-statement-replacements.ts';
import { importExpenses } from './0007-import-expenses.ts';
import { notifications } from './0008-notifications.ts';
import { auditProof } from './0009-audit-proof.ts';
import { duties } from './0010-duties.ts';
import { entryKeys } from './0011-entry-keys.ts';
import { lists } from './0012-lists.ts';
import { compatibleKey } from './0013-compatible-key.ts';
import { searchParts } from './0014-search-parts.ts';
import { givingParts } from './0015-giving-parts.ts';
import { chineseNames } from './0016-chinese-names.ts';
import { receiptHands } from './0017-receipt-hands.ts';
import { membersInOrder } from './0018-members-in-order.ts';
import { answerSubjects } from './0019-answer-subjects.ts';
import { funds } from './0020-funds.ts';
import { accounts } from './0021-accounts.ts';
import { ledger } from './0022-ledger.ts';
import { budgets } from './0023-budgets.ts';
import { vendors } from './0024-vendors.ts';
import { form1099 } from './0025-form1099.ts';
import { bank } from './0026-bank.ts';
import { catalogBoxes } from './0027-catalog-boxes.ts';
import { payableVendors } from './0028-payable-vendors.ts';
import { bankRules } from './0029-bank-rules.ts';
import { bankImports } from './0030-bank-imports.ts';
import { setup } from './0031-setup.ts';
import { missingContacts } from './0032-missing-contacts.ts';
import { memberPhones } from './0033-member-phones.ts';
import { secondFactor } from './0034-second-factor.ts';
import { programKeys } from './0035-program-keys.ts';
import { webhooks } from './0036-webhooks.ts';
import { deaths } from './0038-deaths.ts';
import { companyGifts } from './0040-company-gifts.ts';
import { mail } from './0041-mail.ts';
import { form1099Filings } from './0042-form1099-filings.ts';
import { fundHoldings } from './0043-fund-holdings.ts';
import { releases } from './0044-releases.ts';
import { priorFigures } from './0045-prior-figures.ts';
import { dotsInNames } from './0046-dots-in-names.ts';
import { formerIdentities } from './0047-former-identities.ts';
import { payouts } from './0048-payouts.ts';
import { keptRecords } from './0049-kept-records.ts';
import { backupTarget } from './0050-backup-target.ts';
import { counts } from './0051-counts.ts';
import { rejections } from './0052-rejections.ts';

/** A migration, also called a step. `reindexes` is set if the search index must be rebuilt after this step. */
export type Migration = { name: string; sql: string; reindexes?: boolean };

/**
 * All steps in the history of the database, in order. Released steps are never changed. New steps are added at the end.
 */
export const MIGRATIONS: readonly Migration[] = [
  access,
  people,
  giving,
  expenses,
  reports,
  statementReplacements,
  importExpenses,
  notifications,
  auditProof,
  duties,
  entryKeys,
  lists,
  compatibleKey,
  searchParts,
  givingParts,
  chineseNames,
  receiptHands,
  membersInOrder,
  answerSubjects,
  funds,
  accounts,
  ledger,
  budgets,
  vendors,
  form1099,
  bank,
  catalogBoxes,
  payableVendors,
  bankRules,
  bankImports,
  setup,
  missingContacts,
  memberPhones,
  secondFactor,
  programKeys,
  webhooks,
  deaths,
  companyGifts,
  mail,
  form1099Filings,
  fundHoldings,
  releases,
  priorFigures,
  dotsInNames,
  formerIdentities,
  payouts,
  keptRecords,
  backupTarget,
  counts,
  rejections,
];
