import { type App, inSnapshot } from '../../app.ts';
import { listBatches as readBatches, listHistory as readHistory } from './history-queries.ts';
import type { Batch, HistoryPage, HistoryQuery } from './schema.ts';

const BATCHES_SHOWN = 50;

/** Returns a page of the messages that were sent or failed. */
export function listHistory(app: App, query: HistoryQuery): Promise<HistoryPage> {
  return inSnapshot(app, ({ db }) => readHistory(db, query));
}

/** Logs a warning for each unfinished batch, with the command that sends the rest of the batch. */
export async function warnOfOpenBatches(app: App): Promise<void> {
  for (const { id, open } of await readBatches(app.db, 'unfinished', BATCHES_SHOWN)) {
    app.log.warn({ batchId: id, open }, `messages were cut off; send the rest with: vestry notify resume ${id}`);
  }
}

/** Returns the latest batches: all of them, or those that were cut off or are still being sent. */
export async function listBatches(app: App, which: 'all' | 'unfinished'): Promise<{ items: Batch[] }> {
  return { items: await readBatches(app.db, which, BATCHES_SHOWN) };
}
