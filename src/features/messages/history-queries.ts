import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { compares, equals, isFilled } from '../../db/filters.ts';
import type { List } from '../../db/list.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import { addDays } from '../../lib/date.ts';
import type { Page } from '../../lib/page.ts';
import type { Recipient } from './batch-queries.ts';
import type { Batch, HistoryQuery, NotificationLog } from './schema.ts';

const HISTORY = {
  table: 'notificationLogs',
  id: 'id',
  holds: [isFilled('notificationLogs.sentAt', true)],
  orders: {
    id: { columns: [] },
    sentAt: { columns: ['sentAt'] },
    recipient: { columns: ['recipient'] },
    channel: { columns: ['channel'] },
    result: { columns: ['result'] },
  },
  show: prepared((db, ids: string) => db.selectFrom('notificationLogs').selectAll().where(isOneOf('id', ids))),
} satisfies List<HistoryQuery['sort']['field'], Recipient>;

/** Reads a page of the messages that Vestry tried to send. The latest come first unless the query has another order. */
export async function listHistory(db: Db, query: HistoryQuery): Promise<Page<NotificationLog>> {
  const { channel, result, memberId, batchId, from, to } = query;
  const filters = [
    equals('notificationLogs.channel', channel),
    equals('notificationLogs.result', result),
    equals('notificationLogs.memberId', memberId),
    equals('notificationLogs.batchId', batchId),
    compares('notificationLogs.sentAt', '>=', from),
    compares('notificationLogs.sentAt', '<', to === undefined ? undefined : addDays(to, 1)),
  ];
  const page = await readPage(db, HISTORY, { request: query, filters });
  return { ...page, items: page.items.map(toNotificationLog) };
}

/** Returns a message that Vestry tried to send, or undefined. */
export async function findNotification(db: Db, id: number): Promise<NotificationLog | undefined> {
  const row = await db.selectFrom('notificationLogs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toNotificationLog(row);
}

function toNotificationLog(message: Recipient): NotificationLog {
  const { id, batchId, channel, recipient, memberId, groupId, subject, error, sentAt, sentBy } = message;
  const result = message.result as NotificationLog['result'];
  return { id, batchId, channel, recipient, memberId, groupId, subject, result, error, sentAt: sentAt ?? '', sentBy };
}

/** A batch as it is stored, with the numbers of its messages in each state. */
export type CountedBatch = Omit<Batch, 'expectedEnd'>;

/** Reads the latest batches, or the latest unfinished ones. */
export function listBatches(db: Db, which: 'all' | 'unfinished', limit: number): Promise<CountedBatch[]> {
  let rows = batches(db);
  if (which === 'unfinished') rows = rows.where('finishedAt', 'is', null);
  return rows.orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute();
}

/** Returns a batch with the members who were skipped, as JSON; undefined if there is no such batch. */
export function findBatchDetail(db: Db, id: string): Promise<(CountedBatch & { skipped: string }) | undefined> {
  return batches(db).select('skipped').where('id', '=', id).executeTakeFirst();
}

function batches(db: Db) {
  const ofBatch = <T>(what: string, results: readonly Recipient['result'][]) =>
    sql<T>`(select ${sql.raw(what)} from "notificationLogs" where "batchId" = "notificationBatches"."id"
      and "result" in (${sql.join(results)}))`;
  const count = (...results: Recipient['result'][]) => ofBatch<number>('count(*)', results);
  return db
    .selectFrom('notificationBatches')
    .select(['id', 'channel', 'subject', 'createdAt', 'createdByName', 'finishedAt', 'stoppedAt'])
    .select([
      count('sent').as('sent'),
      count('failed').as('failed'),
      count('unknown').as('unknown'),
      count('pending', 'deferred', 'sending').as('open'),
      count('deferred').as('deferred'),
      ofBatch<string | null>('min("nextTryAt")', ['deferred']).as('nextTryAt'),
      ofBatch<string | null>('min("waitsFor")', ['deferred']).as('waitsFor'),
    ]);
}
