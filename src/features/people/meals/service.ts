import { type App, created, inSnapshot, inTransaction } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import type { Page } from '../../../lib/page.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { findMeal, listMeals as readMeals, removeMeal, upsertMeal } from './queries.ts';
import { MealAttendance, type MealCounts, type MealQuery } from './schema.ts';

/** Returns the meal counts of a date. Raises `not_found`. */
export async function getMeal(app: App, date: string): Promise<MealAttendance> {
  const meal = await findMeal(app.db, date);
  if (!meal) throw notFound('meal count');
  return meal;
}

/** Returns a page of meal counts. */
export function listMeals(app: App, query: MealQuery): Promise<Page<MealAttendance>> {
  return inSnapshot(app, ({ db }) => readMeals(db, query));
}

/** Removes the meal counts of a date. Raises `not_found`. */
export function deleteMeal(app: App, date: string): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await getMeal(app, date);
    await removeMeal(app.db, date);
    const changes = changesBetween(MealAttendance, before, null);
    await record(app, { action: 'MealAttendanceDeleted', entityType: 'MealAttendance', entityId: date, changes });
  });
}

/** Sets the three meal counts of a date. Returns the stored counts. `isNew` is true if the date had none before. */
export function putMeal(app: App, date: string, counts: MealCounts): Promise<{ meal: MealAttendance; isNew: boolean }> {
  return inTransaction(app, async (app) => {
    const before = (await findMeal(app.db, date)) ?? null;
    await upsertMeal(app.db, { date, ...counts, ...created(app) });
    const meal = await getMeal(app, date);
    await record(app, {
      action: before ? 'MealAttendanceUpdated' : 'MealAttendanceCreated',
      entityType: 'MealAttendance',
      entityId: date,
      changes: changesBetween(MealAttendance, before, meal),
    });
    return { meal, isNew: before === null };
  });
}
