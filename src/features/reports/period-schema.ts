/** The period of a report: a fiscal year, or a range of dates. */
import type * as z from 'zod';
import { type DateRange, fiscalYear } from '../../lib/date.ts';
import { date, filter, inOrder, wholeNumberText } from '../../lib/wire.ts';

/** The parameters that name a period. */
export const period = {
  year: filter(wholeNumberText(1900, 2998), 'The fiscal year that starts in this calendar year.'),
  from: filter(date, 'The first day, instead of a year.'),
  to: filter(date, 'The last day, instead of a year.'),
};

export type Period = { year?: number | undefined; from?: string | undefined; to?: string | undefined };

/** Accepts either a fiscal year, named by the calendar year in which it starts, or a range of dates. */
export const ofPeriod = <S extends z.ZodType<Period>>(schema: S) =>
  inOrder(
    schema.refine(
      ({ year, from, to }) => (year === undefined ? from !== undefined && to !== undefined : !from && !to),
      {
        path: ['year'],
        error: 'must be given alone; for a range of dates, give both from and to instead',
        params: { code: 'required' },
      },
    ),
  );

/** Returns the first and the last day of a period. `fiscalYearStartMonth` is a month from 1 to 12. */
export function rangeOf({ year, from, to }: Period, fiscalYearStartMonth: number): DateRange {
  return from !== undefined && to !== undefined ? { from, to } : fiscalYear(year ?? 0, fiscalYearStartMonth);
}
