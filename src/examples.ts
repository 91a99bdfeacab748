/** The examples of all rooms, for the OpenAPI document. Nothing else loads them. */
import * as backupTarget from './features/upkeep/backup-target/examples.ts';
import * as webhooks from './features/webhooks/examples.ts';
import * as accessAuth from './features/access/auth/examples.ts';
import * as accessSecondFactor from './features/access/second-factor/examples.ts';
import * as accessKeys from './features/access/keys/examples.ts';
import * as accessSetup from './features/access/setup/examples.ts';
import * as accessUsers from './features/access/users/examples.ts';
import * as peopleMembers from './features/people/members/examples.ts';
import * as imports from './features/imports/examples.ts';
import * as peopleFamilies from './features/people/families/examples.ts';
import * as peopleMeals from './features/people/meals/examples.ts';
import * as accountingOpening from './features/accounting/opening/examples.ts';
import * as accountingPriorFigures from './features/accounting/prior-figures/examples.ts';
import * as accountingBudgets from './features/accounting/budgets/examples.ts';
import * as bankFileImports from './features/bank/imports/examples.ts';
import * as bankLines from './features/bank/lines/examples.ts';
import * as bankRules from './features/bank/bank-rules/examples.ts';
import * as bankMatches from './features/bank/matches/examples.ts';
import * as bankOverview from './features/bank/overview/examples.ts';
import * as bankReconciliations from './features/bank/reconciliations/examples.ts';
import * as ledgerAccounts from './features/ledger/accounts/examples.ts';
import * as ledgerFunds from './features/ledger/funds/examples.ts';
import * as ledgerIncomeCategories from './features/ledger/income-categories/examples.ts';
import * as ledgerOtherIncome from './features/ledger/other-income/examples.ts';
import * as ledgerTransfers from './features/ledger/transfers/examples.ts';
import * as givingCategories from './features/giving/categories/examples.ts';
import * as givingGivings from './features/giving/givings/examples.ts';
import * as givingDeposits from './features/giving/deposits/examples.ts';
import * as givingOfferings from './features/giving/offerings/examples.ts';
import * as givingContributions from './features/giving/contributions/examples.ts';
import * as givingSummary from './features/giving/summary/examples.ts';
import * as spendingExpenses from './features/spending/expenses/examples.ts';
import * as spendingPayments from './features/spending/payments/examples.ts';
import * as spendingVendors from './features/spending/vendors/examples.ts';
import * as spendingReceipts from './features/spending/receipts/examples.ts';
import * as spendingCategories from './features/spending/categories/examples.ts';
import * as spendingApprovalRules from './features/spending/approval-rules/examples.ts';
import * as spendingAi from './features/spending/ai/examples.ts';
import * as churchProfile from './features/church/profile/examples.ts';
import * as churchMinistries from './features/church/ministries/examples.ts';
import * as accountingJournalEntries from './features/accounting/journal-entries/examples.ts';
import * as accountingValuations from './features/accounting/valuations/examples.ts';
import * as reportsStatements from './features/reports/statements/examples.ts';
import * as reportsEvents from './features/reports/events/examples.ts';
import * as reportsBudget from './features/reports/budget/examples.ts';
import * as reportsBooks from './features/reports/books/examples.ts';
import * as reportsFiscalYears from './features/reports/fiscal-years/examples.ts';
import * as reportsForm1099 from './features/reports/form1099/examples.ts';
import * as reportsForm990 from './features/reports/form990/examples.ts';
import * as messagesEmail from './features/messages/email/examples.ts';
import * as messagesLine from './features/messages/line/examples.ts';
import * as messagesMail from './features/messages/mail/examples.ts';
import * as messages from './features/messages/examples.ts';
import * as approvals from './features/approvals/examples.ts';
import * as audit from './features/audit/examples.ts';
import * as upkeepHealth from './features/upkeep/health/examples.ts';
import type { Examples, RefusalExamples } from './lib/examples.ts';

type RoomExamples = { EXAMPLES: Examples; REFUSALS?: RefusalExamples };

const ROOMS: readonly RoomExamples[] = [
  accessAuth,
  webhooks,
  backupTarget,
  accessSecondFactor,
  accessKeys,
  accessSetup,
  accessUsers,
  peopleMembers,
  imports,
  peopleFamilies,
  peopleMeals,
  accountingOpening,
  accountingPriorFigures,
  accountingBudgets,
  bankFileImports,
  bankLines,
  bankRules,
  bankMatches,
  bankOverview,
  bankReconciliations,
  ledgerAccounts,
  ledgerFunds,
  ledgerIncomeCategories,
  ledgerOtherIncome,
  ledgerTransfers,
  givingCategories,
  givingGivings,
  givingDeposits,
  givingOfferings,
  givingContributions,
  givingSummary,
  spendingExpenses,
  spendingPayments,
  spendingVendors,
  spendingReceipts,
  spendingCategories,
  spendingApprovalRules,
  spendingAi,
  churchProfile,
  churchMinistries,
  accountingJournalEntries,
  accountingValuations,
  reportsStatements,
  reportsBooks,
  reportsEvents,
  reportsBudget,
  reportsFiscalYears,
  reportsForm1099,
  reportsForm990,
  messagesEmail,
  messagesLine,
  messagesMail,
  messages,
  approvals,
  audit,
  upkeepHealth,
];

/** Every example that is not a refusal. */
export const EXAMPLES: Examples = Object.assign({}, ...ROOMS.map((room) => room.EXAMPLES));

/** Examples of refusals whose wording is special to one operation. */
export const REFUSALS: RefusalExamples = Object.assign({}, ...ROOMS.map((room) => room.REFUSALS));
