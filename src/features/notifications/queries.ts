import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { insertRows } from '../../db/insert.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import { addDays } from '../../lib/date.ts';
import type { Page } from '../../lib/page.ts';
import type { Batch, HistoryQuery, NotificationLog, SendResult } from './schema.ts';
import type { Channel, NotificationBatchTable, NotificationLogTable } from './table.ts';

export type BatchRow = Selectable<NotificationBatchTable>;
export type Recipient = Selectable<NotificationLogTable>;
export type NewRecipient = Pick<Insertable<NotificationLogTable>, 'recipient' | 'memberId' | 'groupId'> & {
  channel: Channel;
  retryKey: string | null;
};

/** Adds a batch and a row for each of its recipients, none of them tried. */
export async function insertBatch(db: Db, batch: BatchRow, recipients: readonly NewRecipient[]): Promise<void> {
  await db.insertInto('notificationBatches').values(batch).execute();
  await insertRecipients(db, batch, recipients);
}

/** Adds recipients to a batch that is there. */
export function insertRecipients(db: Db, batch: BatchRow, recipients: readonly NewRecipient[]): Promise<void> {
  const { id: batchId, subject, createdBy: sentBy } = batch;
  const rows = recipients.map((one) => {
    const own = one.channel === 'Line' ? null : subject;
    return { ...one, batchId, subject: own, state: 'pending' as const, error: null, sentAt: null, sentBy };
  });
  return insertRows(db, 'notificationLogs', rows);
}

/** A batch, or undefined. */
export function findBatch(db: Db, id: string): Promise<BatchRow | undefined> {
  return db.selectFrom('notificationBatches').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Takes the next recipient of an e-mail that nobody has tried, so that no other process tries them too. */
export async function claimNext(db: Db, batchId: string): Promise<Recipient | undefined> {
  return (await claim(db, batchId))[0];
}

const claim = prepared((db, batchId: string) =>
  db
    .updateTable('notificationLogs')
    .set({ state: 'sending' })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('notificationLogs')
        .select('id')
        .where('batchId', '=', batchId)
        .where('state', '=', 'pending')
        .where('channel', '=', 'Email')
        .orderBy('id')
        .limit(1),
    )
    .returningAll(),
);

/** Takes those of a batch that go out over LINE in one call: all with the retry key of the first. */
export async function claimCall(db: Db, batchId: string): Promise<Recipient[]> {
  const [first] = await db
    .selectFrom('notificationLogs')
    .select('retryKey')
    .where('batchId', '=', batchId)
    .where('channel', '=', 'Line')
    .where('state', '=', 'pending')
    .orderBy('id')
    .limit(1)
    .execute();
  if (!first) return [];
  const rows = await db
    .updateTable('notificationLogs')
    .set({ state: 'sending' })
    .where('batchId', '=', batchId)
    .where('channel', '=', 'Line')
    .where('state', '=', 'pending')
    .where('retryKey', 'is', first.retryKey)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Keeps that recipients were reached, at an instant. */
export const markSent = prepared((db, idsAsJson: string, at: string) =>
  db.updateTable('notificationLogs').set({ state: 'sent', sentAt: at }).where(isOneOf('id', idsAsJson)),
);

/** Keeps why recipients were not reached, at an instant. */
export const markFailed = prepared((db, idsAsJson: string, at: string, error: string) =>
  db.updateTable('notificationLogs').set({ state: 'failed', sentAt: at, error }).where(isOneOf('id', idsAsJson)),
);

/** The rows of a batch in a state and a channel. */
export function listInState(db: Db, batchId: string, state: 'pending' | 'sending', channel: Channel) {
  return db
    .selectFrom('notificationLogs')
    .selectAll()
    .where('batchId', '=', batchId)
    .where('state', '=', state)
    .where('channel', '=', channel)
    .orderBy('id')
    .execute();
}

/** Puts rows back to those that were not tried. */
export async function markPending(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('notificationLogs')
    .set({ state: 'pending' })
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** Keeps that every recipient of a batch was tried, if that is so. */
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

/** The addresses to which a batch writes. */
export async function listAddresses(db: Db, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('notificationLogs')
    .select('recipient')
    .where('batchId', '=', batchId)
    .where('channel', '=', 'Email')
    .execute();
  return rows.map(({ recipient }) => recipient);
}

/** What came of each recipient of a batch, in the order in which they were named. */
export async function listResults(db: Db, batchId: string): Promise<SendResult['results']> {
  const rows = await db
    .selectFrom('notificationLogs')
    .select(['recipient', 'memberId', 'state', 'error'])
    .where('batchId', '=', batchId)
    .where('state', 'in', ['sent', 'failed'])
    .orderBy('id')
    .execute();
  return rows.map(({ state, ...row }) => ({ ...row, result: state as 'sent' | 'failed' }));
}

/** A page of what was tried, the last first unless asked otherwise. */
export async function listHistory(db: Db, query: HistoryQuery): Promise<Page<NotificationLog>> {
  const { channel, result, memberId, batchId, from, to } = query;
  let rows = db.selectFrom('notificationLogs').where('sentAt', 'is not', null);
  if (channel !== undefined) rows = rows.where('channel', '=', channel);
  if (result !== undefined) rows = rows.where('state', '=', result);
  if (memberId !== undefined) rows = rows.where('memberId', '=', memberId);
  if (batchId !== undefined) rows = rows.where('batchId', '=', batchId);
  if (from !== undefined) rows = rows.where('sentAt', '>=', from);
  if (to !== undefined) rows = rows.where('sentAt', '<', addDays(to, 1));
  const page = await readPage(
    rows.selectAll(),
    rows.select((eb) => eb.fn.countAll().as('count')),
    {
      request: query,
      columns: { id: 'id', sentAt: 'sentAt', recipient: 'recipient', channel: 'channel', result: 'state' },
    },
  );
  return { ...page, items: page.items.map(toNotificationLog) };
}

function toNotificationLog({ state, retryKey: _retryKey, sentAt, ...row }: Recipient): NotificationLog {
  return { ...row, result: state as 'sent' | 'failed', sentAt: sentAt ?? '' };
}

/** The latest batches, or those that are not finished, with how many of their recipients came to what. */
export async function listBatches(db: Db, which: 'all' | 'unfinished', limit: number): Promise<Batch[]> {
  let rows = db.selectFrom('notificationBatches');
  if (which === 'unfinished') rows = rows.where('finishedAt', 'is', null);
  const count = (...states: Recipient['state'][]) =>
    sql<number>`(select count(*) from "notificationLogs" where "batchId" = "notificationBatches"."id"
      and "state" in (${sql.join(states)}))`;
  return rows
    .select(['id', 'channel', 'subject', 'createdAt', 'createdByName', 'finishedAt'])
    .select([count('sent').as('sent'), count('failed').as('failed'), count('pending', 'sending').as('open')])
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
