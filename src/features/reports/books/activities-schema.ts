import * as z from 'zod';
import { date, filter, id, money } from '../../../lib/wire.ts';
import { ofPeriod, period } from '../period-schema.ts';
import { Basis, priorIsEntered } from './schema.ts';

export const ActivitiesQuery = ofPeriod(
  z.strictObject({
    ...period,
    basis: Basis.default('booked').describe('How expenses count.'),
    compare: filter(z.enum(['prior']), '`prior` adds the amounts of the same days of the year before.'),
  }),
);
export type ActivitiesQuery = z.output<typeof ActivitiesQuery>;

const amounts = z
  .array(money)
  .describe('Three amounts: without donor restrictions, with donor restrictions, and their total.');

const priorAmounts = z
  .array(money.nullable())
  .describe('Three amounts, in the order of the columns. One that nobody knows is null.');
const UNKNOWN =
  'Of figures that the church entered for a year before its books, giving belongs to the fund of its category and expenses and other income are without restrictions.';

export const ActivityRow = z
  .object({
    name: z.string().describe('The giving category, the category of other income, or the group of expenses.'),
    categoryId: id.optional().describe('The giving category, in its row.'),
    incomeCategoryId: id.optional().describe('The category of other income, in its row.'),
    kind: z
      .enum(['Income', 'Released', 'Expense', 'Adjustment'])
      .describe(
        'Income: added. Released: moved from the second to the first column. Expense: subtracted, always without restrictions. Adjustment: other changes.',
      ),
    amounts: amounts.describe('Expenses are positive.'),
    prior: amounts
      .nullable()
      .optional()
      .describe(
        `With \`compare=prior\`: the amounts of the year before; null if the books have no figures for it, and the church entered none. ${UNKNOWN}`,
      ),
  })
  .meta({ id: 'ActivityRow', description: 'A line of the statement of activities.' });
export type ActivityRow = z.output<typeof ActivityRow>;

const netAssets = z.object({
  opening: amounts.describe('At the start of the first day.'),
  change: amounts.describe('The income less the expenses, with the releases and the adjustments.'),
  closing: amounts.describe('At the end of the last day, as in the balance sheet.'),
});

export const Activities = z
  .object({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    basis: Basis.describe('How expenses count.'),
    isUnaudited: z.literal(true).describe('Always true: no auditor has examined the report.'),
    columns: z
      .array(z.enum(['WithoutRestrictions', 'WithRestrictions', 'Total']))
      .describe('The columns of the amounts, in their order.'),
    rows: z.array(ActivityRow).describe('The lines: income, releases, expenses, adjustments.'),
    released: z
      .array(
        z.object({
          fundId: id.describe('The fund.'),
          name: z.string().describe('The name of the fund.'),
          amount: money.describe('What was released from its restriction. `/api/reports/releases` lists why.'),
        }),
      )
      .describe('The funds behind the line of releases.'),
    netAssets: netAssets.describe('Net assets at the start, their change, and net assets at the end.'),
    prior: z
      .object({
        opening: priorAmounts,
        change: priorAmounts,
        closing: priorAmounts,
      })
      .nullable()
      .optional()
      .describe(
        'With `compare=prior`: net assets of the year before; null if the books have no figures for it, and the church entered none. Of entered figures only the totals are known.',
      ),
    priorIsEntered,
    includesHistory: z
      .boolean()
      .describe('True if the amounts include what the church entered for the time before its books began.'),
  })
  .meta({ id: 'Activities', description: 'The statement of activities, with the layout that auditors know.' });
export type Activities = z.output<typeof Activities>;
