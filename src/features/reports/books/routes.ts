import { route } from '../../../http/route.ts';
import { activities } from './activities.ts';
import { Activities, ActivitiesQuery } from './activities-schema.ts';
import { balanceSheet } from './balance-sheet.ts';
import { fundBalances } from './fund-balances.ts';
import { generalLedger } from './general-ledger.ts';
import { incomeStatement } from './income-statement.ts';
import {
  GeneralLedger,
  GeneralLedgerQuery,
  Interfund,
  InterfundQuery,
  PaymentRegister,
  PaymentRegisterQuery,
  Payables,
  PayablesQuery,
  Releases,
  ReleasesQuery,
} from './ledger-schema.ts';
import { interfund } from './interfund.ts';
import { payables } from './payables.ts';
import { releases } from './releases.ts';
import { paymentRegister } from './payment-register.ts';
import {
  BalanceSheet,
  BalanceSheetQuery,
  FundBalances,
  FundBalancesQuery,
  IncomeStatement,
  IncomeStatementQuery,
  TrialBalance,
  TrialBalanceQuery,
} from './schema.ts';
import { givingTieOut } from './tie-out.ts';
import { TieOut, TieOutQuery } from './tie-out-schema.ts';
import { trialBalance } from './trial-balance.ts';

const common = { method: 'GET', tag: 'Reports', permission: 'reports.read' } as const;

export const bookRoutes = [
  route({
    ...common,
    path: '/api/reports/income-statement',
    summary: 'Report income and expenses',
    description: 'Give either `year`, or both `from` and `to`.',
    query: IncomeStatementQuery,
    answer: IncomeStatement,
    errors: ['sum_too_large'],
    handle: (app, { query }) => incomeStatement(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/activities',
    summary: 'Report income, releases and expenses by donor restriction',
    description: 'Give either `year`, or both `from` and `to`.',
    query: ActivitiesQuery,
    answer: Activities,
    errors: ['sum_too_large'],
    handle: (app, { query }) => activities(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/balance-sheet',
    summary: 'Report what the church has and owes',
    description: 'Give either `at` or `year`.',
    query: BalanceSheetQuery,
    answer: BalanceSheet,
    errors: ['sum_too_large'],
    handle: (app, { query }) => balanceSheet(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/fund-balances',
    summary: 'Report how the balance of each fund changed',
    description: 'Give either `year`, or both `from` and `to`.',
    query: FundBalancesQuery,
    answer: FundBalances,
    errors: ['sum_too_large'],
    handle: (app, { query }) => fundBalances(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/trial-balance',
    summary: 'Report the trial balance',
    query: TrialBalanceQuery,
    answer: TrialBalance,
    errors: ['sum_too_large'],
    handle: (app, { query }) => trialBalance(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/general-ledger',
    summary: 'List the documents that affect an account, a fund or a category',
    query: GeneralLedgerQuery,
    answer: GeneralLedger,
    errors: ['sum_too_large', 'unknown_reference'],
    handle: (app, { query }) => generalLedger(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/payables',
    summary: 'List what the church owes for expenses',
    query: PayablesQuery,
    answer: Payables,
    errors: ['sum_too_large'],
    handle: (app, { query }) => payables(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/interfund',
    summary: 'List what funds owe each other',
    query: InterfundQuery,
    answer: Interfund,
    errors: ['sum_too_large'],
    handle: (app, { query }) => interfund(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/releases',
    summary: 'List what ended the restrictions of donors',
    query: ReleasesQuery,
    answer: Releases,
    errors: ['sum_too_large'],
    handle: (app, { query }) => releases(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/payment-register',
    summary: 'List payments, voided payments and missing check numbers',
    query: PaymentRegisterQuery,
    answer: PaymentRegister,
    errors: ['unknown_reference'],
    handle: (app, { query }) => paymentRegister(app, query),
  }),
  route({
    ...common,
    path: '/api/reports/giving-tie-out',
    summary: "Compare the giving in the books with the givers' statements",
    query: TieOutQuery,
    answer: TieOut,
    errors: ['sum_too_large'],
    handle: (app, { query }) => givingTieOut(app, query.year),
  }),
];
