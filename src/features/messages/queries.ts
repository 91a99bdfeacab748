import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { insertRows } from '../../db/insert.ts';
import { compares, equals, isFilled } from '../../db/filters.ts';
import type { List } from '../../db/list.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import { addDays } from '../../lib/date.ts';
import type { Page } from '../../lib/page.ts';
import type { Batch, HistoryQuery, NotificationLog, SendResult } from './schema.ts';
import type { Flag } from '../../db/columns.ts';
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

/** The rows of one call to LINE; it was made for several when they share their key with others. */
export type Call = { recipients: Recipient[]; isShared: boolean };

/** Takes those of a batch that go out over LINE in one call: all with the retry key of the first that is pending. */
export async function claimCall(db: Db, batchId: string): Promise<Call | undefined> {
  const lines = db.selectFrom('notificationLogs').where('batchId', '=', batchId).where('channel', '=', 'Line');
  const first = await lines.select('retryKey').where('state', '=', 'pending').orderBy('id').limit(1).executeTakeFirst();
  if (!first) return undefined;
  const { retryKey } = first;
  const { count } = await lines
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('retryKey', '=', retryKey)
    .executeTakeFirstOrThrow();
  const rows = await db
    .updateTable('notificationLogs')
    .set({ state: 'sending' })
    .where('batchId', '=', batchId)
    .where('state', '=', 'pending')
    .where('retryKey', '=', retryKey)
    .returningAll()
    .execute();
  return { recipients: rows.toSorted((a, b) => a.id - b.id), isShared: count > 1 };
}

/** Gives each of the rows a key of its own, and so a call; they are to be sent. */
export async function giveKeys(db: Db, ids: readonly number[], newKey: () => string): Promise<void> {
  for (const id of ids) {
    await db
      .updateTable('notificationLogs')
      .set({ retryKey: newKey(), state: 'pending' })
      .where('id', '=', id)
      .execute();
  }
}

type Kept = { at: string; outcome: { ok: true } | { ok: false; error: string; mayHaveArrived: boolean } };

/** Keeps what came of recipients at an instant. */
export async function keepOutcome(db: Db, ids: readonly number[], { at, outcome }: Kept): Promise<void> {
  if (ids.length === 0) return;
  const list = JSON.stringify(ids);
  if (outcome.ok) await markSent(db, list, at);
  else await (outcome.mayHaveArrived ? markDoubtful : markFailed)(db, list, at, outcome.error);
}

const markSent = prepared((db, idsAsJson: string, at: string) =>
  db
    .updateTable('notificationLogs')
    .set({ state: 'sent', sentAt: at, error: null, mayHaveArrived: 0 })
    .where(isOneOf('id', idsAsJson)),
);

const failedAs = (mayHaveArrived: Flag) =>
  prepared((db, idsAsJson: string, at: string, error: string) =>
    db
      .updateTable('notificationLogs')
      .set({ state: 'failed', sentAt: at, error, mayHaveArrived })
      .where(isOneOf('id', idsAsJson)),
  );
const markFailed = failedAs(0);
const markDoubtful = failedAs(1);

/** How many recipients of a batch are still to be tried over a channel. */
export async function countPending(db: Db, batchId: string, channel: Channel): Promise<number> {
  const { count } = await db
    .selectFrom('notificationLogs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batchId', '=', batchId)
    .where('state', '=', 'pending')
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow();
  return count;
}

/** The ids of the rows of a batch that were on their way when a process died. */
export async function listDoubtful(db: Db, batchId: string, channel: Channel): Promise<number[]> {
  const rows = await db
    .selectFrom('notificationLogs')
    .select('id')
    .where('batchId', '=', batchId)
    .where('state', '=', 'sending')
    .where('channel', '=', channel)
    .execute();
  return rows.map(({ id }) => id);
}

/** Puts rows back to those that are to be tried; they keep their retry keys. */
export async function markPending(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('notificationLogs')
    .set({ state: 'pending', error: null, sentAt: null, mayHaveArrived: 0 })
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
}

/** The rows of a batch that failed, or whose member was deleted before they were tried. */
export async function listSetBack(db: Db, batchId: string) {
  const rows = await db
    .selectFrom('notificationLogs')
    .leftJoin('members', 'members.id', 'notificationLogs.memberId')
    .select(['notificationLogs.id', 'channel', 'state', 'mayHaveArrived', 'members.deletedAt'])
    .where('batchId', '=', batchId)
    .where('state', 'in', ['failed', 'pending'])
    .execute();
  return {
    failed: rows.filter(({ state }) => state === 'failed'),
    deletedIds: rows.filter(({ state, deletedAt }) => state === 'pending' && deletedAt !== null).map(({ id }) => id),
  };
}

/** Notes that a batch is to be worked off again. */
export async function reopenBatch(db: Db, id: string): Promise<void> {
  await db.updateTable('notificationBatches').set({ finishedAt: null }).where('id', '=', id).execute();
}

/** Forgets what the messages of a batch said, once nobody can be sent them any more. */
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

const HISTORY = {
  table: 'notificationLogs',
  id: 'id',
  holds: [isFilled('notificationLogs.sentAt', true)],
  orders: {
    id: { columns: [] },
    sentAt: { columns: ['sentAt'] },
    recipient: { columns: ['recipient'] },
    channel: { columns: ['channel'] },
    result: { columns: ['state'] },
  },
  show: prepared((db, ids: string) => db.selectFrom('notificationLogs').selectAll().where(isOneOf('id', ids))),
} satisfies List<HistoryQuery['sort']['field'], Recipient>;

/** A page of what was tried, the last first unless asked otherwise. */
export async function listHistory(db: Db, query: HistoryQuery): Promise<Page<NotificationLog>> {
  const { channel, result, memberId, batchId, from, to } = query;
  const filters = [
    equals('notificationLogs.channel', channel),
    equals('notificationLogs.state', result),
    equals('notificationLogs.memberId', memberId),
    equals('notificationLogs.batchId', batchId),
    compares('notificationLogs.sentAt', '>=', from),
    compares('notificationLogs.sentAt', '<', to === undefined ? undefined : addDays(to, 1)),
  ];
  const page = await readPage(db, HISTORY, { request: query, filters });
  return { ...page, items: page.items.map(toNotificationLog) };
}

function toNotificationLog({
  state,
  retryKey: _key,
  mayHaveArrived: _doubt,
  sentAt,
  ...row
}: Recipient): NotificationLog {
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
