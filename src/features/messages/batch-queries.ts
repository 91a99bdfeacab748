/** Queries for batches of messages and their recipients. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Flag } from '../../db/columns.ts';
import type { Db } from '../../db/connect.ts';
import { insertRows } from '../../db/insert.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import { inChunks } from '../../lib/chunks.ts';
import type { MemberStatus } from '../people/members/schema.ts';
import { memberNames } from '../people/members/joins.ts';
import { type ChannelName, CHANNELS } from './channels.ts';
import type { SendResult } from './schema.ts';
import type { NotificationBatchTable, NotificationLogTable } from './table.ts';

export type BatchRow = Selectable<NotificationBatchTable>;
export type Recipient = Selectable<NotificationLogTable>;
export type NewRecipient = Pick<Insertable<NotificationLogTable>, 'recipient' | 'memberId' | 'groupId'> & {
  channel: ChannelName;
  /** The key by which a channel recognizes a repeated call. Rows with the same key are sent in one call. */
  retryKey: string | null;
  /** From when the running service sends the message by itself. Left out if the caller sends it. */
  nextTryAt?: string;
};

/** Adds a batch and a `pending` row for each of its recipients. */
export async function insertBatch(db: Db, batch: BatchRow, recipients: readonly NewRecipient[]): Promise<void> {
  await db.insertInto('notificationBatches').values(batch).execute();
  await insertRecipients(db, batch, recipients);
}

/** Adds recipients to an existing batch. */
export function insertRecipients(db: Db, batch: BatchRow, recipients: readonly NewRecipient[]): Promise<void> {
  const { id: batchId, subject, createdBy: sentBy } = batch;
  const rows = recipients.map((one) => {
    const own = CHANNELS[one.channel].hasSubject ? subject : null;
    return { ...one, batchId, subject: own, state: 'pending' as const, error: null, sentAt: null, sentBy };
  });
  return insertRows(db, 'notificationLogs', rows);
}

/** Returns a batch, or undefined. */
export function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('notificationBatches').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Reads the next recipients of a batch on a channel who were not reached yet: pending rows with an id above `after`. With
 * `dueAt`, only those that wait to be tried again, and whose time has come at that instant.
 */
export function listPending(db: Db, batchId: string, next: NextRows): Promise<Recipient[]> {
  const { channel, after, dueAt, limit } = next;
  let rows = db
    .selectFrom('notificationLogs')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('state', '=', 'pending')
    .where('channel', '=', channel)
    .where('id', '>', after);
  if (dueAt !== undefined) rows = rows.where('nextTryAt', '<=', dueAt);
  return rows.orderBy('id').limit(limit).execute();
}

type NextRows = { channel: ChannelName; after: number; dueAt: string | undefined; limit: number };

/**
 * Marks a row as `sending`, because the server can now accept its message. Returns false if the message may not be sent any
 * more: its recipient was erased, or the batch was stopped.
 */
export async function markSending(db: Db, id: number, batchId: string): Promise<boolean> {
  return (await handOver(db, id, batchId)).length > 0;
}

const handOver = prepared((db, id: number, batchId: string) =>
  db
    .updateTable('notificationLogs')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'sending'])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('notificationBatches').select('id').where('id', '=', batchId).where('stoppedAt', 'is', null),
      ),
    )
    .returning('id'),
);

/** Marks a row as `pending` again, because the server cannot have accepted its message. */
export async function unmarkSending(db: Db, id: number): Promise<void> {
  await db
    .updateTable('notificationLogs')
    .set({ state: 'pending' })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}

type Delay = { nextTryAt: string; waitsFor: string };

/** Notes that the message of a row did not arrive and is tried again later. */
export async function postpone(db: Db, id: number, { nextTryAt, waitsFor }: Delay): Promise<void> {
  await db
    .updateTable('notificationLogs')
    .set((eb) => ({ state: 'pending', nextTryAt, waitsFor, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'sending'])
    .execute();
}

type RestDelay = Delay & { channel: ChannelName; isDueOnly: boolean };

/**
 * Lets all pending recipients of a batch on a channel wait, unless they already wait longer. With `isDueOnly`, only those
 * who wait already.
 */
export async function postponeRest(
  db: Db,
  batchId: string,
  { channel, isDueOnly, ...delay }: RestDelay,
): Promise<void> {
  await db
    .updateTable('notificationLogs')
    .set(delay)
    .where('batchId', '=', batchId)
    .where('channel', '=', channel)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('nextTryAt', '<', delay.nextTryAt), ...(isDueOnly ? [] : [eb('nextTryAt', 'is', null)])]))
    .execute();
}

/** Returns the ids of the batches with messages whose time has come to be tried again. */
export async function listDueBatches(db: Db, at: string): Promise<string[]> {
  return (await selectDue(db, at)).map(({ batchId }) => batchId);
}

const selectDue = prepared((db, at: string) =>
  db
    .selectFrom('notificationLogs')
    .innerJoin('notificationBatches', 'notificationBatches.id', 'batchId')
    .select('batchId')
    .distinct()
    .where('nextTryAt', '<=', at)
    .where('state', '=', 'pending')
    .where('stoppedAt', 'is', null),
);

/** Returns the ids of the batches with messages on a channel that are being sent, or whose process died meanwhile. */
export async function listSendingBatches(db: Db, channel: ChannelName): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationLogs')
    .innerJoin('notificationBatches', 'notificationBatches.id', 'batchId')
    .select('batchId')
    .distinct()
    .where('notificationBatches.finishedAt', 'is', null)
    .where('state', '=', 'sending')
    .where('notificationLogs.channel', '=', channel)
    .execute();
  return rows.map(({ batchId }) => batchId);
}

/** Returns the instants after `since` at which messages of a channel were sent. */
export async function listSentSince(db: Db, channel: ChannelName, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationLogs')
    .select('sentAt')
    .where('sentAt', '>', since)
    .where('channel', '=', channel)
    .where((eb) => eb.or([eb('state', '=', 'sent'), eb('mayHaveArrived', '=', 1)]))
    .orderBy('sentAt')
    .execute();
  return rows.flatMap(({ sentAt }) => sentAt ?? []);
}

/**
 * Returns the members who have a letter of this kind for this year that is not sent yet, in a batch that nobody stopped.
 * The content of the batch names the year.
 */
export async function listAwaiting(db: Db, kind: BatchRow['kind'], year: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notificationLogs')
    .innerJoin('notificationBatches', 'notificationBatches.id', 'batchId')
    .select('memberId')
    .where('notificationBatches.finishedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .where('kind', '=', kind)
    .where(sql<number>`json_extract(content, '$.year')`, '=', year)
    .where('state', 'in', ['pending', 'sending'])
    .execute();
  return rows.flatMap(({ memberId }) => memberId ?? []);
}

/** True if a message of the batch was sent, or waits to be tried again. */
export async function hasReachedServer(db: Db, batchId: string, channel: ChannelName): Promise<boolean> {
  const row = await db
    .selectFrom('notificationLogs')
    .select('id')
    .where('batchId', '=', batchId)
    .where('channel', '=', channel)
    .where((eb) => eb.or([eb('state', '=', 'sent'), eb('tries', '>', 0)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The rows of one call. `isShared` is true if several rows have the retry key of the call, even if only one of them is
 * pending.
 */
type Sharers = { recipients: Recipient[]; retryKey: string; isShared: boolean };

/**
 * Finds the first pending recipient of a batch on a channel, marks every pending recipient with the same retry key as
 * `sending`, and returns these recipients. Returns undefined if nobody is pending.
 */
export async function claimSharers(db: Db, batchId: string, channel: ChannelName): Promise<Sharers | undefined> {
  const rows = db.selectFrom('notificationLogs').where('batchId', '=', batchId).where('channel', '=', channel);
  const first = await rows.select('retryKey').where('state', '=', 'pending').orderBy('id').limit(1).executeTakeFirst();
  if (!first) return undefined;
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('retryKey', '=', first.retryKey)
    .executeTakeFirstOrThrow();
  const claimed = await db
    .updateTable('notificationLogs')
    .set({ state: 'sending' })
    .where('batchId', '=', batchId)
    .where('state', '=', 'pending')
    .where('retryKey', '=', first.retryKey)
    .returningAll()
    .execute();
  const recipients = claimed.toSorted((a, b) => a.id - b.id);
  return { recipients, retryKey: first.retryKey ?? '', isShared: count > 1 };
}

/** Gives each row a new retry key and marks it as pending. Each row is then sent in a separate call. */
export function giveKeys(db: Db, ids: readonly number[], newKey: () => string): Promise<void> {
  return inChunks(ids, async (part) => {
    const keys = sql.join(
      part.map((id) => sql`when ${id} then ${newKey()}`),
      sql` `,
    );
    await db
      .updateTable('notificationLogs')
      .set({ retryKey: sql<string>`case id ${keys} end`, state: 'pending' })
      .where('id', 'in', part)
      .execute();
  });
}

type Kept = { at: string; outcome: { ok: true } | { ok: false; error: string; mayHaveArrived: boolean } };

/** Stores the outcome and the time of a call in its recipients' rows. */
export async function keepOutcome(db: Db, ids: readonly number[], { at, outcome }: Kept): Promise<void> {
  if (ids.length === 0) return;
  const list = JSON.stringify(ids);
  if (outcome.ok) await markSent(db, list, at);
  else await (outcome.mayHaveArrived ? markDoubtful : markFailed)(db, list, at, outcome.error);
}

const markSent = prepared((db, idsAsJson: string, at: string) =>
  db
    .updateTable('notificationLogs')
    .set({ state: 'sent', sentAt: at, error: null, mayHaveArrived: 0, nextTryAt: null, waitsFor: null })
    .where(isOneOf('id', idsAsJson)),
);

const failedAs = (mayHaveArrived: Flag) =>
  prepared((db, idsAsJson: string, at: string, error: string) =>
    db
      .updateTable('notificationLogs')
      .set({ state: 'failed', sentAt: at, error, mayHaveArrived, nextTryAt: null, waitsFor: null })
      .where(isOneOf('id', idsAsJson)),
  );
const markFailed = failedAs(0);
const markDoubtful = failedAs(1);

/** Counts the pending recipients of a batch on a channel. */
export async function countPending(db: Db, batchId: string, channel: ChannelName): Promise<number> {
  const { count } = await db
    .selectFrom('notificationLogs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batchId', '=', batchId)
    .where('state', '=', 'pending')
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks rows as pending again. Their retry keys do not change. */
export async function markPending(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('notificationLogs')
    .set({ state: 'pending', error: null, sentAt: null, mayHaveArrived: 0, nextTryAt: null, waitsFor: null, tries: 0 })
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** A recipient whose message is not recorded as sent. */
export type Unsent = Pick<Recipient, 'id' | 'channel' | 'state' | 'retryKey' | 'mayHaveArrived'> & {
  /** The time when the member was deleted. Null for a live member, and for a recipient who is not a member. */
  deletedAt: string | null;
  status: MemberStatus | null;
};

/** Reads the rows of a batch that are not `sent`. */
export function listUnsent(db: Db, batchId: string): Promise<Unsent[]> {
  return db
    .selectFrom('notificationLogs')
    .leftJoin(memberNames(db), 'member.id', 'notificationLogs.memberId')
    .select(['notificationLogs.id', 'channel', 'state', 'retryKey', 'mayHaveArrived'])
    .select(['member.deletedAt', 'member.status'])
    .where('batchId', '=', batchId)
    .where('state', '!=', 'sent')
    .execute();
}

/** Marks a batch as unfinished, and no longer stopped. */
export async function reopenBatch(db: Db, id: string): Promise<void> {
  await db.updateTable('notificationBatches').set({ finishedAt: null, stoppedAt: null }).where('id', '=', id).execute();
}

/**
 * Marks an unfinished batch as stopped, or all unfinished batches if no id is given. Returns false if nothing was left to
 * stop.
 */
export async function stopUnfinished(db: Db, at: string, id?: string): Promise<boolean> {
  let batches = db
    .updateTable('notificationBatches')
    .set({ stoppedAt: at })
    .where('finishedAt', 'is', null)
    .where('stoppedAt', 'is', null);
  if (id !== undefined) batches = batches.where('id', '=', id);
  const { numUpdatedRows } = await batches.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Erases the content of a batch if the batch is finished and no message failed. The content is then no longer needed.
 */
export async function forgetContent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('notificationBatches')
    .set({ content: '{}' })
    .where('id', '=', id)
    .where('finishedAt', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('notificationLogs').select('id').where('batchId', '=', id).where('state', '=', 'failed'),
        ),
      ),
    )
    .execute();
}

/** Marks a batch as finished if every recipient has been tried. */
export async function finishBatch(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('notificationBatches')
    .set({ finishedAt: at })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notificationLogs')
            .select('id')
            .where('batchId', '=', id)
            .where('state', 'in', ['pending', 'sending']),
        ),
      ),
    )
    .execute();
}

/** Reads the e-mail addresses among the recipients of a batch. */
export async function listAddresses(db: Db, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationLogs')
    .select('recipient')
    .where('batchId', '=', batchId)
    .where('channel', '=', 'Email')
    .execute();
  return rows.map(({ recipient }) => recipient);
}

/**
 * Reads the results of the recipients of a batch, in the order in which the recipients were added. Returns undefined as long
 * as the outcome of a message is not known, or somebody was not tried and does not wait to be tried again.
 */
export async function findResults(db: Db, batchId: string): Promise<Results | undefined> {
  const rows = await db
    .selectFrom('notificationLogs')
    .select(['recipient', 'memberId', 'result', 'error', 'nextTryAt', 'waitsFor'])
    .where('batchId', '=', batchId)
    .orderBy('id')
    .execute();
  const results: SendResult['results'] = [];
  for (const { recipient, memberId, result, error, waitsFor } of rows) {
    if (result === 'sending' || result === 'pending') return undefined;
    results.push({ recipient, memberId, result, error: error ?? waitsFor });
  }
  const nextTryAt = rows.flatMap((row) => row.nextTryAt ?? []).toSorted()[0] ?? null;
  return { results, nextTryAt };
}

type Results = Pick<SendResult, 'results' | 'nextTryAt'>;
