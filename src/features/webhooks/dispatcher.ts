/**
 * Sends the kept events while the service runs. It looks twice a second, because commands keep events, too, and at
 * once when a delivery has ended. Each endpoint has a slot of its own, so a slow endpoint does not delay the others.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type App, inBackground, inTransaction, later, now } from '../../app.ts';
import { attempt } from './attempts.ts';
import { deleteOldDeliveries, type DeliveryRow, listDue, listDueEndpoints } from './delivery-queries.ts';
import { listFailing } from './queries.ts';
import { DELIVERED_KEPT_MS, OTHERS_KEPT_MS } from './rules.ts';

const LOOK_MS = 500;
/**
 * After an outcome could not be stored, as on a full disk, nothing is sent for this long, so that nobody is flooded.
 */
const TROUBLE_MS = 30_000;
const MOST_FOR_ENDPOINT = 4;
/** How many slots all endpoints share besides their own. */
const MOST_FURTHER = 8;
/** An endpoint whose last attempt took longer than this has only its own slot, as one that is failing. */
const SLOW_MS = 5000;

/**
 * Sends events until the app begins to close. Attempts that are running then are finished, or broken off at its end.
 */
export function keepDelivering(app: App): void {
  const system: App = { ...app, actor: { kind: 'system', name: 'webhooks' }, request: null };
  inBackground(system, () => deliverUntilEnd(system, LOOK_MS));
}

/** The attempts that are being made, by delivery, and the endpoints whose last attempt was slow. */
type Running = { attempts: Map<number, { endpointId: number; done: Promise<void> }>; slow: Set<number> };

/** Sends events, looking for new ones at this interval, until the app begins to close. */
export async function deliverUntilEnd(app: App, lookMs: number, slowMs = SLOW_MS): Promise<void> {
  const { ending } = app.background;
  const running: Running = { attempts: new Map(), slow: new Set() };
  const wake = new EventTarget();
  let isInTrouble = false;
  const begin = (delivery: DeliveryRow) => {
    const { id, endpointId } = delivery;
    const startedAt = performance.now();
    const done = attempt(app, delivery)
      .catch((error: unknown) => {
        isInTrouble = true;
        app.log.error({ err: error, deliveryId: id }, 'the outcome of a webhook could not be stored');
      })
      .finally(() => {
        running.attempts.delete(id);
        if (performance.now() - startedAt > slowMs) running.slow.add(endpointId);
        else running.slow.delete(endpointId);
        wake.dispatchEvent(new Event('wake'));
      });
    running.attempts.set(id, { endpointId, done });
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
    if (next.length === 0) await untilWoken(wake, lookMs, ending);
  }
  await Promise.all([...running.attempts.values()].map(({ done }) => done));
}

/**
 * Returns the deliveries to begin now. Each endpoint gets its first slot, whatever the others do; further ones are
 * shared in rounds among those that answer quickly.
 */
async function dueNow(app: App, { attempts, slow }: Running): Promise<DeliveryRow[]> {
  const at = now(app);
  const failing = new Set((await listFailing(app.db)).map(({ id }) => id));
  const used = countByEndpoint(attempts.values());
  const waiting: { own: number; due: DeliveryRow[] }[] = [];
  for (const { id } of await listDueEndpoints(app.db, at)) {
    const own = used.get(id) ?? 0;
    const most = failing.has(id) || slow.has(id) ? 1 : MOST_FOR_ENDPOINT;
    if (own >= most) continue;
    // Running deliveries are still due, so the query must return enough others.
    const due = (await listDue(app.db, id, at, most)).filter((one) => !attempts.has(one.id)).slice(0, most - own);
    waiting.push({ own, due });
  }
  const further = [...used.values()].reduce((sum, own) => sum + own - 1, 0);
  return inRounds(waiting, MOST_FURTHER - further);
}

/** Returns the first delivery to each endpoint that has none running, and so many further ones, in rounds. */
function inRounds(waiting: readonly { own: number; due: readonly DeliveryRow[] }[], further: number): DeliveryRow[] {
  const rounds = Array.from({ length: MOST_FOR_ENDPOINT }, (_, round) =>
    waiting.flatMap(({ own, due }) => (round < own ? [] : due.slice(round - own, round - own + 1))),
  );
  const [first = [], ...others] = rounds;
  return [...first, ...others.flat().slice(0, Math.max(0, further))];
}

function countByEndpoint(attempts: Iterable<{ endpointId: number }>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { endpointId } of attempts) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return counts;
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
