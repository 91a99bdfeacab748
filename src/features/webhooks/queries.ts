import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { insertRow } from '../../db/insert.ts';
import { prepared } from '../../db/prepared.ts';
import { EVENT_NAMES } from '../audit/announcements.ts';
import type { ListedWebhookEndpoint, WebhookEndpoint } from './schema.ts';
import type { WebhookEndpointTable } from './table.ts';

export type EndpointRow = Selectable<WebhookEndpointTable>;

/** Returns the sealed secrets of all endpoints. */
export function listSecrets(db: Db) {
  return db.selectFrom('webhookEndpoints').select(['id', 'secret']).orderBy('id').execute();
}

/** Returns all endpoints and how their deliveries go, the oldest first. */
export async function listEndpoints(db: Db): Promise<ListedWebhookEndpoint[]> {
  const rows = await db
    .selectFrom('webhookEndpoints')
    .selectAll()
    .select(
      sql<number>`(select count(*) from "webhookDeliveries"
        where "endpointId" = "webhookEndpoints"."id" and "state" = 'Pending')`.as('pending'),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const { pending, failingSince, lastDeliveredAt } = row;
    return { ...toEndpoint(row), pending, failingSince, lastDeliveredAt };
  });
}

/** Returns an endpoint, or undefined. */
export async function findEndpoint(db: Db, id: number): Promise<WebhookEndpoint | undefined> {
  const row = await findEndpointRow(db, id);
  return row && toEndpoint(row);
}

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  const { id, url, description, ownerId, switchedOffReason, createdAt, modifiedAt, createdBy, modifiedBy } = row;
  const wanted = new Set(row.events.split(' '));
  return {
    id,
    url,
    description,
    events: EVENT_NAMES.filter((name) => wanted.has(name)),
    includesDetails: row.includesDetails === 1,
    ownerId,
    isActive: row.isActive === 1,
    switchedOffReason,
    createdAt,
    modifiedAt,
    createdBy,
    modifiedBy,
  };
}

/** Returns an endpoint with its sealed secrets, or undefined. */
export function findEndpointRow(db: Db, id: number): Promise<EndpointRow | undefined> {
  return db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The active endpoints and the events that they want. This query is prepared, because it runs with many writes. */
export const listWanted = prepared((db) =>
  db.selectFrom('webhookEndpoints').select(['id', 'events']).where('isActive', '=', 1).orderBy('id'),
);

/** Returns the active endpoints that have failed since they last accepted an event. */
export const listFailing = prepared((db) =>
  db.selectFrom('webhookEndpoints').select('id').where('isActive', '=', 1).where('failingSince', 'is not', null),
);

/** Returns how many endpoints there are. */
export async function countEndpoints(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhookEndpoints')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds an endpoint and returns its id. */
export function insertEndpoint(db: Db, endpoint: Insertable<WebhookEndpointTable>): Promise<number> {
  return insertRow(db, 'webhookEndpoints', endpoint);
}

/** Changes columns of an endpoint. */
export async function updateEndpointColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<EndpointRow, 'id'>>,
): Promise<void> {
  await db.updateTable('webhookEndpoints').set(columns).where('id', '=', id).execute();
}

/** Removes an endpoint and its deliveries. */
export async function deleteEndpoint(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhookEndpoints').where('id', '=', id).execute();
}
