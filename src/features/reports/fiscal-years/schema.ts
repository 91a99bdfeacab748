import * as z from 'zod';
import { date, id, instant, items, money, wholeNumberText } from '../../../lib/wire.ts';
import { StatementStatus } from '../statements/schema.ts';

const name = z.string();
const Line = z.object({
  name: name.describe('The name of the line.'),
  amount: money.describe('The amount of the line.'),
});

const fields = {
  year: z.int().describe('The calendar year in which the fiscal year begins.'),
  from: date.describe('The first day.'),
  to: date.describe('The last day.'),
  status: z.enum(['Open', 'Closed']).describe('The reports of a Closed year are stored and do not change.'),
  closedAt: instant.nullable().describe('When the year was closed; null while it is open.'),
  closedBy: id.nullable().describe('The user who closed the year; null while it is open, or if a command closed it.'),
};

export const FiscalYear = z
  .object({
    ...fields,
    months: z
      .array(
        z.object({
          month: z.string().describe('The month as YYYY-MM.'),
          status: StatementStatus.describe('Draft while the month is open.'),
        }),
      )
      .describe('The months of the year since the books began.'),
    changes: z
      .array(
        z.object({
          report: z
            .enum(['Form990', 'IncomeStatement', 'BalanceSheet', 'FundBalances'])
            .describe('The report that would now be different.'),
          stored: Line.nullable().describe('The line as it was stored; null if there was none.'),
          current: Line.nullable().describe('The line as it would be now; null if there is none.'),
        }),
      )
      .describe(
        'The lines of the stored reports that would differ if the year were closed now, for example because a category was renamed.',
      ),
    statementsIssuedSince: z
      .int()
      .describe('How many contribution statements of the calendar year were issued after the year was closed.'),
  })
  .meta({ id: 'FiscalYear', description: 'A fiscal year, and what has changed since it was closed.' });
export type FiscalYear = z.output<typeof FiscalYear>;

export const FiscalYearItem = z
  .object(fields)
  .meta({ id: 'FiscalYearItem', description: 'A fiscal year in the list.' });
export type FiscalYearItem = z.output<typeof FiscalYearItem>;

export const FiscalYearList = items(FiscalYearItem);
export const FiscalYearPath = z.strictObject({
  year: wholeNumberText(1900, 2998).describe('The calendar year in which the fiscal year begins.'),
});
