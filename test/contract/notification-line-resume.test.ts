import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Json, ZONE, done } from './books.ts';
import { killDuring } from './killed-batch.ts';
import { type Office, bind, openOffice, person } from './office.ts';
import { expectProblem } from './support.ts';
import { type Daemon, request, temporaryDir, vestry } from '../support/daemon.ts';
import { until } from '../support/loopback.ts';

const data = temporaryDir();
const key = 'line-batch-whose-service-is-killed';
const words = 'Peace be with you, once.';
let office: Office;
let daemon: Daemon;
let token: string;
let people: { id: number; userId: string }[];
let batchId: string;

const body = () => ({ memberIds: people.map(({ id }) => id), body: words });
const deliveries = (userId: string) => office.line.to(userId).filter((text) => text.includes(words)).length;
const again = () =>
  request(daemon.url, 'POST', '/api/notifications/line', { token, body: body(), headers: { 'idempotency-key': key } });
const rows = async (): Promise<Json[]> =>
  (await done(request(daemon.url, 'GET', `/api/notifications/history?batchId=${batchId}&pageSize=200`, { token })))
    .items;

// Sends a LINE batch and kills the service before the batch is complete. Each test below depends on the test before it.
beforeAll(async () => {
  office = await openOffice({ dataDir: data.dir });
  people = [];
  for (let made = 0; made < 8; made += 1) {
    const { id } = await person(office);
    people.push({ id, userId: await bind(office, id) });
  }
  // The fake LINE service delivers messages at once but delays its response.
  office.line.delay(60_000);
  const batch = { route: '/api/notifications/line', body: body(), key };
  ({ daemon, token } = await killDuring(office, batch, {
    halfway: () => until(() => people.some(({ userId }) => deliveries(userId) > 0), 'the first delivery'),
    settle: () => office.line.relent(),
  }));
});
afterAll(async () => {
  await daemon.stop();
  await Promise.all([office.smtp.close(), office.line.close()]);
  data.remove();
});

test('after the service was killed, its LINE batch is in progress and shows no unconfirmed message as sent', async () => {
  const answer = await again();
  expectProblem(answer, 409, 'idempotency_in_progress');
  ({ batchId } = answer.body);
  expect((await rows()).filter((row) => row.result === 'sent')).toEqual([]);
});

test('vestry notify resume finishes the batch, and then everybody has received the message exactly once', async () => {
  const outcome = await vestry(['notify', 'resume', batchId, '--data-dir', data.dir], {
    env: { ...office.env, TZ: ZONE, VESTRY_ENV: 'development' },
  });
  expect(outcome.exitCode, outcome.stderr).toBe(0);
  expect(people.map(({ userId }) => deliveries(userId))).toEqual(people.map(() => 1));
  const list = await rows();
  expect(new Set(list.map((row) => row.memberId))).toEqual(new Set(people.map(({ id }) => id)));
  expect(list).toHaveLength(people.length);
  // When a call is repeated, LINE reports whether it accepted the first call, so every outcome is known.
  expect(list.map((row) => row.result)).toEqual(people.map(() => 'sent'));
});
