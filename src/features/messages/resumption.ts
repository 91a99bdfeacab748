/** Decides which messages of a batch are sent again after the batch was cut off or some messages failed. */
import { randomUUID } from 'node:crypto';
import { type App, now } from '../../app.ts';
import { announceFailed } from './failed.ts';
import {
  type BatchRow,
  giveKeys,
  keepOutcome,
  listUnsent,
  markPending,
  reopenBatch,
  type Unsent,
} from './batch-queries.ts';
import type { Channel } from './channel.ts';
import type { ChannelName } from './channels.ts';

const IN_DOUBT =
  'The service stopped while this message was being sent. Nobody knows whether it arrived, so it is not sent again.';
const DELETED = 'The member was deleted before the message was sent.';
const DECEASED = 'The death of the member was recorded before the message was sent.';

export type Wish = {
  channels: ReadonlyMap<ChannelName, Channel>;
  retriesFailed: boolean;
  /** True if a person wants messages to be sent again that may have arrived. */
  retriesUnknown: boolean;
};

/**
 * Marks the messages of a batch that will be sent again as pending. Returns how many failed messages it marked. A
 * message may have arrived if the process died while sending it, or if the server did not respond. Such a message is
 * sent again only over a channel that recognizes repeated calls. Must run inside a transaction.
 */
export async function takeUp(app: App, batch: BatchRow, wish: Wish): Promise<number> {
  const { channels, retriesFailed, retriesUnknown } = wish;
  const { db } = app;
  const unsent = await listUnsent(db, batch.id);
  let again = 0;
  for (const [name, channel] of channels) {
    const own = unsent.filter((row) => row.channel === name);
    const rules = { repeats: channel.knowsRepeatedCalls(app, batch), retries: channel.retriesFailed(batch) };
    await takeUpDoubtful(app, own, rules);
    if (retriesFailed) again += await retryFailed(app, own, rules);
    if (retriesUnknown) again += await retryUnknown(app, own);
  }
  const pending = (await listUnsent(db, batch.id)).filter(({ state }) => state === 'pending');
  const deleted = pending.filter(({ deletedAt }) => deletedAt !== null);
  const deceased = pending.filter(({ deletedAt, status }) => deletedAt === null && status === 'Deceased');
  await fail(app, idsOf(deleted), { error: DELETED, mayHaveArrived: false });
  await fail(app, idsOf(deceased), { error: DECEASED, mayHaveArrived: false });
  await reopenBatch(db, batch.id);
  return again;
}

/**
 * `repeats` is true if calls that may have arrived can be repeated. `retries` is true if messages that definitely did
 * not arrive may be retried.
 */
type Rules = { repeats: boolean; retries: boolean };

async function takeUpDoubtful(app: App, rows: readonly Unsent[], { repeats }: Rules): Promise<void> {
  const ids = idsOf(rows.filter(({ state }) => state === 'sending'));
  await (repeats ? markPending(app.db, ids) : fail(app, ids, { error: IN_DOUBT, mayHaveArrived: true }));
}

async function retryFailed({ db }: App, rows: readonly Unsent[], { repeats, retries }: Rules): Promise<number> {
  const failed = rows.filter(({ state }) => state === 'failed');
  const certain = retries ? failed.filter(({ mayHaveArrived }) => mayHaveArrived === 0) : [];
  const doubtful = repeats ? failed.filter(({ mayHaveArrived }) => mayHaveArrived === 1) : [];
  await markPending(db, idsOf([...certain, ...doubtful]));
  // Other recipients of the same call may have received the message, so each of these rows gets a separate new call.
  const withKey = certain.filter(({ retryKey }) => retryKey !== null);
  await giveKeys(db, idsOf(withKey), randomUUID);
  return certain.length + doubtful.length;
}

/** Sends again what may have arrived, except for what was in doubt only just now. */
async function retryUnknown({ db }: App, rows: readonly Unsent[]): Promise<number> {
  const ids = idsOf(rows.filter(({ state, mayHaveArrived }) => state === 'failed' && mayHaveArrived === 1));
  await markPending(db, ids);
  return ids.length;
}

/**
 * Lists the messages of a batch on a channel as `unknown` that were being sent when their process died. Must run inside a
 * transaction, while the batch is locked.
 */
export async function settleDoubtful(app: App, batchId: string, channel: ChannelName): Promise<void> {
  const unsent = await listUnsent(app.db, batchId);
  await takeUpDoubtful(
    app,
    unsent.filter((row) => row.channel === channel),
    { repeats: false, retries: false },
  );
}

async function fail(
  app: App,
  ids: readonly number[],
  failure: { error: string; mayHaveArrived: boolean },
): Promise<void> {
  await keepOutcome(app.db, ids, { at: now(app), outcome: { ok: false, ...failure } });
  await announceFailed(app, ids);
}

const idsOf = (rows: readonly Unsent[]) => rows.map(({ id }) => id);
