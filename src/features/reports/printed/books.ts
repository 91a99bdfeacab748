/** The reports of the books, except for the general ledger. Their commands and their laid-out tables come from here. */
import type * as z from 'zod';
import { type App, inSnapshot } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { getReleaseRule } from '../../church/profile/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { activities } from '../books/activities.ts';
import { Activities, ActivitiesQuery } from '../books/activities-schema.ts';
import { balanceSheet } from '../books/balance-sheet.ts';
import { fundBalances } from '../books/fund-balances.ts';
import { incomeStatement } from '../books/income-statement.ts';
import { interfund } from '../books/interfund.ts';
import {
  Interfund,
  InterfundQuery,
  Payables,
  PayablesQuery,
  PaymentRegister,
  PaymentRegisterQuery,
  Releases,
  ReleasesQuery,
} from '../books/ledger-schema.ts';
import { payables } from '../books/payables.ts';
import { paymentRegister } from '../books/payment-register.ts';
import {
  BalanceSheet,
  BalanceSheetQuery,
  FundBalances,
  FundBalancesQuery,
  IncomeStatement,
  IncomeStatementQuery,
  TrialBalance,
  TrialBalanceQuery,
} from '../books/schema.ts';
import { givingTieOut } from '../books/tie-out.ts';
import { TieOut, TieOutQuery } from '../books/tie-out-schema.ts';
import { releases } from '../books/releases.ts';
import { trialBalance } from '../books/trial-balance.ts';
import type { Report } from '../formats/report.ts';
import { describeActivities } from './activities.ts';
import { describeBalanceSheet, describeFundBalances, describeTrialBalance } from './balances.ts';
import { describeIncomeStatement } from './income-statement.ts';
import {
  describeInterfund,
  describePayables,
  describePaymentRegister,
  describeReleases,
  describeTieOut,
} from './lists.ts';
import { completed } from './setting.ts';
import type { Described, Setting } from './texts.ts';

/** A report of the books: its query and answer in the API, and the function that describes it for people. */
export type BookReport<Q extends z.ZodObject, A extends z.ZodType> = {
  query: Q;
  answer: A;
  read: (app: App, query: z.output<Q>) => Promise<z.output<A>>;
  describe: (answer: z.output<A>, setting: Setting, app: App) => Described | Promise<Described>;
};

const book = <Q extends z.ZodObject, A extends z.ZodType>(report: BookReport<Q, A>) => report;

/** Says below the title if the church releases money in a way that is not GAAP. */
async function marked(described: Described, { texts }: Setting, app: App): Promise<Described> {
  const isMarked = (await getReleaseRule(app)) === 'AsSpent';
  return isMarked ? { ...described, about: [...described.about, texts.asSpent] } : described;
}

/** The reports by the name that they have in the API and on the command line. */
export const BOOKS = {
  'income-statement': book({
    query: IncomeStatementQuery,
    answer: IncomeStatement,
    read: incomeStatement,
    describe: describeIncomeStatement,
  }),
  activities: book({
    query: ActivitiesQuery,
    answer: Activities,
    read: activities,
    describe: async (answer, setting, app) => marked(describeActivities(answer, setting), setting, app),
  }),
  'balance-sheet': book({
    query: BalanceSheetQuery,
    answer: BalanceSheet,
    read: balanceSheet,
    describe: describeBalanceSheet,
  }),
  'fund-balances': book({
    query: FundBalancesQuery,
    answer: FundBalances,
    read: fundBalances,
    describe: describeFundBalances,
  }),
  'trial-balance': book({
    query: TrialBalanceQuery,
    answer: TrialBalance,
    read: trialBalance,
    describe: describeTrialBalance,
  }),
  payables: book({ query: PayablesQuery, answer: Payables, read: payables, describe: describePayables }),
  interfund: book({ query: InterfundQuery, answer: Interfund, read: interfund, describe: describeInterfund }),
  releases: book({
    query: ReleasesQuery,
    answer: Releases,
    read: releases,
    describe: async (answer, setting, app) => marked(describeReleases(answer, setting), setting, app),
  }),
  'payment-register': book({
    query: PaymentRegisterQuery,
    answer: PaymentRegister,
    read: paymentRegister,
    describe: async (answer, setting, app) => describePaymentRegister(answer, setting, await accountsById(app)),
  }),
  'giving-tie-out': book({
    query: TieOutQuery,
    answer: TieOut,
    read: (app, { year }) => givingTieOut(app, year),
    describe: describeTieOut,
  }),
};
export type BookName = keyof typeof BOOKS;

/** Returns the description of a report of the books. All of it is read from one snapshot of the database. */
export function describeBook<Q extends z.ZodObject, A extends z.ZodType>(
  { read, describe }: BookReport<Q, A>,
  app: App,
  query: z.output<Q>,
  locale: Locale | undefined,
): Promise<Report> {
  return inSnapshot(app, async (app) => {
    const answer = await read(app, query);
    return completed(app, locale, (setting) => describe(answer, setting, app));
  });
}
