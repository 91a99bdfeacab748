import * as z from 'zod';
import { date, id, money, wholeNumberText } from '../../../lib/wire.ts';

export const GroupBy = z.enum(['month', 'category', 'method']);
export type GroupBy = z.output<typeof GroupBy>;

export const Attendance = z
  .object({
    sundays: z.int().describe('How many offering sessions have an attendance.'),
    total: z.int().describe('The sum of those attendances.'),
    average: z.int().describe('The total by the sundays, rounded half up to a whole number; 0 without any.'),
  })
  .meta({ id: 'Attendance', description: 'Sundays with a count, their sum, and the average rounded half up.' });

const figures = {
  amount: money.describe('Reversals are subtracted; a gift in kind adds nothing.'),
  count: z
    .int()
    .describe(
      'How many givings there are, reversals and gifts in kind among them; in the totals one over several categories counts once.',
    ),
  givers: z.int().describe('How many different members gave.'),
};

const SummaryGroup = z
  .object({
    key: z.string().describe('The month as YYYY-MM, the id of the category, or the method.'),
    name: z.string().describe('What to show for the key.'),
    categoryId: id.nullable().describe('In a grouping by category the id; null in others.'),
    ...figures,
    attendance: Attendance.nullable().describe('Of a month; null in other groups.'),
  })
  .meta({ id: 'GivingSummaryGroup', description: 'The givings of one month, category or method.' });
export type SummaryGroup = z.output<typeof SummaryGroup>;

export const GivingSummary = z
  .object({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    groupBy: GroupBy.describe('What the sums are of.'),
    items: z
      .array(SummaryGroup)
      .describe('The groups that have givings, and months that have an attendance, in order.'),
    totals: z
      .object({ ...figures, attendance: Attendance.describe('Of the whole range.') })
      .describe('Of the whole range; a giver counts once.'),
  })
  .meta({ id: 'GivingSummary', description: 'What was given in a range of dates, with how many came.' });
export type GivingSummary = z.output<typeof GivingSummary>;

export const SummaryQuery = z
  .strictObject({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    groupBy: GroupBy.prefault('month').describe('What the sums are of.'),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'must not be before from',
    params: { code: 'invalid_range' },
  });
export type SummaryQuery = z.output<typeof SummaryQuery>;

/** A fiscal year, named by the calendar year it starts in. */
export const SummaryYear = z.strictObject({ year: wholeNumberText(1900, 2998) });
