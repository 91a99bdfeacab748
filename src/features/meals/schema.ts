import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { audited, date, days } from '../../lib/wire.ts';

const count = z.int().min(0).max(100_000);

export const MealCounts = z
  .strictObject({ adultCount: count, youthCount: count, childCount: count })
  .meta({ id: 'MealCounts', description: 'How many ate, in three age groups.' });
export type MealCounts = z.output<typeof MealCounts>;

export const MealAttendance = z
  .object({ date, adultCount: count, youthCount: count, childCount: count, ...audited })
  .meta({ id: 'MealAttendance' });
export type MealAttendance = z.output<typeof MealAttendance>;

export const MealPage = pageOf(MealAttendance);

export const MealQuery = pageQuery({
  sort: ['date', 'adultCount', 'youthCount', 'childCount'],
  by: '-date',
  filters: days,
});
export type MealQuery = z.output<typeof MealQuery>;

export const MealPath = z.strictObject({ date: date.meta({ description: 'The day of the meal.' }) });
