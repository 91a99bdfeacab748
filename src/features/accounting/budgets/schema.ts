import * as z from 'zod';
import {
  auditedOnceSaved,
  countedMoney,
  date,
  id,
  line as oneLine,
  items,
  money,
  optional,
  warnings,
  wholeNumberText,
} from '../../../lib/wire.ts';
import { checkLines, WITH_LINES } from '../checked-lines.ts';
import { lineFaults } from './line-rules.ts';

/** The largest number of lines of a budget. */
export const MOST_LINES = 1000;

const SAYS = {
  categoryId: 'The giving category.',
  incomeCategoryId: 'The category of other income.',
  subCategoryId: 'The subcategory of expenses.',
  accountId:
    'The account of a purchase or a repayment that is not an expense: an account of the kind Loan, Investment, FixedAsset, OtherAsset or OtherLiability.',
  ministryId: 'The ministry.',
  fundId: 'The fund.',
  annual: 'The amount of the fiscal year.',
  months: 'The amounts of the twelve months, in the order of the fiscal year.',
  adoptedOn: 'The day on which the budget was adopted.',
  reason: 'Why the budget was changed.',
};

export const BudgetKind = z.enum(['Draft', 'Adopted', 'Amended']).meta({
  id: 'BudgetKind',
  description:
    'Draft: not adopted yet; each save replaces it. Adopted: as it was first adopted. Amended: a later change.',
});
export type BudgetKind = z.output<typeof BudgetKind>;

/** A line as it is sent. `lineFaults` checks which fields are sent together, and the sum of the months. */
export const NewBudgetLine = z
  .strictObject({
    categoryId: optional(id).describe(SAYS.categoryId),
    incomeCategoryId: optional(id).describe(SAYS.incomeCategoryId),
    subCategoryId: optional(id).describe(SAYS.subCategoryId),
    accountId: optional(id).describe(SAYS.accountId),
    ministryId: optional(id).describe(
      `${SAYS.ministryId} Only for a line with a \`subCategoryId\` or an \`accountId\`. If it is left out, the line is for no ministry in particular.`,
    ),
    fundId: optional(id).describe(
      `${SAYS.fundId} If it is left out, giving belongs to the fund of its category, and any other line to the General fund. The fund of giving cannot be another one.`,
    ),
    annual: countedMoney.describe(SAYS.annual),
    months: optional(z.array(countedMoney).length(12)).describe(
      `${SAYS.months} They add up to \`annual\`. If they are left out, \`annual\` is spread evenly, and the last months get the remaining cents.`,
    ),
  })
  .meta({
    id: 'NewBudgetLine',
    description:
      'A line of a budget, as you send it. It has exactly one of `categoryId`, `incomeCategoryId`, `subCategoryId` and `accountId`.',
  });
export type NewBudgetLine = z.output<typeof NewBudgetLine>;

export const NewBudget = z
  .strictObject({
    adoptedOn: optional(date).describe(
      `${SAYS.adoptedOn} Until you send it for the first time, the budget is a draft. For a change after that, it is the day of the amendment. If it is then left out, the amendment is dated today.`,
    ),
    reason: oneLine(500).describe(SAYS.reason),
    lines: z
      .array(NewBudgetLine)
      .max(MOST_LINES)
      .describe('The lines. No two lines have the same category or account, ministry and fund.'),
  })
  .superRefine(checkLines(lineFaults), WITH_LINES)
  .meta({ id: 'NewBudget', description: 'The budget of a fiscal year, as you send it.' });
export type NewBudget = z.output<typeof NewBudget>;

export const BudgetLine = z
  .object({
    categoryId: id.nullable().describe(`${SAYS.categoryId} Null for any other line.`),
    incomeCategoryId: id.nullable().describe(`${SAYS.incomeCategoryId} Null for any other line.`),
    subCategoryId: id.nullable().describe(`${SAYS.subCategoryId} Null for any other line.`),
    accountId: id.nullable().describe(`${SAYS.accountId} Null for any other line.`),
    name: z.string().describe('The name of the category, the subcategory or the account.'),
    ministryId: id.nullable().describe(`${SAYS.ministryId} Null if the line names none.`),
    ministryName: z.string().nullable().describe('The name of that ministry.'),
    fundId: id.nullable().describe(`${SAYS.fundId} Null if the line names none.`),
    fundName: z.string().nullable().describe('The name of that fund.'),
    annual: money.describe(SAYS.annual),
    months: z.array(money).length(12).describe(SAYS.months),
  })
  .meta({ id: 'BudgetLine', description: 'A line of a budget.' });
export type BudgetLine = z.output<typeof BudgetLine>;

export const BudgetTotals = z
  .object({
    giving: money.describe('All giving.'),
    otherIncome: money.describe('All other income.'),
    expenses: money.describe('All expenses.'),
    capital: money.describe('All purchases and repayments that are not expenses.'),
    operating: money.describe('The operating bottom line: the giving and other income, less the expenses.'),
    withoutPayment: money.describe(
      'The part of the expenses that nobody pays: those of the subcategories on line 22 of Form 990, depreciation.',
    ),
    net: money.describe('The cash bottom line: `operating` less `capital`, plus `withoutPayment`.'),
  })
  .meta({ id: 'BudgetTotals', description: 'The annual totals of a budget.' });
export type BudgetTotals = z.output<typeof BudgetTotals>;

const about = {
  kind: BudgetKind.describe('Whether the budget is a draft, adopted or amended.'),
  adoptedOn: date.nullable().describe('The day on which this version was adopted; null for a draft.'),
  reason: z.string().nullable().describe(SAYS.reason),
  totals: BudgetTotals.describe('The annual totals.'),
};

export const Budget = z
  .object({
    fiscalYear: z.int().describe('The calendar year in which the fiscal year begins.'),
    from: date.describe('The first day of the fiscal year.'),
    to: date.describe('The last day of the fiscal year.'),
    version: z.int().nullable().describe('The number of the version; null if no budget is saved.'),
    ...about,
    lines: z.array(BudgetLine).describe('The lines, in the order in which they were sent.'),
    ...auditedOnceSaved,
  })
  .meta({ id: 'Budget', description: 'The budget of a fiscal year, or an earlier version of it.' });
export type Budget = z.output<typeof Budget>;

export const CopiedBudget = Budget.extend({
  warnings: warnings('left_out', 'year_not_over'),
}).meta({ id: 'CopiedBudget', description: 'A budget that was copied from the year before.' });
export type CopiedBudget = z.output<typeof CopiedBudget>;

export const BudgetVersion = z
  .object({
    version: z.int().describe('The number of the version, from 1.'),
    ...about,
    lineCount: z.int().describe('How many lines the version has.'),
    ...auditedOnceSaved,
  })
  .meta({ id: 'BudgetVersion', description: 'A version of a budget, without its lines.' });
export type BudgetVersion = z.output<typeof BudgetVersion>;

export const BudgetVersions = items(BudgetVersion);

export const BudgetCopy = z
  .strictObject({
    from: z
      .enum(['budget', 'actuals'])
      .describe(
        'Whether to copy the budget of the year before, or its actual giving, income and expenses. Actual amounts are booked amounts, month by month. What was prepaid or advanced and became an expense in the year is copied as the expense only.',
      ),
  })
  .meta({ id: 'BudgetCopy', description: 'What the draft of a budget is copied from.' });
export type BudgetCopy = z.output<typeof BudgetCopy>;

/** The result of importing a budget from a file. */
export const BudgetImport = z.object({
  fiscalYear: z.int(),
  dryRun: z.boolean(),
  lines: z.int(),
  kind: BudgetKind.nullable(),
  version: z.int().nullable(),
  totals: BudgetTotals.nullable(),
});
export type BudgetImport = z.output<typeof BudgetImport>;

const fiscalYear = wholeNumberText(1900, 2998).describe('The calendar year in which the fiscal year begins.');
export const BudgetPath = z.strictObject({ fiscalYear });
export const BudgetVersionPath = z.strictObject({
  fiscalYear,
  version: wholeNumberText(1, 100_000).describe('The number of the version.'),
});
