import * as z from 'zod';
import { date, filter, id, idText, money, wholeNumberText } from '../../../lib/wire.ts';
import { parseMonth } from '../../../lib/date.ts';
import { BudgetKind } from '../../accounting/budgets/schema.ts';
import { Basis } from '../books/schema.ts';

const month = z.string().refine((text) => parseMonth(text) !== undefined, {
  error: 'must be a month, as YYYY-MM',
  params: { code: 'invalid_month' },
});

export const BudgetReportQuery = z.strictObject({
  year: wholeNumberText(1900, 2998).describe('The fiscal year that starts in this calendar year.'),
  through: filter(
    month,
    'The month, as YYYY-MM; the year to date ends with it. By default, it is the last month of the fiscal year that is over, or its first month if none is over.',
  ),
  ministryId: filter(idText, 'Only expenses, purchases and repayments of this ministry.'),
  fundId: filter(idText, 'Only amounts of this fund.'),
  basis: Basis.default('booked').describe('How expenses count.'),
});
export type BudgetReportQuery = z.output<typeof BudgetReportQuery>;

const Comparison = z
  .object({ budget: money.describe('The budget.'), actual: money.describe('What was given, received or spent.') })
  .meta({ id: 'BudgetComparison', description: 'A budget beside the actual amount.' });

const figures = {
  month: Comparison.describe('The month.'),
  yearToDate: Comparison.describe('From the first day of the fiscal year to the end of the month.'),
  annual: money.describe('The budget of the whole fiscal year.'),
  left: money.describe('The annual budget less the actual amount of the year to date; negative if that was more.'),
};
const Figures = z
  .object(figures)
  .meta({ id: 'BudgetFigures', description: 'The sums of a part of the budget report.' });
export type Figures = z.output<typeof Figures>;

const BottomLine = z
  .object({
    operating: Comparison.describe(
      'The operating bottom line: giving and other income less the expenses. Depreciation counts, and a prepaid bill counts as the adjusting entries move it to the expenses.',
    ),
    cash: Comparison.describe(
      'The cash bottom line: the operating one without depreciation and other expenses that nobody paid, less what was paid for assets, loans, prepaid bills and advances. Money from a loan adds to it.',
    ),
  })
  .meta({ id: 'BudgetBottomLine', description: 'Both bottom lines of the budget report. Each amount counts once.' });

export const BudgetPart = z.enum(['Giving', 'OtherIncome', 'Expenses', 'Capital']).meta({
  id: 'BudgetPart',
  description: 'Capital: purchases and repayments that are not expenses, by account.',
});
export type BudgetPart = z.output<typeof BudgetPart>;

export const BudgetReportRow = z
  .object({
    part: BudgetPart.describe('The part of the report.'),
    group: z.string().nullable().describe('The group of an expense subcategory; otherwise null.'),
    name: z.string().describe('The name of the category, the subcategory or the account.'),
    categoryId: id.nullable().describe('The giving category; otherwise null.'),
    incomeCategoryId: id.nullable().describe('The category of other income; otherwise null.'),
    subCategoryId: id.nullable().describe('The subcategory of expenses; otherwise null.'),
    accountId: id.nullable().describe('The account of a purchase or a repayment; otherwise null.'),
    ...figures,
    over: z
      .boolean()
      .describe(
        'True if more was spent in the year to date than the budget of the year to date. Never true for income.',
      ),
  })
  .meta({ id: 'BudgetReportRow', description: 'A category or an account with its budget and its actual amounts.' });
export type BudgetReportRow = z.output<typeof BudgetReportRow>;

export const BudgetReport = z
  .object({
    year: z.int().describe('The calendar year in which the fiscal year begins.'),
    from: date.describe('The first day of the year to date.'),
    to: date.describe('The last day of the year to date.'),
    through: z.string().describe('The month of the report, as YYYY-MM.'),
    basis: Basis.describe('How expenses count.'),
    isUnaudited: z.literal(true).describe('Always true: no auditor has examined the report.'),
    ministryId: id.nullable().describe('The ministry that the report is limited to; null for all.'),
    fundId: id.nullable().describe('The fund that the report is limited to; null for all.'),
    budget: z
      .object({
        version: z.int().describe('The number of the version.'),
        kind: BudgetKind.describe('Whether the budget is a draft, adopted or amended.'),
        adoptedOn: date.nullable().describe('The day on which the version was adopted; null for a draft.'),
      })
      .nullable()
      .describe('The version of the budget that is compared, which is the latest one; null if there is none.'),
    bottomLine: BottomLine.describe('Both bottom lines of the year to date.'),
    rows: z
      .array(BudgetReportRow)
      .describe('Every category and account that has a budget or an actual amount, in display order.'),
    totals: z
      .object({
        giving: Figures.describe('All giving.'),
        otherIncome: Figures.describe('All other income.'),
        expenses: Figures.describe('All expenses.'),
        operating: Figures.describe('The operating bottom line: the giving and other income, less the expenses.'),
        capital: Figures.describe(
          'All purchases, repayments, prepaid bills and advances, by account. What was received from a loan is negative.',
        ),
        withoutPayment: Figures.describe(
          'The expenses less the income of adjusting entries that move no money, such as depreciation. The cash bottom line adds it. Its budget is that of the subcategories on line 22 of Form 990.',
        ),
        unpaid: Figures.describe(
          'By how much the purchases and repayments that are booked and not paid became more. The cash bottom line adds it, because it counts them when they are paid. On the paid basis it is 0.',
        ),
        adjustments: Figures.describe(
          'Transfers and loans between funds, and adjusting entries that change net assets together with money. The cash bottom line adds it.',
        ),
        net: Figures.describe(
          'The cash bottom line: `operating` less `capital`, plus `withoutPayment`, `unpaid` and `adjustments`.',
        ),
      })
      .describe(
        'The sums of the parts. Without a ministry and a fund, the actual sums of giving, other income and expenses are those of the income statement.',
      ),
    includesHistory: z
      .boolean()
      .describe('True if the year to date includes giving and expenses from before the books began.'),
  })
  .meta({ id: 'BudgetReport', description: 'The budget of a fiscal year compared with the actual amounts.' });
export type BudgetReport = z.output<typeof BudgetReport>;
