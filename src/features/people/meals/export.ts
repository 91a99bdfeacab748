import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countMeals, listMealsAfter } from './queries.ts';
import type { MealAttendance } from './schema.ts';

/**
 * Passes the meal counts of a date span to `consume`, page by page in the order of the dates. All pages come from one
 * snapshot of the database.
 */
export function exportMeals<T>(
  app: App,
  span: DateSpan,
  consume: (pages: AsyncIterable<MealAttendance[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async ({ db }) => {
    const pages = pagesByKey(
      '',
      ({ date }: MealAttendance) => date,
      (after, limit) => listMealsAfter(db, span, after, limit),
    );
    return consume(pages, await countMeals(db, span));
  });
}
