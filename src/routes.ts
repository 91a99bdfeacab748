/**
 * The route table: everything that can be called over HTTP. A room (a folder of `src/features`) is loaded when it is
 * first needed.
 */
import type { Route } from './http/route.ts';
import type { Area } from './http/router.ts';

export const AREAS: readonly Area[] = [
  { words: ['health'], load: async () => (await import('./features/upkeep/health/routes.ts')).healthRoutes },
  {
    words: ['auth'],
    load: async () => [
      ...(await import('./features/access/auth/routes.ts')).authRoutes,
      ...(await import('./features/access/second-factor/routes.ts')).secondFactorRoutes,
    ],
  },
  {
    words: ['second-factor-rules'],
    load: async () => (await import('./features/access/second-factor/required-routes.ts')).secondFactorRulesRoutes,
  },
  {
    words: ['program-keys'],
    load: async () => (await import('./features/access/keys/routes.ts')).programKeyRoutes,
  },
  { words: ['setup'], load: async () => (await import('./features/access/setup/routes.ts')).setupRoutes },
  { words: ['users', 'roles'], load: async () => (await import('./features/access/users/routes.ts')).userRoutes },
  {
    words: ['members', 'members.csv', 'deleted-members', 'givers'],
    load: async () => (await import('./features/people/members/routes.ts')).memberRoutes,
  },
  { words: ['imports'], load: async () => (await import('./features/imports/routes.ts')).importRoutes },
  {
    words: ['approvals'],
    load: async () => (await import('./features/approvals/routes.ts')).approvalRoutes,
  },
  { words: ['family-units'], load: async () => (await import('./features/people/families/routes.ts')).familyRoutes },
  {
    words: ['accounts', 'payment-accounts', 'bank-accounts'],
    load: async () => [
      ...(await import('./features/bank/overview/routes.ts')).bankOverviewRoutes,
      ...(await import('./features/ledger/accounts/routes.ts')).accountRoutes,
      ...(await import('./features/accounting/valuations/routes.ts')).valuationRoutes,
      ...(await import('./features/bank/imports/routes.ts')).bankImportRoutes,
      ...(await import('./features/bank/lines/routes.ts')).bankLineRoutes,
      ...(await import('./features/bank/bank-rules/routes.ts')).bankRuleRoutes,
      ...(await import('./features/bank/matches/routes.ts')).matchRoutes,
      ...(await import('./features/bank/reconciliations/routes.ts')).reconciliationRoutes,
      ...(await import('./features/reports/printed/reconciliation-routes.ts')).reconciliationTableRoutes,
    ],
  },
  { words: ['funds'], load: async () => (await import('./features/ledger/funds/routes.ts')).fundRoutes },
  {
    words: ['income-categories'],
    load: async () => (await import('./features/ledger/income-categories/routes.ts')).incomeCategoryRoutes,
  },
  {
    words: ['other-income'],
    load: async () => (await import('./features/ledger/other-income/routes.ts')).otherIncomeRoutes,
  },
  { words: ['transfers'], load: async () => (await import('./features/ledger/transfers/routes.ts')).transferRoutes },
  {
    words: ['giving-categories'],
    load: async () => (await import('./features/giving/categories/routes.ts')).givingCategoryRoutes,
  },
  { words: ['givings'], load: async () => (await import('./features/giving/givings/routes.ts')).givingRoutes },
  {
    words: ['giving'],
    load: async () => (await import('./features/giving/summary/routes.ts')).givingSummaryRoutes,
  },
  {
    words: ['offering-sessions', 'offering-days'],
    load: async () => (await import('./features/giving/offerings/routes.ts')).offeringRoutes,
  },
  { words: ['deposits'], load: async () => (await import('./features/giving/deposits/routes.ts')).depositRoutes },
  {
    words: ['contributions'],
    load: async () => (await import('./features/giving/contributions/routes.ts')).contributionRoutes,
  },
  { words: ['meal-attendance'], load: async () => (await import('./features/people/meals/routes.ts')).mealRoutes },
  { words: ['ministries'], load: async () => (await import('./features/church/ministries/routes.ts')).ministryRoutes },
  {
    words: ['expense-categories'],
    load: async () => (await import('./features/spending/categories/routes.ts')).expenseCategoryRoutes,
  },
  {
    words: ['expenses'],
    load: async () => [
      ...(await import('./features/spending/expenses/routes.ts')).expenseRoutes,
      ...(await import('./features/spending/receipts/routes.ts')).receiptRoutes,
    ],
  },
  { words: ['vendors'], load: async () => (await import('./features/spending/vendors/routes.ts')).vendorRoutes },
  {
    words: ['payments'],
    load: async () => (await import('./features/spending/payments/routes.ts')).paymentRoutes,
  },
  {
    words: ['approval-rules'],
    load: async () => (await import('./features/spending/approval-rules/routes.ts')).approvalRulesRoutes,
  },
  {
    words: ['books'],
    load: async () => [
      ...(await import('./features/accounting/opening/routes.ts')).openingRoutes,
      ...(await import('./features/accounting/prior-figures/routes.ts')).priorFiguresRoutes,
    ],
  },
  { words: ['budgets'], load: async () => (await import('./features/accounting/budgets/routes.ts')).budgetRoutes },
  {
    words: ['journal-entries'],
    load: async () => (await import('./features/accounting/journal-entries/routes.ts')).journalEntryRoutes,
  },
  {
    words: ['events'],
    load: async () => (await import('./features/reports/events/routes.ts')).eventRoutes,
  },
  {
    words: ['monthly-statements'],
    load: async () => (await import('./features/reports/statements/routes.ts')).statementRoutes,
  },
  {
    words: ['form990'],
    load: async () => [
      ...(await import('./features/reports/form990/routes.ts')).form990Routes,
      ...(await import('./features/reports/printed/routes.ts')).form990TableRoutes,
    ],
  },
  {
    words: ['fiscal-years'],
    load: async () => (await import('./features/reports/fiscal-years/routes.ts')).fiscalYearRoutes,
  },
  {
    words: ['reports'],
    load: async () => [
      ...(await import('./features/reports/books/routes.ts')).bookRoutes,
      ...(await import('./features/reports/budget/routes.ts')).budgetReportRoutes,
      ...(await import('./features/reports/form1099/routes.ts')).form1099Routes,
      ...(await import('./features/reports/printed/routes.ts')).reportTableRoutes,
    ],
  },
  {
    words: ['notifications', 'webhooks', 'mail'],
    load: async () => [
      ...(await import('./features/messages/email/routes.ts')).emailRoutes,
      ...(await import('./features/messages/line/routes.ts')).lineRoutes,
      ...(await import('./features/messages/routes.ts')).historyRoutes,
      ...(await import('./features/messages/mail/routes.ts')).mailRoutes,
    ],
  },
  {
    words: ['church-profile', 'church'],
    load: async () => (await import('./features/church/profile/routes.ts')).profileRoutes,
  },
  {
    words: ['backup-target'],
    load: async () => (await import('./features/upkeep/backup-target/routes.ts')).backupTargetRoutes,
  },
  {
    words: ['webhook-endpoints'],
    load: async () => (await import('./features/webhooks/routes.ts')).webhookRoutes,
  },
  { words: ['ai'], load: async () => (await import('./features/spending/ai/routes.ts')).aiRoutes },
  { words: ['audit-logs'], load: async () => (await import('./features/audit/routes.ts')).auditRoutes },
  { words: ['docs'], load: async () => (await import('./http/docs.ts')).docsRoutes },
  { words: ['openapi.json'], load: async () => [(await import('./http/openapi.ts')).openApiRoute(allRoutes)] },
];

/** Returns every route, in the order of the table. */
export async function allRoutes(): Promise<readonly Route[]> {
  return (await Promise.all(AREAS.map(({ load }) => load()))).flat();
}
