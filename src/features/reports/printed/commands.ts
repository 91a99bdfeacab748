import type { Command } from 'commander';
import type * as z from 'zod';
import { type App, inSnapshot } from '../../../app.ts';
import { type Options, task } from '../../../cli/kit/action.ts';
import { encode } from '../../../lib/encode.ts';
import type { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { balanceSheet } from '../books/balance-sheet.ts';
import { fundBalances } from '../books/fund-balances.ts';
import { incomeStatement } from '../books/income-statement.ts';
import { Payables, PayablesQuery, PaymentRegister, PaymentRegisterQuery } from '../books/ledger-schema.ts';
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
import { trialBalance } from '../books/trial-balance.ts';
import { writeReport } from '../formats/output-cli.ts';
import { describeBalanceSheet, describeFundBalances, describeTrialBalance } from './balances.ts';
import { describeIncomeStatement } from './income-statement.ts';
import { describePayables, describePaymentRegister, describeTieOut } from './lists.ts';
import { FLAGS, optionOf, type OptionName, reportOptions } from './options-cli.ts';
import { completed } from './setting.ts';
import type { Described, Setting } from './texts.ts';

/**
 * A report of the books: its command, its query and answer in the API, and the function that describes it for people.
 */
type BookReport<Q extends z.ZodType, A extends z.ZodType> = {
  name: string;
  summary: string;
  options: readonly OptionName[];
  example: string;
  query: Q;
  answer: A;
  read: (app: App, query: z.output<Q>) => Promise<z.output<A>>;
  describe: (answer: z.output<A>, setting: Setting, app: App) => Described | Promise<Described>;
};

/** Adds the commands of the reports of the books, except for the general ledger. */
export function bookReportCommands(report: Command): void {
  for (const add of REPORTS) add(report);
}

/** Returns a function that adds the command of a report. */
function command<Q extends z.ZodType, A extends z.ZodType>(book: BookReport<Q, A>) {
  const run = async (app: App, options: Options) => {
    const query = decode(book.query, Object.fromEntries(book.options.map((one) => [one, options[optionOf(one)]])));
    const describe = () =>
      inSnapshot(app, async (app) => {
        const answer = await book.read(app, query);
        return completed(app, options.language as Locale | undefined, (setting) => book.describe(answer, setting, app));
      });
    await writeReport({ json: async () => encode(book.answer, await book.read(app, query)), describe }, options);
  };
  return (report: Command) => {
    const command = report.command(book.name).description(book.summary);
    reportOptions(command, book.options)
      .addHelpText('after', `\nExample:\n  $ vestry report ${book.name} ${book.example}`)
      .action(task({ flags: FLAGS, run: (app, _args, options) => run(app, options) }));
  };
}

const PERIOD = ['year', 'from', 'to', 'basis'] as const;

const REPORTS = [
  command({
    name: 'income-statement',
    summary: 'giving, other income and expenses of a period',
    options: [...PERIOD, 'compare', 'columns'],
    example: '--year 2026 --compare prior --output income.pdf',
    query: IncomeStatementQuery,
    answer: IncomeStatement,
    read: incomeStatement,
    describe: describeIncomeStatement,
  }),
  command({
    name: 'balance-sheet',
    summary: 'what the church has and owes at the end of a day',
    options: ['at', 'year', 'basis', 'compare'],
    example: '--at 2026-12-31 --compare prior',
    query: BalanceSheetQuery,
    answer: BalanceSheet,
    read: balanceSheet,
    describe: describeBalanceSheet,
  }),
  command({
    name: 'fund-balances',
    summary: 'how the balance of each fund changed in a period',
    options: PERIOD,
    example: '--from 2026-01-01 --to 2026-06-30 --output funds.pdf --lang zh-TW',
    query: FundBalancesQuery,
    answer: FundBalances,
    read: fundBalances,
    describe: describeFundBalances,
  }),
  command({
    name: 'trial-balance',
    summary: 'the debit or credit of each account, fund and category at the end of a day',
    options: ['at', 'basis'],
    example: '--at 2026-12-31 --output trial-balance.xlsx',
    query: TrialBalanceQuery,
    answer: TrialBalance,
    read: trialBalance,
    describe: describeTrialBalance,
  }),
  command({
    name: 'payables',
    summary: 'what the church owes for expenses at the end of a day',
    options: ['at', 'basis'],
    example: '--at 2026-12-31',
    query: PayablesQuery,
    answer: Payables,
    read: payables,
    describe: describePayables,
  }),
  command({
    name: 'payment-register',
    summary: 'the payments of a period, with voided ones and missing check numbers',
    options: ['from', 'to', 'accountId', 'basis'],
    example: '--from 2026-01-01 --to 2026-12-31 --account 2 --format csv',
    query: PaymentRegisterQuery,
    answer: PaymentRegister,
    read: paymentRegister,
    describe: async (answer, setting, app) => describePaymentRegister(answer, setting, await accountsById(app)),
  }),
  command({
    name: 'giving-tie-out',
    summary: "the giving of a calendar year in the books compared with the givers' statements",
    options: ['year', 'basis'],
    example: '--year 2026',
    query: TieOutQuery,
    answer: TieOut,
    read: (app, { year }) => givingTieOut(app, year),
    describe: describeTieOut,
  }),
];
