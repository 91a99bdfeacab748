import * as z from 'zod';
import { date, id, inOrder, money, wholeNumberText } from '../../../lib/wire.ts';

export const GroupBy = z.enum(['week', 'month', 'category', 'method']);
export type GroupBy = z.output<typeof GroupBy>;

export const Attendance = z
  .object({
    sundays: z.int().describe('The number of offering sessions whose attendance was recorded.'),
    total: z.int().describe('The sum of those attendances.'),
    average: z
      .int()
      .describe(
        'The total divided by the number of these sessions, rounded half up to a whole number; 0 if there are none.',
      ),
  })
  .meta({
    id: 'Attendance',
    description:
      'The number of offering sessions whose attendance was recorded, the sum of these attendances, and the average, rounded half up.',
  });

const figures = {
  amount: money.describe(
    'The money given, less reversals. A gift in kind adds nothing, and neither does a gift to a Custodial fund.',
  ),
  count: z
    .int()
    .describe(
      'The number of givings, including reversals and gifts in kind. In the totals, a giving that is split over several categories counts once.',
    ),
  givers: z.int().describe('How many different members gave.'),
};

const SummaryGroup = z
  .object({
    key: z
      .string()
      .describe('The Sunday with which the week begins, the month as YYYY-MM, the id of the category, or the method.'),
    name: z.string().describe('The name to show for the key.'),
    categoryId: id.nullable().describe('The id of the category; null unless the sums are by category.'),
    ...figures,
    attendance: Attendance.nullable().describe(
      'The attendance in the week or month; null unless the sums are by week or month.',
    ),
  })
  .meta({ id: 'GivingSummaryGroup', description: 'The givings of one month, category or method.' });
export type SummaryGroup = z.output<typeof SummaryGroup>;

export const GivingSummary = z
  .object({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    groupBy: GroupBy.describe('How the sums are grouped.'),
    items: z
      .array(SummaryGroup)
      .describe(
        'The groups that have givings, in order. If the groups are weeks or months, one with an attendance but without givings is listed too.',
      ),
    totals: z
      .object({ ...figures, attendance: Attendance.describe('The attendance in the whole range.') })
      .describe('The sums of the whole range. Each giver counts once.'),
  })
  .meta({ id: 'GivingSummary', description: 'The giving and the attendance in a range of dates.' });
export type GivingSummary = z.output<typeof GivingSummary>;

export const SummaryQuery = inOrder(
  z.strictObject({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    groupBy: GroupBy.prefault('month').describe('How the sums are grouped.'),
  }),
);
export type SummaryQuery = z.output<typeof SummaryQuery>;

/** The fiscal year that starts in this calendar year. */
export const SummaryYear = z.strictObject({ year: wholeNumberText(1900, 2998) });
