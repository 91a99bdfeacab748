/** Webhook endpoints: to which addresses Vestry sends events, and which. */
import { type App, actorId, created, inSnapshot, inTransaction, later, modified, now } from '../../app.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import type { Page } from '../../lib/page.ts';
import { changesBetween } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import {
  findDelivery,
  hastenDeliveries,
  listDeliveries as readDeliveries,
  toDelivery,
  updateDelivery,
} from './delivery-queries.ts';
import { keepTest } from './outbox.ts';
import {
  countEndpoints,
  deleteEndpoint,
  findEndpoint,
  findEndpointRow,
  insertEndpoint,
  listEndpoints as readEndpoints,
  updateEndpointColumns,
} from './queries.ts';
import { OLD_SECRET_MS, urlFault } from './rules.ts';
import {
  type CreatedWebhookEndpoint,
  type ListedWebhookEndpoint,
  type NewWebhookEndpoint,
  type WebhookDelivery,
  type WebhookDeliveryQuery,
  WebhookEndpoint,
  type WebhookSecret,
} from './schema.ts';
import { newSecret } from './secrets.ts';

const MOST_ENDPOINTS = 20;

/** Returns all endpoints, and how their deliveries go. */
export async function listEndpoints(app: App): Promise<{ items: ListedWebhookEndpoint[] }> {
  return inSnapshot(app, async ({ db }) => ({ items: await readEndpoints(db) }));
}

/** Returns an endpoint. Raises `not_found`. */
export async function getEndpoint(app: App, id: number): Promise<WebhookEndpoint> {
  const endpoint = await inSnapshot(app, ({ db }) => findEndpoint(db, id));
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

/**
 * Adds an endpoint, and returns its secret, which is shown only once. Raises `validation_failed` for an address that is
 * not allowed, and `conflict` if there are twenty endpoints.
 */
export function createEndpoint(app: App, input: NewWebhookEndpoint): Promise<CreatedWebhookEndpoint> {
  const columns = columnsOf(app, input);
  const { secret, sealed } = newSecret(app);
  return inTransaction(app, async (app) => {
    if ((await countEndpoints(app.db)) >= MOST_ENDPOINTS) {
      throw new AppError('conflict', `There are at most ${MOST_ENDPOINTS} webhook endpoints. Remove one first.`);
    }
    const id = await insertEndpoint(app.db, {
      ...columns,
      ownerId: actorId(app),
      secret: sealed,
      switchedOffReason: null,
      previousSecret: null,
      previousSecretUntil: null,
      failingSince: null,
      lastDeliveredAt: null,
      ...created(app),
    });
    const endpoint = await getEndpoint(app, id);
    await recordChange(app, 'WebhookEndpointCreated', null, endpoint);
    return { endpoint, secret };
  });
}

/**
 * Replaces the fields of an endpoint. Whoever changes the address or the details becomes its owner, with whose
 * permissions records are read. Raises `not_found` and `validation_failed`.
 */
export function updateEndpoint(app: App, id: number, input: NewWebhookEndpoint): Promise<WebhookEndpoint> {
  const columns = columnsOf(app, input);
  return inTransaction(app, async (app) => {
    const { url, includesDetails } = await getEndpoint(app, id);
    const isOther = url !== input.url || includesDetails !== input.includesDetails;
    const owned = isOther ? { ...columns, ownerId: actorId(app) } : columns;
    return change(app, id, { action: 'WebhookEndpointUpdated', columns: owned });
  });
}

/** Switches an endpoint off. Its pending events wait. Raises `not_found`. */
export function deactivateEndpoint(app: App, id: number): Promise<WebhookEndpoint> {
  const columns = { isActive: 0, switchedOffReason: 'Owner' } as const;
  return change(app, id, { action: 'WebhookEndpointDeactivated', columns });
}

/** Switches an endpoint on again. Events that wait are sent at once. Raises `not_found`. */
export function activateEndpoint(app: App, id: number): Promise<WebhookEndpoint> {
  const columns = { isActive: 1, switchedOffReason: null, failingSince: null } as const;
  return inTransaction(app, async (app) => {
    await hastenDeliveries(app.db, id, now(app));
    return change(app, id, { action: 'WebhookEndpointActivated', columns });
  });
}

type Change = { action: string; columns: Parameters<typeof updateEndpointColumns>[2] };

function change(app: App, id: number, { action, columns }: Change): Promise<WebhookEndpoint> {
  return inTransaction(app, async (app) => {
    const before = await getEndpoint(app, id);
    await updateEndpointColumns(app.db, id, { ...columns, ...modified(app) });
    const after = await getEndpoint(app, id);
    await recordChange(app, action, before, after);
    return after;
  });
}

/** Removes an endpoint and the list of its deliveries. Raises `not_found`. */
export async function removeEndpoint(app: App, id: number): Promise<void> {
  await inTransaction(app, async (app) => {
    const before = await getEndpoint(app, id);
    await deleteEndpoint(app.db, id);
    await recordChange(app, 'WebhookEndpointDeleted', before, null);
  });
}

/** Gives an endpoint a new secret, which is shown only once. The old one also signs for a day. Raises `not_found`. */
export function rotateSecret(app: App, id: number): Promise<WebhookSecret> {
  const { secret, sealed } = newSecret(app);
  return inTransaction(app, async (app) => {
    const row = await findEndpointRow(app.db, id);
    if (!row) throw notFound('webhook endpoint');
    const old = { previousSecret: row.secret, previousSecretUntil: later(app, OLD_SECRET_MS) };
    await updateEndpointColumns(app.db, id, { secret: sealed, ...old, ...modified(app) });
    await record(app, { action: 'WebhookEndpointSecretReplaced', entityType: 'WebhookEndpoint', entityId: id });
    return { secret };
  });
}

/** Sends a test event to an endpoint. Raises `not_found`, and `conflict` if it is switched off. */
export function testEndpoint(app: App, id: number): Promise<WebhookDelivery> {
  return inTransaction(app, async (app) => {
    const { isActive } = await getEndpoint(app, id);
    if (!isActive) throw isOff();
    const delivery = await findDelivery(app.db, id, { eventId: await keepTest(app, id) });
    await record(app, { action: 'WebhookEndpointTested', entityType: 'WebhookEndpoint', entityId: id });
    if (!delivery) throw notFound('delivery');
    return toDelivery(delivery);
  });
}

/** Returns a page of the deliveries to an endpoint. Raises `not_found`. */
export function listDeliveries(app: App, id: number, query: WebhookDeliveryQuery): Promise<Page<WebhookDelivery>> {
  return inSnapshot(app, async (app) => {
    await getEndpoint(app, id);
    return readDeliveries(app.db, id, query);
  });
}

/** Sends an event again, with the same id. Raises `not_found`, and `conflict` if the endpoint is switched off. */
export function repeatDelivery(app: App, endpointId: number, id: number): Promise<WebhookDelivery> {
  return inTransaction(app, async (app) => {
    const { isActive } = await getEndpoint(app, endpointId);
    if (!isActive) throw isOff();
    if (!(await findDelivery(app.db, endpointId, { id }))) throw notFound('delivery');
    await updateDelivery(app.db, id, { state: 'Pending', attempts: 0, nextAttemptAt: now(app), deliveredAt: null });
    await record(app, { action: 'WebhookDeliveryRepeated', entityType: 'WebhookEndpoint', entityId: endpointId });
    const delivery = await findDelivery(app.db, endpointId, { id });
    if (!delivery) throw notFound('delivery');
    return toDelivery(delivery);
  });
}

function columnsOf({ config }: App, { url, description, events, includesDetails }: NewWebhookEndpoint) {
  const fault = urlFault(url, config);
  if (fault !== undefined) throw badField('url', 'webhook_url', fault);
  return { url, description, events: events.join(' '), includesDetails: includesDetails ? (1 as const) : (0 as const) };
}

function isOff(): AppError {
  return new AppError('conflict', 'This webhook endpoint is switched off. Switch it on first.');
}

function recordChange(app: App, action: string, before: WebhookEndpoint | null, after: WebhookEndpoint | null) {
  const changes = changesBetween(WebhookEndpoint, before, after);
  const entityId = (after ?? before)?.id ?? 0;
  return record(app, { action, entityType: 'WebhookEndpoint', entityId, changes });
}
