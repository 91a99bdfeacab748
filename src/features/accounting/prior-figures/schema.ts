import * as z from 'zod';
import {
  auditedOnceSaved,
  balanceMoney,
  countedMoney,
  date,
  id,
  money,
  optional,
  text,
  wholeNumberText,
} from '../../../lib/wire.ts';

/** The largest number of lines of income, and of lines of expenses. */
const MOST = 1000;

const ALONE =
  'Without an id, a line is for the category that has exactly this name when the figures are saved or, if there is none, a row of its own.';
const SAYS = {
  name: `The name in the books of that year. ${ALONE}`,
  categoryId: 'The giving category.',
  incomeCategoryId: 'The category of other income.',
  subCategoryId: 'The subcategory of expenses.',
  groupId: 'The group of expenses, if the books of that year had only the sum of the group.',
  income: 'The amount of the fiscal year. It may be negative, such as a loss on investments.',
  expense: 'The amount of the fiscal year; positive for an expense.',
  netAssets: 'The net assets at the end of the fiscal year.',
  assets: 'The assets at the end of the fiscal year.',
  liabilities: 'The liabilities at the end of the fiscal year.',
};

const oneOf = (what: string) => ({ error: `must have at most one of ${what}`, params: { code: 'one_of' } });

const NewIncome = z
  .strictObject({
    name: text(200).describe(SAYS.name),
    categoryId: optional(id).describe(SAYS.categoryId),
    incomeCategoryId: optional(id).describe(SAYS.incomeCategoryId),
    amount: balanceMoney.describe(SAYS.income),
  })
  .refine(
    ({ categoryId, incomeCategoryId }) => categoryId === null || incomeCategoryId === null,
    oneOf('categoryId and incomeCategoryId'),
  );

const NewExpense = z
  .strictObject({
    name: text(200).describe(SAYS.name),
    subCategoryId: optional(id).describe(SAYS.subCategoryId),
    groupId: optional(id).describe(SAYS.groupId),
    amount: countedMoney.describe(SAYS.expense),
  })
  .refine(
    ({ subCategoryId, groupId }) => subCategoryId === null || groupId === null,
    oneOf('subCategoryId and groupId'),
  );

export const NewPriorFigures = z
  .strictObject({
    income: z.array(NewIncome).max(MOST).describe('The income. No category occurs twice.'),
    expenses: z
      .array(NewExpense)
      .max(MOST)
      .describe('The expenses. No subcategory occurs twice, and no group beside one of its own subcategories.'),
    netAssets: optional(balanceMoney).describe(
      `${SAYS.netAssets} If \`assets\` and \`liabilities\` are sent, too, it is their difference.`,
    ),
    assets: optional(countedMoney).describe(SAYS.assets),
    liabilities: optional(countedMoney).describe(SAYS.liabilities),
  })
  .meta({ id: 'NewPriorFigures', description: 'The figures of a fiscal year before the books, as you send them.' });
export type NewPriorFigures = z.output<typeof NewPriorFigures>;

export const PriorFigures = z
  .object({
    fiscalYear: z.int().describe('The calendar year in which the fiscal year begins.'),
    from: date.describe('The first day of the fiscal year.'),
    to: date.describe('The last day of the fiscal year.'),
    income: z
      .array(
        z.object({
          name: z.string().describe(SAYS.name),
          categoryId: id.nullable().describe(SAYS.categoryId),
          incomeCategoryId: id.nullable().describe(SAYS.incomeCategoryId),
          amount: money.describe(SAYS.income),
        }),
      )
      .describe('The income, in the order in which it was sent.'),
    expenses: z
      .array(
        z.object({
          name: z.string().describe(SAYS.name),
          subCategoryId: id.nullable().describe(SAYS.subCategoryId),
          groupId: id.nullable().describe(SAYS.groupId),
          amount: money.describe(SAYS.expense),
        }),
      )
      .describe('The expenses, in the order in which they were sent.'),
    netAssets: money.nullable().describe(`${SAYS.netAssets} Null if it was not sent.`),
    assets: money.nullable().describe(`${SAYS.assets} Null if it was not sent.`),
    liabilities: money.nullable().describe(`${SAYS.liabilities} Null if it was not sent.`),
    ...auditedOnceSaved,
  })
  .meta({
    id: 'PriorFigures',
    description: 'The figures of a fiscal year before the books, as the church entered them.',
  });
export type PriorFigures = z.output<typeof PriorFigures>;

export const PriorFiguresPath = z.strictObject({
  fiscalYear: wholeNumberText(1900, 2998).describe('The calendar year in which the fiscal year begins.'),
});

/** What a file with prior figures changed. */
export const PriorFiguresImport = PriorFigures.extend({
  dryRun: z.boolean(),
  lines: z.int(),
  alone: z.array(z.string()).describe('The names of the rows of the file that are for no category.'),
});
export type PriorFiguresImport = z.output<typeof PriorFiguresImport>;
