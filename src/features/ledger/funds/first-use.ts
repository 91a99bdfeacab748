import type { App } from '../../../app.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { Point } from '../../../room-declarations.ts';

/** Returns the first day on which a document of a room affects a fund, or undefined if no document does. */
type FirstUse = (app: App, fundId: number) => Promise<CalendarDate | undefined>;

export const FIRST_USE: Point<FirstUse> = { name: 'the first day on which a document counts in a fund' };

/** Returns the first day on which any document affects a fund, or undefined if no document does. */
export async function findFirstUse(app: App, fundId: number): Promise<CalendarDate | undefined> {
  const uses = await app.declared(FIRST_USE);
  const days = await Promise.all(uses.map((firstUse) => firstUse(app, fundId)));
  return days.filter((day) => day !== undefined).toSorted()[0];
}
