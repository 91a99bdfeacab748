import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countExpenses, type ExportedExpense, listExpensesAfter } from './export-queries.ts';

/**
 * Passes every live expense that is dated in the span to a consumer, page by page in the order of their ids. All pages
 * show the books as they were at one moment.
 */
export function exportExpenses<T>(
  app: App,
  span: DateSpan,
  consume: (pages: AsyncIterable<ExportedExpense[]>, total: number) => Promise<T>,
): Promise<T> {
  return inSnapshot(app, async ({ db }) => {
    const pages = pagesByKey(
      0,
      ({ id }: ExportedExpense) => id,
      (after, limit) => listExpensesAfter(db, span, after, limit),
    );
    return consume(pages, await countExpenses(db, span));
  });
}
