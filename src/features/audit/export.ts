import { type App, inSnapshot } from '../../app.ts';
import { pagesByKey } from '../../lib/chunks.ts';
import type { DateSpan } from '../../lib/wire.ts';
import { instantsOf } from './days.ts';
import { asSeenBy } from './masking.ts';
import { personsOf } from './persons.ts';
import { countEntries, listEntriesAfter } from './queries.ts';
import type { AuditEntry } from './schema.ts';

/**
 * Passes every audit entry of the given days, in the church's time zone, to `consume`, page by page in the order of
 * their ids. All pages come from one snapshot of the log. For an actor without `members.read`, personal fields are
 * masked.
 */
export function exportEntries<T>(
  app: App,
  span: DateSpan,
  consume: (pages: AsyncIterable<AuditEntry[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async (app) => {
    const { db } = app;
    const within = await instantsOf(app, span);
    const persons = await personsOf(app);
    const pages = pagesByKey(
      0,
      ({ id }: AuditEntry) => id,
      async (after, limit) => asSeenBy(app, persons, await listEntriesAfter(db, within, after, limit)),
    );
    return consume(pages, await countEntries(db, within));
  });
}
