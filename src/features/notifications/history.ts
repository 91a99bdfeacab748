import { type App, inSnapshot } from '../../app.ts';
import { listBatches as readBatches, listHistory as readHistory } from './queries.ts';
import type { Batch, HistoryPage, HistoryQuery } from './schema.ts';

const BATCHES_SHOWN = 50;

/** A page of the messages that were sent, or failed. */
export function listHistory(app: App, query: HistoryQuery): Promise<HistoryPage> {
  return inSnapshot(app, ({ db }) => readHistory(db, query));
}

/** The latest batches of messages, or those that were cut off or are being sent. */
export async function listBatches(app: App, which: 'all' | 'unfinished'): Promise<{ items: Batch[] }> {
  return { items: await readBatches(app.db, which, BATCHES_SHOWN) };
}
