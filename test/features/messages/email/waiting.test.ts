import { expect, test } from 'vitest';
import { type App, inTransaction } from '../../../../src/app.ts';
import { listDueBatches, listSendingBatches } from '../../../../src/features/messages/batch-queries.ts';
import { continueBatch, resumeBatch, stopBatch } from '../../../../src/features/messages/batches.ts';
import { listDoubtful } from '../../../../src/features/messages/continuing.ts';
import {
  type Account,
  joinAccount,
  leaveAccount,
  noteBusy,
  takeTurn,
} from '../../../../src/features/messages/email/account.ts';
import { makeGate } from '../../../../src/features/messages/email/gate.ts';
import { EmailMessage } from '../../../../src/features/messages/email/schema.ts';
import { sendEmail } from '../../../../src/features/messages/email/service.ts';
import { getBatch, listBatches } from '../../../../src/features/messages/history.ts';
import { MailUpdate } from '../../../../src/features/messages/mail/schema.ts';
import { putMail } from '../../../../src/features/messages/mail/service.ts';
import { NO_LIMITS } from '../../../../src/features/messages/mail/setup.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp } from '../../../support/app.ts';
import { cutOff, mailingApp } from '../../../support/office.ts';
import type { Moment, Smtp } from '../../../support/smtp.ts';

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.org`);
const send = (app: App, emails: readonly string[]) =>
  sendEmail(app, decode(EmailMessage, { emails, subject: 'Picnic', body: 'At ten.' }));
const limits = (fields: object) => decode(MailUpdate, { host: null, ...fields });
const after = <A extends App>(app: A, minutes: number): A => {
  const at = new Date(app.clock.now().getTime() + minutes * 60_000);
  return { ...app, clock: { now: () => at } };
};
const received = (smtp: Smtp) => smtp.messages.flatMap(({ to }) => to).toSorted(byName);
const byName = (one: string, other: string) => (one < other ? -1 : 1);

/** A rule that lets `most` messages pass, and then answers with `reply`. */
const upTo =
  (most: number, reply: string) =>
  ({ at, accepted }: Moment) =>
    at === 'end' && accepted >= most ? reply : undefined;

test('a letter that the server wants to see again later waits, and only this one', async () => {
  const { app, smtp } = await mailingApp();
  smtp.refuse('p1@example.org', '450 4.2.0 Greylisted');
  const { batchId, ...result } = await send(app, addresses(4));
  expect(result).toMatchObject({
    sent: 3,
    failed: 0,
    unknown: 0,
    deferred: 1,
    nextTryAt: after(app, 1).clock.now().toISOString(),
  });
  expect(result.results[1]).toMatchObject({ result: 'deferred', error: expect.stringContaining('Greylisted') });
  expect(await listDueBatches(app.db, app.clock.now().toISOString())).toEqual([]);
  smtp.relent();
  const later = after(app, 2);
  expect(await listDueBatches(app.db, later.clock.now().toISOString())).toEqual([batchId]);
  await continueBatch(later, batchId);
  expect(received(smtp)).toEqual(addresses(4));
  expect((await listBatches(app, 'unfinished')).items).toEqual([]);
});

test('a letter waits longer each time, and after five days it has failed', async () => {
  const { app, smtp } = await mailingApp();
  smtp.refuse('p0@example.org', '450 4.2.0 Greylisted');
  const { batchId } = await send(app, addresses(1));
  const waits: number[] = [];
  let at = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const { nextTryAt } = await getBatch(app, batchId);
    waits.push((Date.parse(nextTryAt ?? '') - after(app, at).clock.now().getTime()) / 60_000);
    at += waits.at(-1) ?? 0;
    await continueBatch(after(app, at), batchId);
  }
  expect(waits).toEqual([1, 5, 15]);
  await inTransaction(app, ({ db }) => db.updateTable('notificationLogs').set({ tries: 63 }).execute());
  await continueBatch(after(app, 5 * 24 * 60), batchId);
  expect(await getBatch(app, batchId)).toMatchObject({ failed: 1, open: 0 });
});

test('a server that allows two connections gets all letters over two', async () => {
  const { app, smtp } = await mailingApp();
  smtp.obey(({ at, open }) => (at === 'connection' && open > 2 ? '421 4.7.0 Too many connections' : undefined));
  smtp.delay(5);
  expect(await send(app, addresses(30))).toMatchObject({ sent: 30, failed: 0, deferred: 0 });
  expect(received(smtp)).toEqual(addresses(30).toSorted(byName));
});

test('a server that takes no connection at all is asked a few times, and then waits', async () => {
  const { app, smtp } = await mailingApp();
  smtp.obey(({ at }) => (at === 'connection' ? '421 4.7.0 Too many concurrent SMTP connections' : undefined));
  const sending = send(app, addresses(12));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(smtp.connections.total).toBeLessThan(40);
  app.background.stop();
  await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
});

test('when the connection is lost while a letter waits to be marked, no second letter is in doubt', async () => {
  const { app, smtp } = await mailingApp();
  smtp.delay(30);
  let isBroken = false;
  smtp.obey(({ at, accepted }) => {
    if (at !== 'end' || accepted < 3 || isBroken) return undefined;
    isBroken = true;
    return '421 4.3.2 Going down';
  });
  const sending = send(app, addresses(12));
  const doubtful = async () => {
    const rows = await app.db.selectFrom('notificationLogs').select('id').where('state', '=', 'sending').execute();
    return rows.length;
  };
  let most = 0;
  const watch = setInterval(() => void doubtful().then((count) => (most = Math.max(most, count))), 2);
  const { sent, deferred, failed, unknown } = await sending;
  clearInterval(watch);
  expect([most, sent + deferred, failed, unknown]).toEqual([1, 12, 0, 0]);
});

test('a limit for a day stops a batch, however old it is, and a count leaves out what was not taken', async () => {
  const { app, smtp } = await mailingApp();
  await putMail(app, limits({ perDay: 6 }));
  for (const name of ['p0', 'p1']) smtp.refuse(`${name}@example.org`, '550 5.1.1 No such user');
  const first = await send(app, addresses(8));
  expect(first).toMatchObject({ sent: 6, failed: 2, deferred: 0 });
  smtp.obey(upTo(6, '550 5.4.5 Daily user sending limit exceeded'));
  const old = after(app, 60 * 24);
  const { batchId } = await send(old, ['x@example.org', 'y@example.org', 'z@example.org']);
  await continueBatch(after(app, 60 * 24 * 9), batchId);
  expect(await getBatch(app, batchId)).toMatchObject({ failed: 0, deferred: 3 });
});

test('a server that is busy for a moment loses no letter', async () => {
  const { app, smtp } = await mailingApp();
  const begun = Date.now();
  smtp.obey(({ at, accepted }) =>
    at === 'sender' && accepted >= 5 && Date.now() - begun < 1500 ? '451 4.7.1 Rate limit, slow down' : undefined,
  );
  const { batchId, sent, failed, deferred } = await send(app, addresses(20));
  expect([failed, sent + deferred]).toEqual([0, 20]);
  expect(sent).toBeGreaterThan(10);
  smtp.relent();
  expect(await resumeBatch(app, batchId)).toMatchObject({ sent: 20, deferred: 0, nextTryAt: null });
  expect(received(smtp)).toEqual(addresses(20).toSorted(byName));
});

test("a server's limit for a day stops the batch with one sentence, and the rest waits", async () => {
  const { app, smtp } = await mailingApp();
  let asked = 0;
  smtp.obey((moment) => {
    asked += moment.at === 'end' ? 1 : 0;
    return upTo(10, '550 5.4.5 Daily user sending limit exceeded')(moment);
  });
  const { batchId, ...result } = await send(app, addresses(60));
  expect(result).toMatchObject({ sent: 10, failed: 0, deferred: 50 });
  expect(new Set(result.results.flatMap(({ error }) => error ?? [])).size).toBe(1);
  expect(result.results.at(-1)?.error).toMatch(/limit for a day is reached/);
  expect(asked).toBeLessThan(20);
  expect(await getBatch(app, batchId)).toMatchObject({ sent: 10, open: 50, deferred: 50, nextTryAt: result.nextTryAt });
  smtp.relent();
  await continueBatch(after(app, 121), batchId);
  expect(received(smtp)).toEqual(addresses(60).toSorted(byName));
});

test('no more letters go in 24 hours than the church set, counted over all batches', async () => {
  const { app, smtp } = await mailingApp();
  await putMail(app, limits({ perDay: 5 }));
  expect(await send(app, addresses(3))).toMatchObject({ sent: 3 });
  const { batchId, ...result } = await send(app, ['x@example.org', 'y@example.org', 'z@example.org']);
  expect(result).toMatchObject({
    sent: 2,
    deferred: 1,
    nextTryAt: after(app, 24 * 60)
      .clock.now()
      .toISOString(),
  });
  await continueBatch(after(app, 24 * 60 + 1), batchId);
  expect(smtp.messages).toHaveLength(6);
});

test('a stopped batch sends no more, whether it waits or is being sent, until somebody resumes it', async () => {
  const { app, smtp } = await mailingApp();
  smtp.delay(15);
  const sending = send(app, addresses(40));
  await expect.poll(() => smtp.messages.length).toBeGreaterThan(3);
  const [batch] = (await listBatches(app, 'unfinished')).items;
  const id = batch?.id ?? '';
  await stopBatch(app, id);
  const atStop = smtp.messages.length;
  await expect(sending).rejects.toMatchObject({ code: 'unavailable' });
  expect(smtp.messages.length).toBeLessThan(atStop + 6);
  await expect(stopBatch(app, id)).rejects.toMatchObject({ code: 'conflict' });
  const later = after(app, 600);
  expect(await listDueBatches(app.db, later.clock.now().toISOString())).toEqual([]);
  expect(await resumeBatch(app, id)).toMatchObject({ sent: 40 });
  expect(received(smtp)).toEqual(addresses(40).toSorted(byName));
});

test('when the service starts again, an e-mail that was being handed over is listed as unknown', async () => {
  const { app } = await mailingApp();
  const { batchId } = await send(app, addresses(2));
  await cutOff(app, batchId, { content: {}, state: 'sending', recipient: 'p0@example.org' });
  expect(await listSendingBatches(app.db, 'Email')).toEqual([batchId]);
  await listDoubtful(app);
  expect(await getBatch(app, batchId)).toMatchObject({ sent: 1, unknown: 1, open: 0 });
});

test('a server that cannot be reached any more makes the rest wait, once it was reached', async () => {
  const { app, smtp } = await mailingApp();
  smtp.refuse('p0@example.org', '450 4.2.0 Greylisted');
  const { batchId } = await send(app, addresses(1));
  await smtp.close();
  await continueBatch(after(app, 2), batchId);
  expect(await getBatch(app, batchId)).toMatchObject({
    failed: 0,
    deferred: 1,
    waitsFor: expect.stringContaining('cannot be reached'),
  });
});

test('letters are handed over one after the other, unless the server takes long', async () => {
  const gate = makeGate(50);
  const passed: string[] = [];
  const letter = (id: number) => ({ id, batchId: 'b' });
  const enter = (id: number) => gate.enter(letter(id)).then((entry) => passed.push(`${id} ${entry}`));
  await enter(1);
  const others = [enter(2), enter(3)];
  expect(gate.nextAfter(1)).toMatchObject(letter(2));
  expect(gate.nextAfter(2)).toBeUndefined();
  gate.noteMarked(2);
  gate.leave(1);
  await others[0];
  expect(passed).toEqual(['1 unmarked', '2 marked']);
  await others[1];
  expect(passed).toEqual(['1 unmarked', '2 marked', '3 unmarked']);
  const last = enter(4);
  expect(gate.stopWaiting(4)).toBe(true);
  await last;
  expect(passed.at(-1)).toBe('4 left');
});

async function account(fields: object = {}): Promise<{ app: App; account: Account }> {
  const app = await testApp();
  return { app, account: joinAccount(app, 'server', { ...NO_LIMITS, ...fields }, []) };
}

test('after each refusal in a row nothing is sent for longer, and after the last the rest has to wait', async () => {
  const { account: own } = await account();
  const pauses: number[] = [];
  for (const isNotLast of [true, true, true, false]) {
    own.pausedUntil = 0;
    expect(noteBusy(own)).toBe(isNotLast);
    if (isNotLast) pauses.push(Math.round((own.pausedUntil - performance.now()) / 1000));
  }
  expect(pauses).toEqual([2, 10, 60]);
  expect(own.most).toBe(1);
  leaveAccount(own);
});

test('at the rate that is set, a letter waits until one of the last minute is old enough', async () => {
  const { app, account: own } = await account({ perMinute: 2 });
  own.minute.push(performance.now() - 59_950, performance.now() - 30_000);
  const begun = performance.now();
  const waiting = { since: undefined, isStopped: async () => false };
  expect(await takeTurn(app, own, waiting)).toHaveProperty('countedAt');
  expect(performance.now() - begun).toBeGreaterThan(30);
  const long = { ...waiting, since: performance.now() - 230_000 };
  expect(await takeTurn(app, own, long)).toMatchObject({ why: 'patience' });
  expect(await takeTurn(app, own, { ...waiting, isStopped: async () => true })).toBe('stopped');
  app.background.stop();
  expect(await takeTurn(app, own, waiting)).toBe('closing');
});

test('a batch that waits is not sent twice if two people take it up', async () => {
  const { app, smtp } = await mailingApp();
  smtp.refuse('p0@example.org', '450 4.2.0 Greylisted');
  const { batchId } = await send(app, addresses(20));
  smtp.relent();
  smtp.delay(20);
  const both = await Promise.allSettled([resumeBatch(app, batchId), resumeBatch(app, batchId)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(received(smtp)).toEqual(addresses(20).toSorted(byName));
});
