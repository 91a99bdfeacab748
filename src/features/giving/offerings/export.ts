import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countSessions, listSessionsAfter } from './queries.ts';
import type { SessionItem } from './schema.ts';

/** Passes every session of the days to a consumer, page by page in order, as they were at one moment. */
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
