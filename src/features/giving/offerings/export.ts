import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countSessions, listSessionsAfter } from './queries.ts';
import type { SessionItem } from './schema.ts';

/**
 * Passes all sessions of a time span to `consume`, page by page, ordered by date. All pages are read from one snapshot
 * of the database.
 */
export function exportSessions<T>(
  app: App,
  span: DateSpan,
  consume: (pages: AsyncIterable<SessionItem[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async ({ db }) => {
    const pages = pagesByKey(
      '',
      ({ date }: SessionItem) => date,
      (after, limit) => listSessionsAfter(db, span, after, limit),
    );
    return consume(pages, await countSessions(db, span));
  });
}
