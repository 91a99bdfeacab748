/**
 * Hundreds of events for a receiver that fails, from a service that is killed again and again: each arrives at least
 * once, signed, and the events about one person arrive in their order. `npm run nightly` sends a thousand.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { closeApp, createApp } from '../../src/create-app.ts';
import { type App } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { createMember, updateMember } from '../../src/features/people/members/service.ts';
import { NewMember } from '../../src/features/people/members/schema.ts';
import { decode } from '../../src/validate.ts';
import { type Daemon, request, signIn, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { until } from '../support/loopback.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';

const PEOPLE = IS_NIGHTLY ? 250 : 100;
const CHANGES = 3;
const EVENTS = PEOPLE * (1 + CHANGES);
const KILLS = IS_NIGHTLY ? 8 : 3;
const ENV = { VESTRY_WEBHOOK_ADDRESSES: 'network' };
const PATH = '/api/webhook-endpoints';

const start = (dataDir: string) => startDaemon({ dataDir, env: ENV });

/** Kills a service as a power cut does, and waits for its end. */
async function kill({ pid, ended }: Daemon): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await ended;
}

async function follow(daemon: Daemon, receiver: Receiver): Promise<{ id: number; token: string }> {
  const token = await signIn(daemon.url);
  const body = { url: receiver.url, events: ['member.created', 'member.changed'] };
  const { endpoint, secret } = (await request(daemon.url, 'POST', PATH, { token, body })).body;
  receiver.secrets.push(secret);
  return { id: endpoint.id, token };
}

/** Adds people and changes each of them, as commands do while the service runs, is dead, or starts. */
async function changePeople(dataDir: string): Promise<void> {
  const config = { ...loadConfig({ dataDir, env: 'development' }, {}), logLevel: 'silent' as const };
  const app: App = await createApp(config, { actor: { kind: 'cli', name: 'cli:test' }, wait: 'block' });
  try {
    for (let person = 0; person < PEOPLE; person += 1) {
      const nameOf = (turn: number) => decode(NewMember, { firstName: `Person ${person}`, lastName: `Turn ${turn}` });
      const { id } = await createMember(app, nameOf(0));
      for (let turn = 1; turn <= CHANGES; turn += 1) await updateMember(app, id, nameOf(turn));
      await pause(5);
    }
  } finally {
    await closeApp(app);
  }
}

test(`${EVENTS} events arrive at least once each, signed and in order, through kills and failures`, async () => {
  const { dir, remove } = temporaryDir();
  onTestFinished(remove);
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const accepted: Received[] = [];
  const failed = new Set<string>();
  let calls = 0;
  receiver.answer((event) => {
    calls += 1;
    const isFirst = !failed.has(event.id);
    failed.add(event.id);
    // Every ninth event is refused at first, and the answer to every thirteenth one is lost.
    if (isFirst && calls % 9 === 0) return { status: 503, body: '' };
    accepted.push(event);
    return isFirst && calls % 13 === 0 ? 'broken' : { status: 204, body: '' };
  });
  let daemon = await start(dir);
  const { id } = await follow(daemon, receiver);
  const changing = changePeople(dir);
  for (let count = 0; count < KILLS; count += 1) {
    const before = accepted.length;
    await until(() => accepted.length > before + 20, 'more events', 60_000);
    await kill(daemon);
    daemon = await start(dir);
  }
  await changing;
  onTestFinished(async () => void (await daemon.stop()));
  const token = await signIn(daemon.url);
  const left = async () => (await request(daemon.url, 'GET', PATH, { token })).body.items[0].pending;
  await until(async () => (await left()) === 0, 'the last events', 110_000);

  const wanted: { eventId: string; subjectId: string; state: string }[] = [];
  for (let page = 1; page <= EVENTS / 200; page += 1) {
    const path = `${PATH}/${id}/deliveries?sort=id&pageSize=200&page=${page}`;
    wanted.push(...(await request(daemon.url, 'GET', path, { token })).body.items);
  }
  expect(wanted).toHaveLength(EVENTS);
  expect(wanted.filter(({ state }) => state !== 'Delivered')).toEqual([]);
  expect(receiver.unsigned).toBe(0);
  const order = [...new Set(accepted.map((event) => event.id))];
  expect(order.toSorted()).toEqual(wanted.map(({ eventId }) => eventId).toSorted());
  const place = new Map(order.map((eventId, index) => [eventId, index]));
  for (const person of new Set(wanted.map(({ subjectId }) => subjectId))) {
    const events = wanted.filter(({ subjectId }) => subjectId === person);
    const places = events.map(({ eventId }) => place.get(eventId) ?? -1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  expect(accepted.length, 'some came twice, which their ids show').toBeGreaterThan(EVENTS);
});

test('after a backup is restored, the events that waited in it are sent, with the ids that they had', async () => {
  const { dir, remove } = temporaryDir();
  onTestFinished(remove);
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  receiver.answer(() => ({ status: 503, body: '', headers: { 'retry-after': '9' } }));
  let daemon = await start(dir);
  const { token } = await follow(daemon, receiver);
  const body = { firstName: 'Wei', lastName: 'Chen' };
  await request(daemon.url, 'POST', '/api/members', { token, body });
  await receiver.events(1);
  await daemon.stop();
  const run = (...args: string[]) => vestry([...args, '--data-dir', dir], { env: { VESTRY_ENV: 'development' } });
  const made = await run('backup', 'create', '--json');
  expect(made.exitCode, made.stderr).toBe(0);
  const { file } = JSON.parse(made.stdout) as { file: string };
  receiver.answer(() => ({ status: 204, body: '' }));
  daemon = await start(dir);
  await receiver.events(2);
  await daemon.stop();
  const restored = await run('backup', 'restore', file, '--yes', '--accept-settings');
  expect(restored.exitCode, restored.stderr).toBe(0);
  daemon = await start(dir);
  onTestFinished(async () => void (await daemon.stop()));
  const [first, second, third] = await receiver.events(3);
  expect(new Set([first?.id, second?.id, third?.id]).size, 'the receiver tells doubles apart by the id').toBe(1);
});
