/**
 * Keeps the events that endpoints want, in the transaction of their facts. A fact that is rolled back leaves no event,
 * and an event that is kept is sent however the process ends (`dispatcher.ts`).
 */
import { randomUUID } from 'node:crypto';
import { type App, now } from '../../app.ts';
import type { Announcement } from '../audit/announcements.ts';
import { insertDeliveries } from './delivery-queries.ts';
import { listWanted } from './queries.ts';
import { TEST_EVENT } from './schema.ts';

/** Keeps these events for every endpoint that wants them. Must run in the transaction of their facts. */
export async function keepEvents(app: App, announcements: readonly Announcement[]): Promise<void> {
  const endpoints = await listWanted(app.db);
  if (endpoints.length === 0) return;
  const wanted = endpoints.map(({ id, events }) => ({ id, events: new Set(events.split(' ')) }));
  const occurredAt = now(app);
  const rows = announcements.flatMap((announcement) => {
    const eventId = newEventId();
    return wanted
      .filter(({ events }) => events.has(announcement.event))
      .map(({ id }) => rowOf(id, { ...announcement, eventId, occurredAt }));
  });
  await insertDeliveries(app.db, rows);
}

/** Keeps a test event for one endpoint, and returns its id. Must run in a transaction. */
export async function keepTest(app: App, endpointId: number): Promise<string> {
  const [eventId, occurredAt] = [newEventId(), now(app)];
  // Each test is about itself, so that it does not wait for an earlier one that failed.
  const test = { event: TEST_EVENT, subjectType: 'WebhookTest', subjectId: eventId };
  await insertDeliveries(app.db, [rowOf(endpointId, { ...test, eventId, occurredAt })]);
  return eventId;
}

/** Returns an id as the Standard Webhooks specification shows it. */
const newEventId = () => `msg_${randomUUID().replaceAll('-', '')}`;

type Kept = Pick<Announcement, 'subjectType' | 'subjectId'> & { event: string; eventId: string; occurredAt: string };

const rowOf = (endpointId: number, { eventId, event, subjectType, subjectId, occurredAt }: Kept) => ({
  endpointId,
  eventId,
  event,
  subjectType,
  subjectId,
  occurredAt,
  nextAttemptAt: occurredAt,
});
