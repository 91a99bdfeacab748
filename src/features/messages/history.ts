import { type App, inSnapshot } from '../../app.ts';
import { notFound } from '../../errors.ts';
import {
  type CountedBatch,
  findBatchDetail,
  listBatches as readBatches,
  listHistory as readHistory,
} from './history-queries.ts';
import { findMailSettings } from './mail/queries.ts';
import { describeMissed } from './preview.ts';
import type { Batch, BatchDetail, HistoryPage, HistoryQuery, Skipped } from './schema.ts';

const BATCHES_SHOWN = 50;

/** Returns a page of the messages that were sent or failed. */
export function listHistory(app: App, query: HistoryQuery): Promise<HistoryPage> {
  return inSnapshot(app, ({ db }) => readHistory(db, query));
}

/** Returns a batch and the members to whom nothing was sent. Raises `not_found`. */
export function getBatch(app: App, id: string): Promise<BatchDetail> {
  return inSnapshot(app, async (app) => {
    const batch = await findBatchDetail(app.db, id);
    if (!batch) throw notFound('batch of messages');
    const { perMinute = null } = (await findMailSettings(app.db)) ?? {};
    return {
      ...withEnd(app, batch, perMinute),
      skipped: await describeMissed(app, JSON.parse(batch.skipped) as Skipped[]),
    };
  });
}

/** Logs a warning for each unfinished batch, with the command that sends the rest of the batch. */
export async function warnOfOpenBatches(app: App): Promise<void> {
  for (const { id, open, deferred } of await readBatches(app.db, 'unfinished', BATCHES_SHOWN)) {
    if (open === deferred) continue;
    app.log.warn({ batchId: id, open }, `messages were cut off; send the rest with: vestry notify resume ${id}`);
  }
}

/** Returns the latest batches: all of them, or those that were cut off or are still being sent. */
export async function listBatches(app: App, which: 'all' | 'unfinished'): Promise<{ items: Batch[] }> {
  const { perMinute = null } = (await findMailSettings(app.db)) ?? {};
  const batches = await readBatches(app.db, which, BATCHES_SHOWN);
  return { items: batches.map((batch) => withEnd(app, batch, perMinute)) };
}

const MINUTE_MS = 60_000;

/** Adds when the last message will probably have been tried, which is known if letters go at a set rate. */
function withEnd<B extends CountedBatch>(app: App, batch: B, perMinute: number | null): B & Pick<Batch, 'expectedEnd'> {
  const { open, deferred, nextTryAt, stoppedAt, channel } = batch;
  if (open === 0 || stoppedAt !== null || perMinute === null || channel !== 'Email') {
    return { ...batch, expectedEnd: null };
  }
  const at = app.clock.now().getTime();
  const begins = open === deferred && nextTryAt !== null ? Math.max(at, Date.parse(nextTryAt)) : at;
  return { ...batch, expectedEnd: new Date(begins + Math.ceil(open / perMinute) * MINUTE_MS).toISOString() };
}
