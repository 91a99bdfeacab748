/**
 * Sends the kept events while the service runs. It looks twice a second, because commands keep events, too, and at
 * once when a delivery has ended. A slow endpoint does not delay the others.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type App, inBackground, inTransaction, later, now } from '../../app.ts';
import { attempt } from './attempts.ts';
import { deleteOldDeliveries, type DeliveryRow, listDue, listDueEndpoints } from './delivery-queries.ts';
import { DELIVERED_KEPT_MS, OTHERS_KEPT_MS } from './rules.ts';

const LOOK_MS = 500;
/**
 * After an outcome could not be stored, as on a full disk, nothing is sent for this long, so that nobody is flooded.
 */
const TROUBLE_MS = 30_000;
const MOST_AT_ONCE = 8;
const MOST_FOR_ENDPOINT = 4;

/**
 * Sends events until the app begins to close. Attempts that are running then are finished, or broken off at its end.
 */
export function keepDelivering(app: App): void {
  const system: App = { ...app, actor: { kind: 'system', name: 'webhooks' }, request: null };
  inBackground(system, () => deliverUntilEnd(system, LOOK_MS));
}

/** Sends events, looking for new ones at this interval, until the app begins to close. */
export async function deliverUntilEnd(app: App, lookMs: number): Promise<void> {
  const { ending } = app.background;
  const running = new Map<number, { endpointId: number; done: Promise<void> }>();
  const wake = new EventTarget();
  let isInTrouble = false;
  const begin = (delivery: DeliveryRow) => {
    const { id, endpointId } = delivery;
    const done = attempt(app, delivery)
      .catch((error: unknown) => {
        isInTrouble = true;
        app.log.error({ err: error, deliveryId: id }, 'the outcome of a webhook could not be stored');
      })
      .finally(() => {
        running.delete(id);
        wake.dispatchEvent(new Event('wake'));
      });
    running.set(id, { endpointId, done });
  };
  while (!ending.aborted) {
    if (isInTrouble) {
      isInTrouble = false;
      await pause(TROUBLE_MS, undefined, { ref: false, signal: ending }).catch(() => {});
      continue;
    }
    const next = await dueNow(app, running).catch((error: unknown) => {
      // The database may be busy with another process. The next look finds the same events.
      app.log.error({ err: error }, 'the events for webhooks could not be read');
      return [];
    });
    for (const delivery of next) begin(delivery);
    if (next.length === 0 || running.size >= MOST_AT_ONCE) await untilWoken(wake, lookMs, ending);
  }
  await Promise.all([...running.values()].map(({ done }) => done));
}

/** Returns the deliveries to begin now, at most four for one endpoint and eight in all. */
async function dueNow(app: App, running: ReadonlyMap<number, { endpointId: number }>): Promise<DeliveryRow[]> {
  const found: DeliveryRow[] = [];
  const at = now(app);
  for (const { id } of await listDueEndpoints(app.db, at)) {
    const own = [...running.values()].filter(({ endpointId }) => endpointId === id).length;
    const free = Math.min(MOST_FOR_ENDPOINT - own, MOST_AT_ONCE - running.size - found.length);
    if (free <= 0) continue;
    // Running deliveries are still due, so the query must return enough others.
    const due = await listDue(app.db, id, at, free + own);
    found.push(...due.filter((one) => !running.has(one.id)).slice(0, free));
  }
  return found;
}

/** Waits until a delivery has ended, until the interval is over, or until the app begins to close. */
async function untilWoken(wake: EventTarget, lookMs: number, ending: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const stop = () => woken.abort();
  wake.addEventListener('wake', stop, { once: true });
  await pause(lookMs, undefined, { ref: false, signal: AbortSignal.any([woken.signal, ending]) }).catch(() => {});
  wake.removeEventListener('wake', stop);
}

/** Removes delivered events after 30 days, and others after 90. */
export async function forgetOldDeliveries(app: App): Promise<void> {
  const before = { delivered: later(app, -DELIVERED_KEPT_MS), others: later(app, -OTHERS_KEPT_MS) };
  await inTransaction(app, ({ db }) => deleteOldDeliveries(db, before));
}
