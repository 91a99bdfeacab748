/**
 * A batch of messages and how it is worked off. Every recipient has a row before the first message goes out. A row is
 * taken in one transaction and answered for in another, so that of a process that dies in between only those are in doubt
 * that were on their way.
 */
import { randomUUID } from 'node:crypto';
import { type App, actorId, inTransaction, now } from '../../app.ts';
import { AppError } from '../../errors.ts';
import { record } from '../audit/service.ts';
import { sendEmails } from './email-delivery.ts';
import { sendLineCalls } from './line-delivery.ts';
import { type BatchRow, findBatch, finishBatch, insertBatch, listResults, type NewRecipient } from './queries.ts';
import type { SendResult, Skipped } from './schema.ts';
import { holdBatch } from './holding.ts';

export type Progress = (done: number, total: number) => void;

type NewBatch = Pick<BatchRow, 'channel' | 'kind' | 'subject'> & {
  content: object;
  recipients: readonly NewRecipient[];
  skipped: readonly Skipped[];
};

/** Makes a batch, sends it, and tells what came of it. Raises `unavailable` when the app closes in between. */
export async function sendBatch(app: App, made: NewBatch, progress?: Progress): Promise<SendResult> {
  const { recipients, skipped, content, ...kind } = made;
  const batch: BatchRow = {
    ...kind,
    id: randomUUID(),
    content: JSON.stringify(content),
    createdAt: now(app),
    createdBy: actorId(app),
    createdByName: app.actor.name,
    finishedAt: null,
  };
  const release = holdBatch(app, batch.id);
  try {
    await inTransaction(app, async (app) => {
      await insertBatch(app.db, batch, recipients);
      await app.onBatch?.(app, batch.id);
      await record(app, {
        action: 'NotificationSent',
        entityType: 'NotificationLog',
        entityId: batch.id,
        changes: {
          channel: [null, batch.channel],
          kind: [null, batch.kind],
          subject: [null, batch.subject],
          recipients: [null, recipients.length],
        },
      });
    });
    return await workOff(app, batch, { skipped, progress });
  } finally {
    release();
  }
}

/** Sends what is left of a batch that was cut off. Raises `not_found`, and `conflict` while it is being sent. */
export async function resumeBatch(app: App, id: string, progress?: Progress): Promise<SendResult> {
  const batch = await findBatch(app.db, id);
  if (!batch) throw new AppError('not_found', 'There is no such batch. See: vestry notify batches');
  const release = holdBatch(app, id);
  try {
    return await workOff(app, batch, { skipped: [], progress });
  } finally {
    release();
  }
}

type Course = { skipped: readonly Skipped[]; progress: Progress | undefined };

async function workOff(app: App, batch: BatchRow, { skipped, progress }: Course): Promise<SendResult> {
  await app.background.track(
    (async () => {
      await sendLineCalls(app, batch, progress);
      await sendEmails(app, batch, progress);
    })(),
  );
  await inTransaction(app, ({ db }) => finishBatch(db, batch.id, now(app)));
  const results = await listResults(app.db, batch.id);
  const after = await findBatch(app.db, batch.id);
  if (after?.finishedAt === null) throw cutOff(batch.id);
  const sent = results.filter(({ result }) => result === 'sent').length;
  return { batchId: batch.id, sent, failed: results.length - sent, results, skipped: [...skipped] };
}

function cutOff(batchId: string): AppError {
  return new AppError(
    'unavailable',
    `Not everybody was written to. Send the rest with: vestry notify resume ${batchId}`,
    {
      extra: { batchId },
    },
  );
}
