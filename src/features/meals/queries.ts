import type { Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { MealAttendance } from './schema.ts';
import type { MealAttendanceTable } from './table.ts';

/** The counts of a date, or undefined. */
export function findMeal(db: Db, date: string): Promise<MealAttendance | undefined> {
  return db.selectFrom('mealAttendances').selectAll().where('date', '=', date).executeTakeFirst();
}

/** Writes the counts of a date over what was there. */
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
