import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countGivings, listGivingsAfter } from './queries.ts';
import type { ExportedGiving } from './schema.ts';

/**
 * Passes to `consume` all givings of a time span that are not deleted, page by page, ordered by id. All pages are read
 * from one snapshot of the database.
 */
export function exportGivings<T>(
  app: App,
  span: DateSpan,
  consume: (pages: AsyncIterable<ExportedGiving[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async ({ db }) => {
    const pages = pagesByKey(
      0,
      ({ id }: ExportedGiving) => id,
      (after, limit) => listGivingsAfter(db, span, after, limit),
    );
    return consume(pages, await countGivings(db, span));
  });
}
