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
  findResults,
  finishBatch,
  forgetContent,
  insertBatch,
  listAwaiting,
  type NewRecipient,
  stopUnfinished,
} from './batch-queries.ts';
import { loadChannels } from './channels.ts';
import { workOff } from './engine.ts';
import { holdBatch } from './lock.ts';
import { takeUp } from './resumption.ts';
import { type Progress, type Result, SendResult, type Skipped } from './schema.ts';

type NewBatch = Pick<BatchRow, 'channel' | 'kind' | 'subject'> & {
  content: object;
  recipients: readonly NewRecipient[];
  skipped: readonly Skipped[];
};

/**
 * Creates a batch, sends it, and returns the result. Raises `unavailable` if the app closes, or somebody stops the batch,
 * before every message has been tried.
 */
export function sendBatch(app: App, made: NewBatch, progress?: Progress): Promise<SendResult> {
  const batch = rowOf(app, made);
  return holding(app, batch, async () => {
    await inTransaction(app, async (app) => {
      await addBatch(app, batch, made.recipients);
      await app.onBatch?.(app, batch.id);
    });
    // From here on, permissions are not checked, because the outcome of every message must be recorded.
    return finish(afterTheFact(app), batch, progress);
  });
}

/** Creates a batch that the running service, or the next one, sends at once. Must run inside a transaction. */
export async function queueBatch(app: App, made: NewBatch): Promise<void> {
  const batch = rowOf(app, made);
  await addBatch(
    app,
    batch,
    made.recipients.map((one) => ({ ...one, nextTryAt: now(app) })),
  );
}

function rowOf(app: App, { channel, kind, subject, content, skipped }: NewBatch): BatchRow {
  return {
    channel,
    kind,
    subject,
    id: randomUUID(),
    content: JSON.stringify(content),
    skipped: JSON.stringify(skipped),
    createdAt: now(app),
    createdBy: actorId(app),
    createdByName: app.actor.name,
    finishedAt: null,
    stoppedAt: null,
  };
}

async function addBatch(app: App, batch: BatchRow, recipients: readonly NewRecipient[]): Promise<void> {
  await insertBatch(app.db, batch, recipients);
  const { channel, kind } = batch;
  await record(app, fact('NotificationSent', batch, { channel, kind, recipients: recipients.length }));
}

type Resumption = { retriesFailed?: boolean; retriesUnknown?: boolean; progress?: Progress };

/**
 * Sends the rest of a batch that was cut off or stopped, and what waits to be tried again. If `retriesFailed` is true, also
 * sends the messages that failed. Nobody gets a message twice, unless `retriesUnknown` is true, which also sends what may
 * have arrived. Raises `not_found`, and `unavailable` if the batch is already being sent or if the app closes before every
 * message has been tried.
 */
export async function resumeBatch(app: App, id: string, resumption: Resumption = {}): Promise<SendResult> {
  const batch = await mustFind(app, id);
  const { retriesFailed = false, retriesUnknown = false } = resumption;
  const wish = { channels: await loadChannels(), retriesFailed, retriesUnknown };
  return holding(app, batch, async () => {
    await inTransaction(app, async (app) => {
      const again = await takeUp(app, batch, wish);
      await record(app, fact('NotificationResumed', batch, { recipients: again }));
    });
    return finish(app, batch, resumption.progress);
  });
}

async function mustFind(app: App, id: string): Promise<BatchRow> {
  const batch = await findBatch(app.db, id);
  if (batch) return batch;
  throw new AppError('not_found', 'There is no such batch. To list the batches: vestry notify batches');
}

/**
 * Tries the messages of a batch again that wait and whose time has come. Raises `not_configured`, and `unavailable` if the
 * batch is being sent.
 */
export async function continueBatch(app: App, id: string): Promise<void> {
  const batch = await mustFind(app, id);
  const wish = { channels: await loadChannels(), retriesFailed: false, retriesUnknown: false };
  await holding(app, batch, async () => {
    const isStopped = await inTransaction(app, async (app) => {
      // Somebody may have stopped the batch in the meantime.
      if ((await mustFind(app, id)).stoppedAt !== null) return true;
      await takeUp(app, batch, wish);
      return false;
    });
    if (isStopped) return;
    await workOff(app, batch, 'due');
    if (!app.background.over.aborted) await close(app, batch);
  });
}

/**
 * Stops a batch: the messages that are not on their way are not sent until somebody resumes the batch. Raises `not_found`,
 * and `conflict` if there is nothing to stop.
 */
export async function stopBatch(app: App, id: string): Promise<void> {
  const batch = await mustFind(app, id);
  await inTransaction(app, async (app) => {
    if (!(await stopUnfinished(app.db, now(app), id))) {
      throw new AppError(
        'conflict',
        'Nothing is left to stop: all messages of this batch were sent, or it was stopped before.',
      );
    }
    await record(app, fact('NotificationStopped', batch, {}));
  });
}

/**
 * Returns the members who have a letter of this kind for this year that is not sent yet, in a batch that nobody stopped.
 */
export function membersAwaiting(app: App, kind: BatchRow['kind'], year: number): Promise<number[]> {
  return listAwaiting(app.db, kind, year);
}

/**
 * Returns the result of a batch, or undefined if the batch does not exist or not all of its messages have been tried.
 */
export async function findResult(app: App, id: string): Promise<SendResult | undefined> {
  const batch = await findBatch(app.db, id);
  const found = batch && (await findResults(app.db, id));
  if (!found) return undefined;
  const count = (result: Result) => found.results.filter((one) => one.result === result).length;
  return {
    batchId: id,
    sent: count('sent'),
    failed: count('failed'),
    unknown: count('unknown'),
    deferred: count('deferred'),
    ...found,
    skipped: JSON.parse(batch.skipped) as Skipped[],
  };
}

/**
 * Returns the result of a batch as a response body, or undefined. If a request with an idempotency key was cut off,
 * this result answers the repeated request.
 */
export async function resultOf(app: App, id: string): Promise<unknown> {
  const result = await findResult(app, id);
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
  await workOff(app, batch, 'all', progress);
  if (app.background.over.aborted) throw cutOff(batch.id);
  await close(app, batch);
  const result = await findResult(app, batch.id);
  if (!result) throw cutOff(batch.id);
  return result;
}

/** Marks a batch as finished if nothing of it is left, and then forgets its text. */
async function close(app: App, { id }: BatchRow): Promise<void> {
  await inTransaction(app, async ({ db }) => {
    await finishBatch(db, id, now(app));
    await forgetContent(db, id);
  });
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
