import type { Selectable } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { compares } from '../../../db/filters.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import type { Page } from '../../../lib/page.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import type { MealAttendance, MealQuery } from './schema.ts';
import type { MealAttendanceTable } from './table.ts';

/** Returns the meal counts of a date, or undefined. */
export function findMeal(db: Db, date: string): Promise<MealAttendance | undefined> {
  return db.selectFrom('mealAttendances').selectAll().where('date', '=', date).executeTakeFirst();
}

/** Adds or replaces the meal counts of a date. */
export async function upsertMeal(db: Db, meal: Selectable<MealAttendanceTable>): Promise<void> {
  const { adultCount, youthCount, childCount, modifiedAt, modifiedBy } = meal;
  await db
    .insertInto('mealAttendances')
    .values(meal)
    .onConflict((conflict) =>
      conflict.column('date').doUpdateSet({ adultCount, youthCount, childCount, modifiedAt, modifiedBy }),
    )
    .execute();
}

const MEALS = {
  table: 'mealAttendances',
  id: 'date',
  holds: [],
  orders: {
    date: { columns: [] },
    adultCount: { columns: ['adultCount'] },
    youthCount: { columns: ['youthCount'] },
    childCount: { columns: ['childCount'] },
  },
  show: prepared((db, dates: string) => db.selectFrom('mealAttendances').selectAll().where(isOneOf('date', dates))),
} satisfies List<MealQuery['sort']['field'], MealAttendance>;

/** Returns a page of meal counts. */
export function listMeals(db: Db, query: MealQuery): Promise<Page<MealAttendance>> {
  const { from, to } = query;
  const filters = [compares('mealAttendances.date', '>=', from), compares('mealAttendances.date', '<=', to)];
  return readPage(db, MEALS, { request: query, filters });
}

const mealsIn = (db: Db, { from = '', to = '9999' }: DateSpan) =>
  db.selectFrom('mealAttendances').where('date', '>=', from).where('date', '<=', to);

/** Returns the meal counts of the first `limit` dates after a date, in the order of the dates. */
export function listMealsAfter(db: Db, span: DateSpan, date: string, limit: number): Promise<MealAttendance[]> {
  return mealsIn(db, span).selectAll().where('date', '>', date).orderBy('date').limit(limit).execute();
}

/** Returns the number of dates in the span that have meal counts. */
export async function countMeals(db: Db, span: DateSpan): Promise<number> {
  const query = mealsIn(db, span).select((eb) => eb.fn.countAll().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Removes the meal counts of a date. */
export async function removeMeal(db: Db, date: string): Promise<void> {
  await db.deleteFrom('mealAttendances').where('date', '=', date).execute();
}
