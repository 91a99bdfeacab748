import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countMeals, listMealsAfter } from './queries.ts';
import type { MealAttendance } from './schema.ts';

/** Passes every meal count of the days to a consumer, page by page in order, as they were at one moment. */
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
