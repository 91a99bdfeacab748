/** What happened in a month, for those who may read neither the audit log nor gifts, and that somebody looked at it. */
import { type App, actorId, inSnapshot, inTransaction } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { formatMonth, type Month } from '../../../lib/date.ts';
import { can } from '../../../permissions.ts';
import { entriesAbout } from '../../audit/reading.ts';
import { changesOf } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { eventsOf, type Found } from './rules.ts';
import type { MonthEvents } from './schema.ts';
import { readSources } from './sources.ts';

/** The action of the entry that says that somebody looked at a month. The entry itself is the only record of it. */
const LOOKED = 'MonthEventsLooked';
const ENTITY = 'MonthEvents';

/** Returns what happened in a month of the church's time zone. Without `giving.read`, no giver is named. */
export function monthEvents(app: App, month: Month): Promise<MonthEvents> {
  return inSnapshot(app, async (app) => summed(app, month, await findEvents(app, month)));
}

/**
 * Records that the caller looked at what happened in a month, unless somebody has looked at all of it already. Throws
 * `own_events` for somebody who did any of it, and `forbidden` for a command without `--as`.
 */
export function lookAtEvents(app: App, month: Month): Promise<MonthEvents> {
  return inTransaction(app, async (app) => {
    const by = actorId(app);
    if (by === null) throw new AppError('forbidden', 'Only somebody who is signed in can say that they looked.');
    const events = await findEvents(app, month);
    if (hasOwn(app, events)) {
      const message = `You did some of what happened in ${formatMonth(month)}, so somebody else must look at it. Nothing was changed.`;
      throw new AppError('own_events', message);
    }
    const before = await summed(app, month, events);
    if (before.isLooked) return before;
    const changes = changesOf({ events: events.length });
    await record(app, { action: LOOKED, entityType: ENTITY, entityId: formatMonth(month), changes });
    return summed(app, month, events);
  });
}

function hasOwn(app: App, events: readonly Found[]): boolean {
  const by = actorId(app);
  return events.some((event) => event.actorId === by && by !== null);
}

async function findEvents(app: App, month: Month): Promise<Found[]> {
  return eventsOf(await readSources(app, month), { readsGiving: can(app.actor, 'giving.read') });
}

/** An entry that is later in the log than the last look is new, whatever the clock said. */
async function summed(app: App, month: Month, events: readonly Found[]): Promise<MonthEvents> {
  const text = formatMonth(month);
  const looks = await entriesAbout(app.db, { entityType: ENTITY, ids: [text], actions: [LOOKED] });
  const last = looks.at(-1);
  return {
    month: text,
    items: events.map(({ event }) => event),
    looked: last ? { at: last.at, by: last.actorName } : null,
    isLooked: last !== undefined && events.every(({ entryId }) => entryId < last.id),
    mayLook: !hasOwn(app, events),
    newItems: events.filter(({ entryId }) => entryId > (last?.id ?? 0)).length,
  };
}
