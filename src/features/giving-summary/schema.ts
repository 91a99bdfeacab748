import * as z from 'zod';
import { date, id, money, wholeNumberText } from '../../lib/wire.ts';

export const GroupBy = z.enum(['month', 'category', 'method']);
export type GroupBy = z.output<typeof GroupBy>;

const attendance = z
  .object({ sundays: z.int(), total: z.int(), average: z.int() })
  .meta({ id: 'Attendance', description: 'Sundays with a count, their sum, and the average rounded half up.' });

const figures = {
  amount: money.meta({ description: 'Reversals are subtracted; a gift in kind adds nothing.' }),
  count: z.int(),
  givers: z.int().meta({ description: 'How many different members gave.' }),
};

const SummaryGroup = z
  .object({
    key: z.string().meta({ description: 'The month as YYYY-MM, the id of the category, or the method.' }),
    name: z.string(),
    categoryId: id.nullable(),
    ...figures,
    attendance: attendance.nullable().meta({ description: 'Of a month; null in other groups.' }),
  })
  .meta({ id: 'GivingSummaryGroup' });
export type SummaryGroup = z.output<typeof SummaryGroup>;

export const GivingSummary = z
  .object({
    from: date,
    to: date,
    groupBy: GroupBy,
    items: z.array(SummaryGroup),
    totals: z.object({ ...figures, attendance }),
  })
  .meta({ id: 'GivingSummary', description: 'What was given in a range of dates, with how many came.' });
export type GivingSummary = z.output<typeof GivingSummary>;

export const SummaryQuery = z
  .strictObject({
    from: date.meta({ description: 'The first day.' }),
    to: date.meta({ description: 'The last day.' }),
    groupBy: GroupBy.prefault('month').meta({ description: 'What the sums are of.' }),
  })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    error: 'must not be before from',
    params: { code: 'invalid_range' },
  });
export type SummaryQuery = z.output<typeof SummaryQuery>;

/** A fiscal year, named by the calendar year it starts in. */
export const SummaryYear = z.strictObject({ year: wholeNumberText(1900, 2998) });
