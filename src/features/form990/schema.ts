import * as z from 'zod';
import { pageQuery } from '../../lib/page.ts';
import { date, filter, id, items, money, wholeNumberText } from '../../lib/wire.ts';
import { EXPENSE_SORTS } from '../expenses/schema.ts';
import { FunctionalClass } from '../ministries/schema.ts';

export const Form990Line = z
  .object({ code: z.string(), description: z.string(), allowedColumns: z.array(FunctionalClass) })
  .meta({
    id: 'Form990ExpenseLine',
    description: 'A line of Form 990, Part IX, and the columns it has besides the total.',
  });
export type Form990Line = z.output<typeof Form990Line>;

export const Form990Lines = items(Form990Line);

const columns = { total: money, programServices: money, managementAndGeneral: money, fundraising: money };

export const ReportLine = z
  .object({
    code: z.string(),
    description: z.string().nullable().meta({ description: 'Null for one of 24a to 24d that is not used.' }),
    ...columns,
    subCategories: z.array(z.object({ id, name: z.string(), total: money })),
  })
  .meta({ id: 'Form990ReportLine' });
export type ReportLine = z.output<typeof ReportLine>;

export const ReportWarning = z
  .object({
    code: z.enum(['column_not_allowed', 'line_24e_over_10_percent', 'line_11g_over_10_percent']),
    line: z.string(),
    functionalClass: FunctionalClass.optional(),
    amount: money,
    count: z.int().optional(),
  })
  .meta({ id: 'Form990Warning' });
export type ReportWarning = z.output<typeof ReportWarning>;

export const Form990Report = z
  .object({
    from: date,
    to: date,
    lines: z.array(ReportLine),
    totals: z.object(columns),
    warnings: z.array(ReportWarning),
  })
  .meta({ id: 'Form990Report', description: 'Statement of Functional Expenses: Form 990, Part IX.' });
export type Form990Report = z.output<typeof Form990Report>;

const range = {
  year: filter(wholeNumberText(1900, 2998), 'The fiscal year that starts in this calendar year.'),
  from: filter(date, 'The first day, instead of a year.'),
  to: filter(date, 'The last day, instead of a year.'),
};

type Range = { year?: number | undefined; from?: string | undefined; to?: string | undefined };

/** Either a fiscal year, named by the calendar year it starts in, or a range of dates. */
const ranged = <S extends z.ZodType<Range>>(schema: S) =>
  schema
    .refine(({ year, from, to }) => (year === undefined ? from !== undefined && to !== undefined : !from && !to), {
      path: ['year'],
      error: 'must be given, or both from and to instead',
      params: { code: 'required' },
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      error: 'must not be before from',
      params: { code: 'invalid_range' },
    });

export const Form990Query = ranged(z.strictObject(range));
export type Form990Query = z.output<typeof Form990Query>;

export const LinePath = z.strictObject({
  code: z.string().max(20).meta({ description: 'A line of the report, such as `11g` or `24a`.' }),
});

export const LineExpensesQuery = ranged(pageQuery({ sort: EXPENSE_SORTS, by: 'bookedOn', filters: range }));
export type LineExpensesQuery = z.output<typeof LineExpensesQuery>;
