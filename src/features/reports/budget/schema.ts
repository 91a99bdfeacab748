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
    rows: z
      .array(BudgetReportRow)
      .describe('Every category and account that has a budget or an actual amount, in display order.'),
    totals: z
      .object({
        giving: Figures.describe('All giving.'),
        otherIncome: Figures.describe('All other income.'),
        expenses: Figures.describe('All expenses.'),
        capital: Figures.describe('All purchases and repayments that are not expenses.'),
        net: Figures.describe('The giving and other income, less the expenses, purchases and repayments.'),
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
