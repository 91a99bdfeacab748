import { Form990Line } from '../../../books/form990-lines.ts';
import * as z from 'zod';
import { pageQuery } from '../../../lib/page.ts';
import { date, id, items, money } from '../../../lib/wire.ts';
import { ofPeriod, period } from '../period-schema.ts';
import { EXPENSE_SORTS } from '../../spending/expenses/schema.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';

export const Form990Lines = items(Form990Line);

const columns = {
  total: money.describe('Column A: the sum of columns B, C and D.'),
  programServices: money.describe('Column B.'),
  managementAndGeneral: money.describe('Column C.'),
  fundraising: money.describe('Column D.'),
};

export const ReportLine = z
  .object({
    code: z.string().describe('The line, such as `11g`. Line 24 is divided into `24a` to `24e`.'),
    description: z.string().nullable().describe('Null for a line from 24a to 24d that is not used.'),
    ...columns,
    subCategories: z
      .array(z.object({ id, name: z.string(), total: money.describe('The sum of its expenses.') }))
      .describe('The expense subcategories that the line sums up.'),
  })
  .meta({ id: 'Form990ReportLine', description: 'A line of the report, with its columns.' });
export type ReportLine = z.output<typeof ReportLine>;

export const ReportWarning = z
  .object({
    code: z
      .enum(['column_not_allowed', 'line_24e_over_10_percent', 'line_11g_over_10_percent'])
      .describe('A stable code for programs. A line over 10 % of line 25, column A, must be itemized on Schedule O.'),
    line: z.string().describe('The line to which the warning applies.'),
    functionalClass: FunctionalClass.optional().describe(
      'With `column_not_allowed`: the class that has no column on the line.',
    ),
    amount: money.describe('The amount to which the warning applies.'),
    count: z.int().optional().describe('With `column_not_allowed`: the number of expenses.'),
  })
  .meta({ id: 'Form990Warning', description: 'Something to check before you fill in the form.' });
export type ReportWarning = z.output<typeof ReportWarning>;

export const Form990Report = z
  .object({
    from: date.describe('The first day.'),
    to: date.describe('The last day.'),
    lines: z.array(ReportLine).describe('All lines from 1 to 25, including those with zero.'),
    totals: z.object(columns).describe('Line 25: the sum of all other lines.'),
    warnings: z.array(ReportWarning).describe('Empty when there is nothing to check.'),
  })
  .meta({ id: 'Form990Report', description: 'Statement of Functional Expenses: Form 990, Part IX.' });
export type Form990Report = z.output<typeof Form990Report>;

export const Form990Query = ofPeriod(z.strictObject(period));
export type Form990Query = z.output<typeof Form990Query>;

export const LinePath = z.strictObject({
  code: z.string().max(20).describe('A line of the report, such as `11g` or `24a`.'),
});

export const LineExpensesQuery = ofPeriod(pageQuery({ sort: EXPENSE_SORTS, by: 'bookedOn', filters: period }));
export type LineExpensesQuery = z.output<typeof LineExpensesQuery>;
