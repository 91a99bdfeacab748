import * as z from 'zod';
import { pageOf, pageQuery } from '../../../lib/page.ts';
import { audited, date, days } from '../../../lib/wire.ts';

const count = z.int().min(0).max(100_000);
const counts = {
  adultCount: count.describe('How many adults ate.'),
  youthCount: count.describe('How many young people ate.'),
  childCount: count.describe('How many children ate.'),
};

export const MealCounts = z
  .strictObject(counts)
  .meta({ id: 'MealCounts', description: 'How many people ate, in three age groups.' });
export type MealCounts = z.output<typeof MealCounts>;

export const MealAttendance = z
  .object({ date: date.describe('The day of the meal.'), ...counts, ...audited })
  .meta({ id: 'MealAttendance', description: 'How many people ate on a day.' });
export type MealAttendance = z.output<typeof MealAttendance>;

export const MealPage = pageOf(MealAttendance);

export const MealQuery = pageQuery({
  sort: ['date', 'adultCount', 'youthCount', 'childCount'],
  by: '-date',
  filters: days,
});
export type MealQuery = z.output<typeof MealQuery>;

export const MealPath = z.strictObject({ date: date.describe('The day of the meal.') });
