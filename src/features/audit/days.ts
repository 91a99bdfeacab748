/** Days of the log. People name days in the church's time zone, and the entries have instants. */
import type { App } from '../../app.ts';
import { addDays, type CalendarDate, instantInZone } from '../../lib/date.ts';
import type { DateSpan } from '../../lib/wire.ts';
import type { Point } from '../../room-declarations.ts';

export const TIME_ZONE: Point<(app: App) => Promise<string>> = { name: 'the time zone of the church' };

/**
 * A range of instants: `since` is inside, and `before` is not. If an end is missing, the range is open on that side.
 */
export type InstantSpan = { since: string | undefined; before: string | undefined };

/** Returns the instants at which a range of days begins and ends in the church's time zone. */
export async function instantsOf(app: App, { from, to }: DateSpan): Promise<InstantSpan> {
  const [timeZoneOf] = await app.declared(TIME_ZONE);
  const timeZone = (await timeZoneOf?.(app)) ?? 'UTC';
  const startOf = (day: CalendarDate) => instantInZone(day, '00:00', timeZone).toISOString();
  return { since: from && startOf(from), before: to && startOf(addDays(to, 1)) };
}
