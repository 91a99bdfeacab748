import { type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { equals } from '../../db/filters.ts';
import { insertRows } from '../../db/insert.ts';
import type { List } from '../../db/list.ts';
import { readPage } from '../../db/page.ts';
import { isOneOf, prepared } from '../../db/prepared.ts';
import type { Page } from '../../lib/page.ts';
import { failureSentence } from './failures.ts';
import type { WebhookDelivery, WebhookDeliveryQuery } from './schema.ts';
import type { WebhookDeliveryTable } from './table.ts';

export type DeliveryRow = Selectable<WebhookDeliveryTable>;

/** Adds deliveries that wait to be sent. */
export async function insertDeliveries(db: Db, rows: readonly Insertable<WebhookDeliveryTable>[]): Promise<void> {
  await insertRows(db, 'webhookDeliveries', rows);
}

const DELIVERIES = {
  table: 'webhookDeliveries',
  id: 'id',
  holds: [],
  orders: { id: { columns: [] } },
  show: prepared((db, ids: string) => db.selectFrom('webhookDeliveries').selectAll().where(isOneOf('id', ids))),
} satisfies List<WebhookDeliveryQuery['sort']['field'], DeliveryRow>;

/** Returns a page of the deliveries to an endpoint. */
export async function listDeliveries(
  db: Db,
  endpointId: number,
  query: WebhookDeliveryQuery,
): Promise<Page<WebhookDelivery>> {
  const filters = [
    equals('webhookDeliveries.endpointId', endpointId),
    equals('webhookDeliveries.state', query.state),
    equals('webhookDeliveries.event', query.event),
  ];
  const page = await readPage(db, DELIVERIES, { request: query, filters });
  return { ...page, items: page.items.map(toDelivery) };
}

/** Returns a delivery as the API shows it. */
export function toDelivery({ endpointId: _endpoint, nextAttemptAt, ...row }: DeliveryRow): WebhookDelivery {
  const event = row.event as WebhookDelivery['event'];
  const lastError = row.lastFailure && failureSentence(row.lastFailure, row.lastStatus);
  return { ...row, event, lastError, nextAttemptAt: row.state === 'Pending' ? nextAttemptAt : null };
}

/** Returns the delivery to an endpoint with this id, or of the event with this id, or undefined. */
export function findDelivery(
  db: Db,
  endpointId: number,
  which: { id: number } | { eventId: string },
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where((where) => where.and({ endpointId, ...which }))
    .executeTakeFirst();
}

/** Returns the active endpoints that have deliveries whose time has come. */
export const listDueEndpoints = prepared((db, at: string) =>
  db
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('isActive', '=', 1)
    .where((where) =>
      where.exists(
        where
          .selectFrom('webhookDeliveries')
          .select('webhookDeliveries.id')
          .whereRef('webhookDeliveries.endpointId', '=', 'webhookEndpoints.id')
          .where('webhookDeliveries.state', '=', 'Pending')
          .where('webhookDeliveries.nextAttemptAt', '<=', at),
      ),
    )
    .orderBy('id'),
);

/**
 * Returns the next deliveries to an endpoint whose time has come. A later event about the same record waits until the
 * earlier one was delivered or given up.
 */
export const listDue = prepared((db, endpointId: number, at: string, limit: number) =>
  db
    .selectFrom('webhookDeliveries as due')
    .selectAll('due')
    .where('due.endpointId', '=', endpointId)
    .where('due.state', '=', 'Pending')
    .where('due.nextAttemptAt', '<=', at)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('webhookDeliveries as before')
            .select('before.id')
            .whereRef('before.endpointId', '=', 'due.endpointId')
            .whereRef('before.subjectType', '=', 'due.subjectType')
            .whereRef('before.subjectId', '=', 'due.subjectId')
            .where('before.state', '=', 'Pending')
            .whereRef('before.id', '<', 'due.id'),
        ),
      ),
    )
    .orderBy('due.nextAttemptAt')
    .orderBy('due.id')
    .limit(limit),
);

/** Stores what became of a delivery. */
export async function updateDelivery(
  db: Db,
  id: number,
  columns: Partial<Omit<DeliveryRow, 'id' | 'endpointId'>>,
): Promise<void> {
  await db.updateTable('webhookDeliveries').set(columns).where('id', '=', id).execute();
}

/** Makes the deliveries to an endpoint that wait due at an instant, unless they are due earlier. */
export async function hastenDeliveries(db: Db, endpointId: number, at: string): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: at })
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'Pending')
    .where('nextAttemptAt', '>', at)
    .execute();
}

/** Removes the deliveries that happened before these instants, by state. Pending ones go with the failed ones. */
export async function deleteOldDeliveries(
  db: Db,
  { delivered, others }: { delivered: string; others: string },
): Promise<void> {
  await db
    .deleteFrom('webhookDeliveries')
    .where('occurredAt', '<', delivered)
    .where((where) => where.or([where('state', '=', 'Delivered'), where('occurredAt', '<', others)]))
    .execute();
}
