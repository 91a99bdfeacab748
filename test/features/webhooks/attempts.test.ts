import { onTestFinished, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { inTransaction } from '../../../src/app.ts';
import { AppError } from '../../../src/errors.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import { EVENT_DETAILS } from '../../../src/features/audit/announcements.ts';
import { AuditQuery } from '../../../src/features/audit/schema.ts';
import { listAuditLogs } from '../../../src/features/audit/service.ts';
import { NewMember } from '../../../src/features/people/members/schema.ts';
import { createMember } from '../../../src/features/people/members/service.ts';
import { attempt } from '../../../src/features/webhooks/attempts.ts';
import { listDue } from '../../../src/features/webhooks/delivery-queries.ts';
import { deliverUntilEnd, forgetOldDeliveries } from '../../../src/features/webhooks/dispatcher.ts';
import {
  activateEndpoint,
  createEndpoint,
  deactivateEndpoint,
  getEndpoint,
  listDeliveries,
  repeatDelivery,
  rotateSecret,
  testEndpoint,
} from '../../../src/features/webhooks/service.ts';
import { NewWebhookEndpoint, WebhookDeliveryQuery } from '../../../src/features/webhooks/schema.ts';
import type { Point } from '../../../src/room-declarations.ts';
import { decode } from '../../../src/validate.ts';
import { as, type TestApp, testApp } from '../../support/app.ts';
import { pause, type Reply, until } from '../../support/loopback.ts';
import { startReceiver } from '../../support/receiver.ts';

async function setUp() {
  const plain = await testApp();
  const app: TestApp = { ...plain, config: { ...plain.config, webhookAddresses: 'network' } };
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const input = decode(NewWebhookEndpoint, { url: receiver.url, events: ['member.created'] });
  const { endpoint, secret } = await createEndpoint(app, input);
  receiver.secrets.push(secret ?? '');
  return { app, receiver, id: endpoint.id };
}

const page = decode(WebhookDeliveryQuery, { sort: 'id', pageSize: '200' });
const statesOf = async (app: App, id: number) =>
  (await listDeliveries(app, id, page)).items.map(({ state, attempts }) => ({ state, attempts }));

/** Makes the attempts that are due, one after the other. */
async function attemptDue(app: App, id: number): Promise<void> {
  const at = app.clock.now().toISOString();
  for (const delivery of await listDue(app.db, id, at, 100)) await attempt(app, delivery);
}

test('an event is given up after eight attempts within about a day and a half', async () => {
  const { app, receiver, id } = await setUp();
  receiver.answer(() => ({ status: 500, body: '' }));
  await testEndpoint(app, id);
  const start = app.clock.now().getTime();
  for (let hour = 0; hour <= 42; hour += 0.5) {
    app.setNow(new Date(start + hour * 3_600_000).toISOString());
    await attemptDue(app, id);
  }
  expect(await statesOf(app, id)).toEqual([{ state: 'Failed', attempts: 8 }]);
  expect(new Set(receiver.received.map((event) => event.id)).size).toBe(1);
  expect((await getEndpoint(app, id)).isActive).toBe(true);
});

test('an endpoint that accepts nothing for five days is switched off, but not one that accepts in between', async () => {
  const { app, receiver, id } = await setUp();
  receiver.answer(() => ({ status: 500, body: '' }));
  const start = app.clock.now().getTime();
  for (let day = 0; day < 5; day += 1) {
    app.setNow(new Date(start + day * 86_400_000).toISOString());
    await testEndpoint(app, id);
    await attemptDue(app, id);
  }
  expect(await getEndpoint(app, id)).toMatchObject({ isActive: true });
  app.setNow(new Date(start + 5 * 86_400_000).toISOString());
  await attemptDue(app, id);
  expect(await getEndpoint(app, id)).toMatchObject({ isActive: false, switchedOffReason: 'Failing' });

  const other = await setUp();
  for (let day = 0; day < 8; day += 1) {
    other.app.setNow(new Date(start + day * 86_400_000).toISOString());
    other.receiver.answer(() => ({ status: day === 3 ? 204 : 500, body: '' }));
    await testEndpoint(other.app, other.id);
    await attemptDue(other.app, other.id);
  }
  expect(await getEndpoint(other.app, other.id)).toMatchObject({ isActive: true });
});

test('an endpoint that seldom gets an event is switched off, too, but not before an event has failed for hours', async () => {
  const { app, receiver, id } = await setUp();
  receiver.answer(() => ({ status: 500, body: '' }));
  const start = app.clock.now().getTime();
  const isActiveAfter = async (hours: number) => {
    app.setNow(new Date(start + hours * 3_600_000).toISOString());
    await attemptDue(app, id);
    return (await getEndpoint(app, id)).isActive;
  };
  await testEndpoint(app, id);
  for (let hour = 0; hour <= 42; hour += 0.5) await isActiveAfter(hour);
  app.setNow(new Date(start + 9 * 86_400_000).toISOString());
  await testEndpoint(app, id);
  expect(await isActiveAfter(9 * 24)).toBe(true);
  for (let hour = 0.5; hour <= 2.5; hour += 0.5) expect(await isActiveAfter(9 * 24 + hour)).toBe(true);
  await isActiveAfter(9 * 24 + 12);
  expect(await getEndpoint(app, id)).toMatchObject({ isActive: false, switchedOffReason: 'Failing' });
});

test('an event that is asked for again while it is being sent is sent once more', async () => {
  const { app, receiver, id } = await setUp();
  await testEndpoint(app, id);
  const [delivery] = await listDue(app.db, id, app.clock.now().toISOString(), 1);
  receiver.answer(async () => {
    app.setNow(new Date(app.clock.now().getTime() + 1000).toISOString());
    await repeatDelivery(app, id, delivery?.id ?? 0);
    return { status: 204, body: '' };
  });
  await attemptDue(app, id);
  expect(await statesOf(app, id)).toEqual([{ state: 'Pending', attempts: 0 }]);
  receiver.answer(() => ({ status: 204, body: '' }));
  await attemptDue(app, id);
  expect(await statesOf(app, id)).toEqual([{ state: 'Delivered', attempts: 1 }]);
});

test('deliveries that fail together switch the endpoint off once', async () => {
  const { app, receiver, id } = await setUp();
  for (let count = 0; count < 3; count += 1) await testEndpoint(app, id);
  const due = await listDue(app.db, id, app.clock.now().toISOString(), 100);
  receiver.answer(() => ({ status: 410, body: '' }));
  await Promise.all(due.map((delivery) => attempt(app, delivery)));
  expect(receiver.received).toHaveLength(3);
  expect(await statesOf(app, id)).toEqual(Array.from({ length: 3 }, () => ({ state: 'Pending', attempts: 1 })));
  expect(await countSwitchedOff(app)).toBe(1);
});

test('a delivery that fails after a person switched the endpoint off leaves it as the person left it', async () => {
  const { app, receiver, id } = await setUp();
  await testEndpoint(app, id);
  const off: Promise<unknown>[] = [];
  receiver.answer(() => {
    off.push(deactivateEndpoint(app, id));
    return { status: 410, body: '' };
  });
  await attemptDue(app, id);
  await Promise.all(off);
  expect(await getEndpoint(app, id)).toMatchObject({ isActive: false, switchedOffReason: 'Owner' });
  expect(await countSwitchedOff(app)).toBe(0);
});

/** Returns how often the log says that an endpoint was switched off by Vestry. */
async function countSwitchedOff(app: App): Promise<number> {
  const { items } = await listAuditLogs(app, decode(AuditQuery, { action: 'WebhookEndpointSwitchedOff' }));
  return items.length;
}

test('events that wait are sent as soon as the endpoint is switched on again', async () => {
  const { app, receiver, id } = await setUp();
  receiver.answer(() => ({ status: 500, body: '' }));
  await testEndpoint(app, id);
  await attemptDue(app, id);
  await deactivateEndpoint(app, id);
  receiver.answer(() => ({ status: 204, body: '' }));
  await activateEndpoint(app, id);
  await attemptDue(app, id);
  expect(await statesOf(app, id)).toEqual([{ state: 'Delivered', attempts: 2 }]);
});

test('the old secret also signs for a day after it was replaced, and no longer', async () => {
  const { app, receiver, id } = await setUp();
  const { secret } = await rotateSecret(app, id);
  await testEndpoint(app, id);
  await attemptDue(app, id);
  const [event] = receiver.received;
  expect(String(event?.call.headers['webhook-signature']).split(' ')).toHaveLength(2);
  receiver.secrets.splice(0, 1, secret ?? '');
  app.setNow(new Date(app.clock.now().getTime() + 86_400_000).toISOString());
  await testEndpoint(app, id);
  await attemptDue(app, id);
  const [, later] = receiver.received;
  expect(String(later?.call.headers['webhook-signature']).split(' ')).toHaveLength(1);
});

test('an endpoint whose secret cannot be decrypted gets nothing, and the delivery says what to do', async () => {
  const { app, receiver, id } = await setUp();
  await testEndpoint(app, id);
  const { secrets } = app;
  const foreign: App = { ...app, secrets: () => ({ ...secrets(), encryptionKey: new Uint8Array(32) }) };
  await attemptDue(foreign, id);
  expect(receiver.received).toEqual([]);
  const { items } = await listDeliveries(app, id, page);
  expect(items[0]?.lastError).toContain('vestry webhook rotate-secret ID');

  const { secret } = await rotateSecret(foreign, id);
  receiver.secrets.splice(0, 1, secret ?? '');
  await testEndpoint(foreign, id);
  await attemptDue(foreign, id);
  expect(receiver.received).toHaveLength(1);
});

test('an event whose record cannot be read just now is kept, and not sent without the record', async () => {
  const { app, receiver } = await setUp();
  const { user } = await createUser(app, {
    email: 'ann@example.org',
    displayName: 'Ann',
    roles: ['super_admin'],
    memberId: null,
  });
  const owner = as(app, user.id, 'super_admin');
  const fields = { url: receiver.url, events: ['member.created'], includesDetails: true };
  const { endpoint, secret } = await createEndpoint(owner, decode(NewWebhookEndpoint, fields));
  receiver.secrets.push(secret ?? '');
  const { id } = endpoint;
  await createMember(app, decode(NewMember, { firstName: 'Wei', lastName: 'Chen' }));
  const refusing = (error: AppError) => async () => {
    throw error;
  };
  const details = (error: AppError) => [{ subjectType: 'Member', permission: 'members.read', read: refusing(error) }];
  const failing = (error: AppError): App => ({
    ...app,
    declared: (async (point: Point<unknown>) =>
      point === EVENT_DETAILS ? details(error) : app.declared(point)) as App['declared'],
  });
  await attemptDue(failing(new AppError('unavailable', 'The database is busy.')), id);
  expect(receiver.received).toEqual([]);
  expect((await listDeliveries(app, id, page)).items).toMatchObject([{ state: 'Pending', lastFailure: 'NoRecord' }]);

  app.setNow(new Date(app.clock.now().getTime() + 60_000).toISOString());
  await attemptDue(failing(new AppError('not_found', 'This member does not exist.')), id);
  expect(receiver.received.at(-1)?.data).not.toHaveProperty('record');
});

test('delivered events are removed after 30 days, and others after 90', async () => {
  const { app, receiver, id } = await setUp();
  await testEndpoint(app, id);
  await attemptDue(app, id);
  receiver.answer(() => ({ status: 500, body: '' }));
  await testEndpoint(app, id);
  await attemptDue(app, id);
  app.setNow('2026-12-19T00:00:00.000Z');
  await forgetOldDeliveries(app);
  expect(await statesOf(app, id)).toEqual([{ state: 'Pending', attempts: 1 }]);
  app.setNow('2027-02-18T00:00:00.000Z');
  await forgetOldDeliveries(app);
  expect(await statesOf(app, id)).toEqual([]);
});

test('a slow endpoint does not hold up another, and the service ends when it is asked to', async () => {
  const { app, receiver, id } = await setUp();
  const slow = await startReceiver();
  onTestFinished(slow.close);
  let isStuck = 0;
  slow.answer(() => {
    isStuck += 1;
    return new Promise(() => {}) as never;
  });
  const input = decode(NewWebhookEndpoint, { url: slow.url, events: ['member.created'] });
  const stuck = await createEndpoint(app, input);
  slow.secrets.push(stuck.secret ?? '');
  for (let count = 0; count < 20; count += 1) await testEndpoint(app, stuck.endpoint.id);
  await testEndpoint(app, id);
  const done = deliverUntilEnd(app, 10);
  await receiver.events(1);
  await slow.events(1);
  expect(isStuck).toBeLessThanOrEqual(4);
  app.background.stop();
  const over = app.background.end(0);
  await Promise.all([done, over]);
  expect(await statesOf(app, stuck.endpoint.id)).toContainEqual({ state: 'Pending', attempts: 0 });
});

/** Adds an endpoint that answers as given, with so many events. Returns its most calls at once, and its calls. */
async function slowEndpoint(app: App, events: number, answer: () => Promise<Reply>) {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const calls = { now: 0, most: 0, all: 0 };
  receiver.answer(async () => {
    calls.now += 1;
    calls.all += 1;
    calls.most = Math.max(calls.most, calls.now);
    const reply = await answer();
    calls.now -= 1;
    return reply;
  });
  const input = decode(NewWebhookEndpoint, { url: receiver.url, events: ['member.created'] });
  const { endpoint, secret } = await createEndpoint(app, input);
  receiver.secrets.push(secret ?? '');
  for (let count = 0; count < events; count += 1) await testEndpoint(app, endpoint.id);
  return { id: endpoint.id, calls };
}

const never = () => new Promise<Reply>(() => {});

/** Breaks off the attempts that are running, and waits for the end. */
async function endDelivering(app: App, done: Promise<void>): Promise<void> {
  app.background.stop();
  await Promise.all([done, app.background.end(0)]);
}

test('endpoints that never answer do not hold up one that was added after them', async () => {
  const { app, receiver, id } = await setUp();
  receiver.answer(never);
  for (let count = 0; count < 10; count += 1) await testEndpoint(app, id);
  const hanging: Awaited<ReturnType<typeof slowEndpoint>>[] = [];
  for (let count = 0; count < 10; count += 1) hanging.push(await slowEndpoint(app, 10, never));
  const done = deliverUntilEnd(app, 10);
  await until(() => hanging.every(({ calls }) => calls.all > 0), 'a call of each endpoint');
  const last = await slowEndpoint(app, 3, async () => ({ status: 204, body: '' }));
  await until(() => last.calls.all === 3, 'all events of the last endpoint');
  const all = hanging.reduce((sum, { calls }) => sum + calls.all, receiver.received.length);
  expect(all, 'one for each of the eleven, and eight more').toBe(19);
  await endDelivering(app, done);
});

test('an endpoint that is failing, or was slow, is called once at a time', async () => {
  const { app, receiver } = await setUp();
  let hasFailed = false;
  const failing = await slowEndpoint(app, 1, async () => {
    if (hasFailed) return never();
    hasFailed = true;
    return { status: 500, body: '' };
  });
  const slow = await slowEndpoint(app, 1, async () => {
    await pause(150);
    return { status: 204, body: '' };
  });
  const quick = await slowEndpoint(app, 1, async () => {
    await pause(40);
    return { status: 204, body: '' };
  });
  const done = deliverUntilEnd(app, 10, 120);
  const isOver = async ({ id }: { id: number }) => (await statesOf(app, id)).every(({ attempts }) => attempts === 1);
  await until(async () => (await isOver(failing)) && (await isOver(slow)), 'the first attempts');
  for (const { id } of [failing, slow, quick]) for (let count = 0; count < 5; count += 1) await testEndpoint(app, id);
  await until(() => slow.calls.all === 6 && quick.calls.all === 6, 'all other events');
  expect(failing.calls).toMatchObject({ most: 1, all: 2 });
  expect(slow.calls.most).toBe(1);
  expect(quick.calls.most).toBeGreaterThan(1);
  expect(receiver.received).toEqual([]);
  await endDelivering(app, done);
});

test('a fact that is rolled back leaves no event', async () => {
  const { app, id } = await setUp();
  const member = decode(NewMember, { firstName: 'Wei', lastName: 'Chen' });
  const failed = inTransaction(app, async (app) => {
    await createMember(app, member);
    throw new Error('The power failed.');
  });
  await expect(failed).rejects.toThrow('The power failed.');
  expect(await statesOf(app, id)).toEqual([]);
  await createMember(app, member);
  expect(await statesOf(app, id)).toEqual([{ state: 'Pending', attempts: 0 }]);
});

test('an endpoint is not flooded while the outcome cannot be stored, as on a full disk', async () => {
  const { app, receiver, id } = await setUp();
  await testEndpoint(app, id);
  const full: App = { ...app, reauthorize: () => Promise.reject(new Error('The disk is full.')) };
  const done = deliverUntilEnd(full, 1);
  await receiver.events(1);
  await pause(200);
  expect(receiver.received).toHaveLength(1);
  app.background.stop();
  await done;
  expect(await statesOf(app, id)).toEqual([{ state: 'Pending', attempts: 0 }]);
});
