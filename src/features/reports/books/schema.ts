/** The reports that consist of sums of postings. */
import * as z from 'zod';
import { date, filter, id, money } from '../../../lib/wire.ts';
import { Statement } from '../statements/schema.ts';
import { ofPeriod, period } from '../period-schema.ts';

export const Basis = z.enum(['booked', 'paid']).meta({
  id: 'Basis',
  description:
    'Gifts count when received. booked: approved expenses count on their `bookedOn`. paid: expenses count when approved and paid, and nothing is owed for them.',
});
export type Basis = z.output<typeof Basis>;

const HOW = 'How expenses count.';
const basis = Basis.default('booked').describe(HOW);

/** The basis of a report whose figures are the same on both bases. */
export const ANY_BASIS = Basis.default('booked').describe(
  'Both values give the same report. The parameter is accepted because the other reports have it.',
);
const isUnaudited = z.literal(true).describe('Always true: no auditor has examined the report.');

/** A list of words in one parameter, separated by commas. */
const words = <W extends string>(allowed: readonly [W, ...W[]]) =>
  z
    .codec(z.string(), z.array(z.enum(allowed)), {
      decode: (text) => text.split(',').map((word) => word.trim()) as W[],
      encode: (list) => list.join(','),
    })
    .meta({ type: 'string', items: undefined });

const compare = filter(
  words(['prior', 'budget']),
  'What to compare with: `prior` for the same days of the year before, `budget` for the budget, or both, separated by a comma.',
);

export const COLUMNS = ['restriction', 'fund', 'ministry', 'month'] as const;

export const IncomeStatementQuery = ofPeriod(
  z.strictObject({
    ...period,
    basis,
    compare,
    columns: filter(z.enum(COLUMNS), 'How the amounts are split into columns.'),
  }),
);
export type IncomeStatementQuery = z.output<typeof IncomeStatementQuery>;

const NO_FIGURES =
  'Null if the books have no figures for them, and the church entered none for the fiscal year that they are.';
const ENDS = 'The total at the end of the year before. Null if nobody entered it.';
/** Whether the figures of the year before are from the books. */
export const priorIsEntered = z
  .literal(true)
  .optional()
  .describe(
    'With `compare=prior`: true if the figures of the year before are those that the church entered for a fiscal year before its books. What it did not enter is null.',
  );
const prior = money
  .nullable()
  .optional()
  .describe(`With \`compare=prior\`: the amount in the same days of the year before. ${NO_FIGURES}`);
const budget = money
  .nullable()
  .optional()
  .describe(
    'With `compare=budget`: the budgeted amount. Null if there is none, and if the range does not consist of whole months.',
  );
const amounts = z
  .record(z.string(), money)
  .describe('The amounts by the key of their column; empty without `columns` in the request.');

export const IncomeLine = z
  .object({
    id: id
      .nullable()
      .describe(
        'The giving category, the category of other income, or the subcategory of expenses. Null for an amount of the year before that the church entered for a whole group or under a name alone.',
      ),
    name: z.string(),
    group: z.string().nullable().describe('The group of an expense subcategory; otherwise null.'),
    amount: money.describe('The sum in the period, after subtracting reversals.'),
    amounts,
    prior,
    budget,
  })
  .meta({ id: 'IncomeStatementLine', description: 'A line of the income statement.' });
export type IncomeLine = z.output<typeof IncomeLine>;

const totals = {
  totalGiving: money.describe('All giving, without money held for others.'),
  totalOtherIncome: money.describe('All other income.'),
  totalExpenses: money.describe('All expenses.'),
  adjustments: money.describe('The amount by which adjusting entries changed net assets directly.'),
  netChange: money.describe('The giving and other income less the expenses, plus the adjustments.'),
};
export const Totals = z.object(totals).meta({ id: 'IncomeTotals', description: 'The totals of an income statement.' });
export type Totals = z.output<typeof Totals>;

export const IncomeStatement = z
  .object({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    basis: Basis.describe(HOW),
    isUnaudited,
    columns: z
      .array(z.object({ key: z.string().describe('The key of the column in `amounts`.'), name: z.string() }))
      .describe('The columns of amounts; empty without `columns` in the request.'),
    giving: z.array(IncomeLine).describe('Giving by category.'),
    otherIncome: z.array(IncomeLine).describe('Other income by category.'),
    expenses: z.array(IncomeLine).describe('Expenses by subcategory.'),
    ...totals,
    columnTotals: z
      .record(z.string(), Totals)
      .describe(
        'The totals of each column, by its key. Transfers from or to other columns are among the adjustments of a column.',
      ),
    released: money
      .nullable()
      .describe(
        'With `columns=restriction`: the amount released from restrictions, because restricted funds spent it or gave it to funds without restrictions. Otherwise null.',
      ),
    prior: Totals.nullable()
      .optional()
      .describe(
        `With \`compare=prior\`: the totals in the same days of the year before. ${NO_FIGURES} Entered figures have no adjustments, and income under a name alone is other income.`,
      ),
    priorIsEntered,
    includesHistory: z
      .boolean()
      .describe(
        'True if the amounts include giving and expenses from before the books began. This is possible only in the fiscal year of the opening.',
      ),
  })
  .meta({ id: 'IncomeStatement', description: 'Income and expenses of a period, without money held for others.' });
export type IncomeStatement = z.output<typeof IncomeStatement>;

export const BalanceSheetQuery = z
  .strictObject({
    year: filter(
      period.year.unwrap(),
      'Use this instead of `at` for the end of the fiscal year that starts in this calendar year.',
    ),
    at: filter(date, 'The balances are those at the end of this day.'),
    basis,
    compare,
  })
  .refine(({ year, at }) => (year === undefined) !== (at === undefined), {
    path: ['at'],
    error: 'is required; for the end of a fiscal year, give only year',
    params: { code: 'required' },
  });
export type BalanceSheetQuery = z.output<typeof BalanceSheetQuery>;

const SheetLine = z
  .object({
    accountId: id.nullable().describe('The account; null for funds.'),
    fundId: id.nullable().describe('The fund whose money is held for others; otherwise null.'),
    name: z.string(),
    amount: money.describe('The balance.'),
    prior: money
      .nullable()
      .optional()
      .describe('With `compare=prior`: the balance one year before. Null if the books have no figures for that day.'),
  })
  .meta({ id: 'BalanceSheetLine', description: 'A line of the balance sheet.' });
export type SheetLine = z.output<typeof SheetLine>;

const sheetTotals = {
  totalAssets: money.describe('All assets.'),
  totalLiabilities: money.describe('All liabilities.'),
  totalNetAssets: money.describe('The assets less the liabilities.'),
};

export const BalanceSheet = z
  .object({
    at: date.describe('The balances are those at the end of this day.'),
    basis: Basis.describe(HOW),
    isUnaudited,
    assets: z.array(SheetLine).describe('What the church has, by account.'),
    liabilities: z
      .array(SheetLine)
      .describe('What the church owes, by account, and what it holds for others, by fund.'),
    netAssets: z
      .array(SheetLine)
      .describe('The net assets: undesignated, designated by the board, and with donor restrictions.'),
    ...sheetTotals,
    prior: z
      .object({
        totalAssets: sheetTotals.totalAssets.nullable().describe(ENDS),
        totalLiabilities: sheetTotals.totalLiabilities.nullable().describe(ENDS),
        totalNetAssets: sheetTotals.totalNetAssets.nullable().describe(ENDS),
      })
      .nullable()
      .optional()
      .describe(
        'With `compare=prior`: the totals one year before. Null if the books have no figures for that day, and the church entered none for the end of a fiscal year. A total that nobody entered is null.',
      ),
    priorIsEntered,
  })
  .meta({ id: 'BalanceSheet', description: 'What the church has and owes at the end of a day.' });
export type BalanceSheet = z.output<typeof BalanceSheet>;

export const FundBalancesQuery = ofPeriod(z.strictObject({ ...period, basis }));
export type FundBalancesQuery = z.output<typeof FundBalancesQuery>;

export const FundBalances = z
  .object({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    basis: Basis.describe(HOW),
    isUnaudited,
    funds: Statement.shape.funds,
  })
  .meta({ id: 'FundBalances', description: 'How the balance of each fund changed in a period.' });
export type FundBalances = z.output<typeof FundBalances>;

export const TrialBalanceQuery = z.strictObject({
  at: date.describe('The balances are those at the end of this day.'),
  basis,
});
export type TrialBalanceQuery = z.output<typeof TrialBalanceQuery>;

export const TrialBalance = z
  .object({
    at: date.describe('The balances are those at the end of this day.'),
    since: date.describe(
      'The first day of the income and expenses: the start of the fiscal year, or the first day of the books if that is later.',
    ),
    basis: Basis.describe(HOW),
    isUnaudited,
    lines: z
      .array(
        z.object({
          name: z.string(),
          debit: money.describe('The balance, if it is a debit; otherwise 0.'),
          credit: money.describe('The balance, if it is a credit; otherwise 0.'),
          source: z
            .object({
              type: z
                .enum(['Account', 'Fund', 'GivingCategory', 'IncomeCategory', 'SubCategory'])
                .describe('Whether the id is that of an account, a fund or a category.'),
              id: id.describe('The id of the account, the fund or the category.'),
            })
            .nullable()
            .describe('What the general ledger lists for the line; null for adjustments of net assets.'),
        }),
      )
      .describe('The accounts, the funds, and then income and expenses.'),
    totalDebit: money.describe('The sum of the debits.'),
    totalCredit: money.describe('The sum of the credits, which equals the sum of the debits.'),
  })
  .meta({
    id: 'TrialBalance',
    description:
      'The balance of each account, each fund at the start of the fiscal year, and each kind of income and expense since then.',
  });
export type TrialBalance = z.output<typeof TrialBalance>;
