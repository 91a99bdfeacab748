import { type App, inSnapshot } from '../../../app.ts';
import { pagesByKey } from '../../../lib/chunks.ts';
import type { DateSpan } from '../../../lib/wire.ts';
import { countExpenses, type ExportedExpense, listExpensesAfter } from './export-queries.ts';

/**
 * Passes the live expenses dated in the span to `consume`, page by page in the order of their ids, and returns what
 * `consume` returns. All pages come from one snapshot of the database.
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
