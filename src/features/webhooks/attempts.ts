/** Makes one attempt to deliver an event, and stores what became of it. */
import { type App, inTransaction, later, now } from '../../app.ts';
import { type DeliveryRow, findDelivery, updateDelivery } from './delivery-queries.ts';
import { type EndpointRow, findEndpointRow, updateEndpointColumns } from './queries.ts';
import { bodyOf } from './payload.ts';
import { FAILING_MS, pauseAfter, SURE_ATTEMPTS } from './rules.ts';
import { signingSecrets } from './secrets.ts';
import { type Attempt, send } from './sending.ts';
import { type Reason, switchOff, tellOwner } from './switching-off.ts';

/** Sends a delivery once and stores the outcome. Does nothing if the endpoint was removed or switched off meanwhile. */
export async function attempt(app: App, delivery: DeliveryRow): Promise<void> {
  const endpoint = await findEndpointRow(app.db, delivery.endpointId);
  if (endpoint?.isActive !== 1) return;
  const secrets = signingSecrets(app, endpoint);
  const { url } = endpoint;
  const { eventId } = delivery;
  const body = await writtenBody(app, delivery, endpoint);
  const made =
    secrets.length === 0 || body === undefined ? unsent(body) : await send(app, { url, eventId, body, secrets });
  // The database is closing. The event is sent again after the next start, with the same id.
  if (app.background.over.aborted) return;
  const reason = await inTransaction(app, (app) => keepOutcome(app, delivery, made));
  if (reason) tellOwner(app, endpoint, reason);
}

/** Returns the body of an event, or undefined and an entry in the log if the record cannot be read. */
async function writtenBody(app: App, delivery: DeliveryRow, endpoint: EndpointRow): Promise<string | undefined> {
  try {
    return await bodyOf(app, delivery, endpoint);
  } catch (error) {
    app.log.error({ err: error, deliveryId: delivery.id }, 'the record of an event could not be read');
    return undefined;
  }
}

const unsent = (body: string | undefined): Attempt => ({
  status: null,
  failure: body === undefined ? 'NoRecord' : 'NoSecret',
  durationMs: 0,
  retryAfterMs: 0,
});

/** Stores the outcome of an attempt. Returns why the endpoint was switched off, if it was. */
async function keepOutcome(app: App, sent: DeliveryRow, made: Attempt): Promise<Reason | undefined> {
  const { id, endpointId } = sent;
  // A person may have removed the endpoint, or asked for the event again, while it was being sent.
  const [endpoint, delivery] = [
    await findEndpointRow(app.db, endpointId),
    await findDelivery(app.db, endpointId, { id }),
  ];
  if (!endpoint || delivery?.state !== 'Pending' || delivery.nextAttemptAt !== sent.nextAttemptAt) return undefined;
  const { status: lastStatus, failure: lastFailure, durationMs: lastDurationMs } = made;
  const attempts = delivery.attempts + 1;
  const last = { attempts, lastAttemptAt: now(app), lastStatus, lastFailure, lastDurationMs };
  if (lastFailure === null) {
    await updateDelivery(app.db, id, { ...last, state: 'Delivered', deliveredAt: now(app) });
    await updateEndpointColumns(app.db, endpointId, { failingSince: null, lastDeliveredAt: now(app) });
    return undefined;
  }
  const what = { endpointId, deliveryId: id, status: lastStatus, failure: lastFailure, attempts };
  app.log.warn(what, 'a webhook was not accepted');
  const pause = pauseAfter(attempts, { retryAfterMs: made.retryAfterMs });
  await updateDelivery(
    app.db,
    id,
    pause === undefined ? { ...last, state: 'Failed' } : { ...last, nextAttemptAt: later(app, pause) },
  );
  return keepFailure(app, endpoint, { status: lastStatus, attempts });
}

/**
 * Notes since when an endpoint fails, and switches it off if it is gone, or has failed for five days and now fails for
 * some hours again: its last event may be long ago. Does nothing if it is switched off already, by a person or by another
 * delivery that was under way.
 */
async function keepFailure(
  app: App,
  endpoint: EndpointRow,
  { status, attempts }: { status: number | null; attempts: number },
): Promise<Reason | undefined> {
  if (endpoint.isActive !== 1) return undefined;
  const since = endpoint.failingSince ?? now(app);
  if (endpoint.failingSince === null) await updateEndpointColumns(app.db, endpoint.id, { failingSince: since });
  const age = app.clock.now().getTime() - Date.parse(since);
  const isOld = age >= FAILING_MS && attempts >= SURE_ATTEMPTS;
  // RFC 9110, 15.5.11: 410 means that the resource is gone for good.
  const reason = status === 410 ? 'Gone' : isOld ? 'Failing' : undefined;
  if (reason) await switchOff(app, endpoint.id, reason);
  return reason;
}
