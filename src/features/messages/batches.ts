/** Batches of messages, from the request to the result. Every recipient has a row before the first message is sent. */
import { encode } from '../../lib/encode.ts';
import { randomUUID } from 'node:crypto';
import { afterTheFact, type App, actorId, inTransaction, now } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { changesOf } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import {
  type BatchRow,
  findBatch,
  finishBatch,
  forgetContent,
  insertBatch,
  listResults,
  type NewRecipient,
} from './batch-queries.ts';
import { loadChannels } from './channels.ts';
import { workOff } from './engine.ts';
import { holdBatch } from './lock.ts';
import { takeUp } from './resumption.ts';
import { type Progress, SendResult, type Skipped } from './schema.ts';

type NewBatch = Pick<BatchRow, 'channel' | 'kind' | 'subject'> & {
  content: object;
  recipients: readonly NewRecipient[];
  skipped: readonly Skipped[];
};

/**
 * Creates a batch, sends it, and returns the result. Raises `unavailable` if the app closes before every message has
 * been tried.
 */
export function sendBatch(app: App, made: NewBatch, progress?: Progress): Promise<SendResult> {
  const { recipients, skipped, content, ...kind } = made;
  const batch: BatchRow = {
    ...kind,
    id: randomUUID(),
    content: JSON.stringify(content),
    skipped: JSON.stringify(skipped),
    createdAt: now(app),
    createdBy: actorId(app),
    createdByName: app.actor.name,
    finishedAt: null,
  };
  return holding(app, batch, async () => {
    await inTransaction(app, async (app) => {
      await insertBatch(app.db, batch, recipients);
      await app.onBatch?.(app, batch.id);
      const { channel, kind } = batch;
      await record(app, fact('NotificationSent', batch, { channel, kind, recipients: recipients.length }));
    });
    // From here on, permissions are not checked, because the outcome of every message must be recorded.
    return finish(afterTheFact(app), batch, progress);
  });
}

type Resumption = { retriesFailed?: boolean; progress?: Progress };

/**
 * Sends the rest of a batch that was cut off. If `retriesFailed` is true, also sends the messages that failed. Nobody
 * gets a message twice. Raises `not_found`, and `unavailable` if the batch is already being sent or if the app closes
 * before every message has been tried.
 */
export async function resumeBatch(app: App, id: string, resumption: Resumption = {}): Promise<SendResult> {
  const batch = await findBatch(app.db, id);
  if (!batch) throw new AppError('not_found', 'There is no such batch. To list the batches: vestry notify batches');
  const wish = { channels: await loadChannels(), retriesFailed: resumption.retriesFailed === true };
  return holding(app, batch, async () => {
    await inTransaction(app, async (app) => {
      const again = await takeUp(app, batch, wish);
      await record(app, fact('NotificationResumed', batch, { recipients: again }));
    });
    return finish(app, batch, resumption.progress);
  });
}

/** Returns the result of a batch, or undefined if the batch does not exist or is not finished. */
export async function findFinished(app: App, id: string): Promise<SendResult | undefined> {
  const batch = await findBatch(app.db, id);
  if (!batch || batch.finishedAt === null) return undefined;
  const results = await listResults(app.db, id);
  const sent = results.filter(({ result }) => result === 'sent').length;
  const skipped = JSON.parse(batch.skipped) as Skipped[];
  return { batchId: id, sent, failed: results.length - sent, results, skipped };
}

/**
 * Returns the result of a batch as a response body, or undefined. If a request with an idempotency key was cut off,
 * this result answers the repeated request.
 */
export async function resultOf(app: App, id: string): Promise<unknown> {
  const result = await findFinished(app, id);
  return result && encode(SendResult, result);
}

async function holding<T>(app: App, { id }: BatchRow, work: () => Promise<T>): Promise<T> {
  const release = holdBatch(app, id);
  try {
    return await app.background.track(work());
  } finally {
    release();
  }
}

async function finish(app: App, batch: BatchRow, progress: Progress | undefined): Promise<SendResult> {
  await workOff(app, batch, progress);
  if (app.background.over.aborted) throw cutOff(batch.id);
  await inTransaction(app, async ({ db }) => {
    await finishBatch(db, batch.id, now(app));
    await forgetContent(db, batch.id);
  });
  const result = await findFinished(app, batch.id);
  if (!result) throw cutOff(batch.id);
  return result;
}

function fact(action: string, { id }: BatchRow, values: Record<string, unknown>) {
  return { action, entityType: 'NotificationLog', entityId: id, changes: changesOf(values) };
}

function cutOff(batchId: string): AppError {
  return new AppError(
    'unavailable',
    `Not everybody got the message. To send it to the rest: vestry notify resume ${batchId}`,
    { extra: { batchId } },
  );
}
