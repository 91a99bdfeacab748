import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Json, ZONE, done } from './books.ts';
import { killDuring } from './killed-batch.ts';
import { type Office, history, mail, openOffice } from './office.ts';
import { expectProblem, uniqueEmail } from './support.ts';
import { type Daemon, type Outcome, request, signIn, startDaemon, temporaryDir, vestry } from '../support/daemon.ts';
import { pause, until } from '../support/loopback.ts';

const RECIPIENTS = 40;
const data = temporaryDir();
let office: Office;
let daemon: Daemon;
let token: string;
const emails = Array.from({ length: RECIPIENTS }, () => uniqueEmail('resumed'));
const key = randomUUID();
const body = { emails, subject: 'Half of it', body: 'Peace be with you.' };
let batchId: string;

const resume = (batch: string, ...args: string[]): Promise<Outcome> =>
  vestry(['notify', 'resume', batch, ...args, '--data-dir', data.dir], {
    env: { ...office.env, TZ: ZONE, VESTRY_ENV: 'development' },
  });
const get = (route: string) => done(request(daemon.url, 'GET', route, { token }));
const rows = async (batch = batchId): Promise<Json[]> =>
  (await get(`/api/notifications/history?batchId=${batch}&sort=id&pageSize=200`)).items;
const again = () =>
  request(daemon.url, 'POST', '/api/notifications/email', { token, body, headers: { 'idempotency-key': key } });
const received = (address: string) => office.smtp.to(address).length;
const addresses = (list: Json[], result: string): string[] =>
  list.filter((row) => row.result === result).map((row) => row.recipient);

// Sends a batch and kills the service before the batch is complete. Each test below depends on the test before it.
beforeAll(async () => {
  office = await openOffice({ dataDir: data.dir });
  office.smtp.delay(250);
  const batch = { route: '/api/notifications/email', body, key };
  ({ daemon, token } = await killDuring(office, batch, {
    halfway: () => until(() => office.smtp.messages.length >= 12, 'a dozen messages'),
    settle: async () => {
      await until(() => office.smtp.connections.now === 0, 'the connections of the killed service to end');
      office.smtp.delay(0);
    },
  }));
});
afterAll(async () => {
  await daemon.stop();
  await Promise.all([office.smtp.close(), office.line.close()]);
  data.remove();
});
afterEach(() => office.smtp.relent());

describe('a batch whose service was killed halfway', () => {
  test('is reported as in progress if its request is repeated, and the response names the batch', async () => {
    const answer = await again();
    expectProblem(answer, 409, 'idempotency_in_progress');
    expect(answer.body.batchId).toMatch(/\S/);
    ({ batchId } = answer.body);
    expect(office.smtp.messages.length).toBeLessThan(RECIPIENTS);
  });

  test('shows a message as sent only if it reached the mail server', async () => {
    const sent = addresses(await rows(), 'sent');
    for (const address of sent) expect(received(address)).toBe(1);
    expect(new Set(sent).size).toBe(sent.length);
    // A message that reached the server but is not shown as sent was being handed over when the service was killed.
    expect(office.smtp.messages.length - sent.length).toBeLessThanOrEqual(1);
    expect(sent.length).toBeGreaterThan(0);
  });

  test('sends nothing by itself after a restart of the service', async () => {
    const before = office.smtp.messages.length;
    await again();
    await pause(300);
    expect(office.smtp.messages).toHaveLength(before);
  });

  test('is finished by vestry notify resume, and nobody gets the message twice', async () => {
    const before = new Set(office.smtp.messages.flatMap(({ to }) => to));
    const outcome = await resume(batchId);
    expect(outcome.exitCode, outcome.stderr).toBe(0);
    const list = await rows();
    const [sent, doubtful] = [addresses(list, 'sent'), addresses(list, 'unknown')];
    expect(new Set([...sent, ...doubtful])).toEqual(new Set(emails));
    expect(list).toHaveLength(RECIPIENTS);
    for (const address of sent) expect([address, received(address)]).toEqual([address, 1]);
    // Only the message that was being handed over has an unknown outcome.
    expect(doubtful.length).toBeLessThanOrEqual(1);
    for (const row of list.filter(({ result }) => result === 'unknown')) {
      expect(row.error).toMatch(/\S/);
      expect(received(row.recipient)).toBeLessThanOrEqual(1);
    }
    for (const address of emails.filter((one) => !before.has(one) && !doubtful.includes(one)))
      expect(received(address)).toBe(1);
  });

  test('can be finished only once: resuming the batch again sends nothing and changes no row', async () => {
    const [before, list] = [office.smtp.messages.length, await rows()];
    const outcome = await resume(batchId, '--json');
    expect(outcome.exitCode, outcome.stderr).toBe(0);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ batchId });
    expect(office.smtp.messages).toHaveLength(before);
    expect(await rows()).toEqual(list);
  });

  test('sends nothing more when its request is repeated with its Idempotency-Key', async () => {
    const before = office.smtp.messages.length;
    const answer = await again();
    expect([200, 409]).toContain(answer.status);
    expect(answer.body.batchId).toBe(batchId);
    expect(office.smtp.messages).toHaveLength(before);
  });
});

describe('vestry notify resume', () => {
  test.each(['00000000-0000-4000-8000-000000000000', 'no-batch-at-all'])(
    'exits 2 or 3 for the unknown batch %s and sends nothing',
    async (batch) => {
      const before = office.smtp.messages.length;
      const outcome = await resume(batch);
      expect([2, 3]).toContain(outcome.exitCode);
      expect(outcome.stderr).toMatch(/\S/);
      expect(outcome.stdout).toBe('');
      expect(office.smtp.messages).toHaveLength(before);
    },
  );

  test('sends nothing twice for a batch that the service is still sending', async () => {
    const fresh = Array.from({ length: 30 }, () => uniqueEmail('meanwhile'));
    office.smtp.delay(200);
    const headers = { 'idempotency-key': randomUUID() };
    const began = office.smtp.messages.length;
    const send = () =>
      request(daemon.url, 'POST', '/api/notifications/email', { token, body: { ...body, emails: fresh }, headers });
    const sending = send();
    await until(() => office.smtp.messages.length > began, 'the first message');
    const { batchId: batch } = (await send()).body;
    const outcome = await resume(batch);
    const answer = await done(sending);
    expect(outcome.stderr).not.toMatch(/\n\s+at /);
    expect(answer.batchId).toBe(batch);
    for (const address of fresh) expect([address, received(address)]).toEqual([address, 1]);
    const list = await rows(batch);
    expect(new Set(addresses(list, 'sent'))).toEqual(new Set(fresh));
    expect(list).toHaveLength(fresh.length);
  });

  test('sends nothing for a complete batch, and a failed recipient stays failed', async () => {
    const [good, bad] = [uniqueEmail('good'), uniqueEmail('bad')];
    office.smtp.refuse(bad, '550 5.1.1 No such user');
    const now: Office = { ...office, daemon };
    const post = (route: string, json: unknown) => request(daemon.url, 'POST', route, { token, body: json });
    const { batchId: batch } = await done(mail({ ...now, admin: { ...now.admin, post } }, { emails: [good, bad] }));
    office.smtp.relent();
    const outcome = await resume(batch);
    expect(outcome.exitCode, outcome.stderr).toBe(0);
    expect([received(good), received(bad)]).toEqual([1, 0]);
    const api = {
      ...now,
      admin: { ...now.admin, get: (route: string) => request(daemon.url, 'GET', route, { token }) },
    };
    expect(addresses(await history(api, `batchId=${batch}`), 'failed')).toEqual([bad]);
  });
});

describe('an e-mail batch', () => {
  const post = (emails: readonly string[], headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${daemon.url}/api/notifications/email`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...body, emails }),
      ...(signal && { signal }),
    });

  test('is sent completely even if the client disconnects, and the same key then returns its response', async () => {
    const emails = Array.from({ length: 20 }, () => uniqueEmail('alone'));
    const headers = { 'idempotency-key': randomUUID() };
    const caller = new AbortController();
    office.smtp.delay(100);
    const gone = post(emails, headers, caller.signal).catch(() => 'gone');
    await until(() => emails.some((address) => received(address) > 0), 'the first message');
    caller.abort();
    expect(await gone).toBe('gone');
    await until(async () => (await post(emails, headers)).status === 200, 'the batch to be complete');
    const answer = await post(emails, headers);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    expect(await answer.json()).toMatchObject({ sent: 20, failed: 0 });
    expect(emails.map(received)).toEqual(emails.map(() => 1));
  });

  // This test must be the last, because it restarts the service.
  test('that is interrupted when the service stops leaves correct rows, and can be resumed', async () => {
    const emails = Array.from({ length: 120 }, () => uniqueEmail('stopped'));
    office.smtp.delay(700);
    const headers = { 'idempotency-key': randomUUID() };
    const sending = post(emails, headers).then(
      (answer) => answer.status,
      () => 'broken',
    );
    await until(() => emails.some((address) => received(address) > 0), 'the first message');
    expect((await daemon.stop()).exitCode).toBe(0);
    expect([200, 'broken', 503]).toContain(await sending);
    daemon = await startDaemon({ dataDir: data.dir, env: office.env });
    token = await signIn(daemon.url);
    const refused = await post(emails, headers);
    expect(refused.status).toBe(409);
    const { batchId: batch } = (await refused.json()) as { batchId: string };
    const sent = addresses(await rows(batch), 'sent');
    for (const address of sent) expect([address, received(address)]).toEqual([address, 1]);
    expect(sent.length).toBeLessThan(120);
    office.smtp.relent();
    const outcome = await resume(batch);
    expect(outcome.exitCode, outcome.stderr).toBe(0);
    expect(Math.max(...emails.map(received))).toBe(1);
    const list = await rows(batch);
    expect(new Set(list.map((row) => row.recipient))).toEqual(new Set(emails));
    for (const address of addresses(list, 'sent')) expect([address, received(address)]).toEqual([address, 1]);
    expect(addresses(list, 'unknown').length).toBeLessThanOrEqual(1);
  });
});
