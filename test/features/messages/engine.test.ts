import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, inTransaction, now } from '../../../src/app.ts';
import { type BatchRow, insertBatch, keepOutcome, listPending } from '../../../src/features/messages/batch-queries.ts';
import type { Call, Channel, Failure, Outcome } from '../../../src/features/messages/channel.ts';
import { CHANNEL_NAMES } from '../../../src/features/messages/channels.ts';
import { emailRecipient } from '../../../src/features/messages/email/recipients.ts';
import { sendOver } from '../../../src/features/messages/engine.ts';
import { testApp } from '../../support/app.ts';

/** Returns a channel that exists only in this test: carrier pigeons. `answer` returns the outcome of each call. */
function pigeonPost(answer: (name: string, flight: number) => Outcome) {
  const flights: string[] = [];
  let last = 0;
  const course = { inTheAir: 0, mostInTheAir: 0, isOpen: false };
  const pigeon: Channel<null, Call, string> = {
    callsAtOnce: () => 3,
    missing: async () => null,
    async open() {
      course.isOpen = true;
      return null;
    },
    close: () => void (course.isOpen = false),
    async claim({ db }, _opened, batch) {
      const [recipient] = await listPending(db, batch.id, {
        channel: 'Email',
        after: last,
        dueAt: undefined,
        limit: 1,
      });
      last = recipient?.id ?? last;
      return recipient && { recipients: [recipient] };
    },
    async compose(_app, _opened, { recipients }) {
      if (recipients[0]?.recipient === 'nobody can write to') throw new Error('no paper');
      return recipients[0]?.recipient ?? '';
    },
    async send(_app, _opened, _call, name) {
      flights.push(name);
      course.inTheAir += 1;
      course.mostInTheAir = Math.max(course.mostInTheAir, course.inTheAir);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      course.inTheAir -= 1;
      return answer(name, flights.length);
    },
    async keep(app, _opened, { recipients }, outcome) {
      const ids = recipients.map(({ id }) => id);
      await keepOutcome(app.db, ids, { at: now(app), outcome });
      return 'kept';
    },
    errorOfUntried: ({ error }) => `Not tried: ${error}`,
    knowsRepeatedCalls: () => false,
    retriesFailed: () => true,
  };
  return { pigeon, flights, course };
}

async function batchFor(app: App, names: readonly string[]): Promise<BatchRow> {
  const made = { createdAt: now(app), createdBy: null, createdByName: 'test', finishedAt: null, stoppedAt: null };
  const what = { channel: 'Email', kind: 'Message', subject: null, content: '{}', skipped: '[]' } as const;
  const batch: BatchRow = { id: randomUUID(), ...what, ...made };
  const recipients = names.map((name) => emailRecipient(name, null));
  await inTransaction(app, ({ db }) => insertBatch(db, batch, recipients));
  return batch;
}

const outcomes = async (app: App) =>
  (await app.db.selectFrom('notificationLogs').selectAll().orderBy('id').execute()).map(
    ({ recipient, state, error }) => [recipient, state, error],
  );

const names = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);
const failing = (fault: Failure['fault']): Failure => ({ ok: false, error: 'a storm', mayHaveArrived: false, fault });

test('the engine makes each call once, and at most as many calls at the same time as the channel allows', async () => {
  const app = await testApp();
  const batch = await batchFor(app, names(20));
  const { pigeon, flights, course } = pigeonPost(() => ({ ok: true }));
  const told: [number, number][] = [];
  await sendOver(app, pigeon, { batch, which: 'all', total: 20, progress: (done, total) => told.push([done, total]) });
  expect(flights.toSorted()).toEqual(names(20).toSorted());
  expect(await outcomes(app)).toEqual(names(20).map((name) => [name, 'sent', null]));
  expect(course).toEqual({ inTheAir: 0, mostInTheAir: 3, isOpen: false });
  expect(told).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1, 20]));
});

test('a message that cannot be composed fails and is not sent, but the other messages are sent', async () => {
  const app = await testApp();
  const batch = await batchFor(app, ['r0', 'nobody can write to', 'r1']);
  const { pigeon, flights } = pigeonPost(() => ({ ok: true }));
  await sendOver(app, pigeon, { batch, which: 'all', total: 3 });
  expect(flights.toSorted()).toEqual(['r0', 'r1']);
  expect(await outcomes(app)).toEqual([
    ['r0', 'sent', null],
    ['nobody can write to', 'failed', 'The message could not be written: no paper'],
    ['r1', 'sent', null],
  ]);
});

test('after ten failed calls in a row, the remaining calls are not tried, and their rows give the reason', async () => {
  const app = await testApp();
  const batch = await batchFor(app, names(30));
  const { pigeon, flights } = pigeonPost(() => failing('server'));
  await sendOver(app, { ...pigeon, callsAtOnce: () => 1 }, { batch, which: 'all', total: 30 });
  expect(flights).toEqual(names(10));
  const errors = (await outcomes(app)).map(([, , error]) => error);
  expect(errors.filter((error) => error === 'a storm')).toHaveLength(10);
  expect(errors.filter((error) => error === 'Not tried: a storm')).toHaveLength(20);
});

test('a call that succeeds, or fails only because of its recipient, resets the count of failures', async () => {
  const app = await testApp();
  const batch = await batchFor(app, names(30));
  const between = new Map<number, Outcome>([
    [10, { ok: true }],
    [20, failing('recipient')],
  ]);
  const { pigeon, flights } = pigeonPost((_name, flight) => between.get(flight) ?? failing('server'));
  await sendOver(app, { ...pigeon, callsAtOnce: () => 1 }, { batch, which: 'all', total: 30 });
  expect(flights).toHaveLength(30);
});

test.each([
  ['sender', 1],
  ['recipient', 15],
  ['call', 15],
  ['later', 15],
] as const)('of fifteen calls that fail because of the %s, the engine tries %i', async (fault, tried) => {
  const app = await testApp();
  const batch = await batchFor(app, names(15));
  const { pigeon, flights } = pigeonPost(() => failing(fault));
  await sendOver(app, { ...pigeon, callsAtOnce: () => 1 }, { batch, which: 'all', total: 15 });
  expect(flights).toHaveLength(tried);
});

test('a database error is thrown after all workers of the channel have stopped', async () => {
  const app = await testApp();
  const batch = await batchFor(app, names(9));
  const { pigeon, course } = pigeonPost(() => ({ ok: true }));
  const keep = () => Promise.reject(new Error('the disk is full'));
  await expect(sendOver(app, { ...pigeon, keep }, { batch, which: 'all', total: 9 })).rejects.toThrow(
    'the disk is full',
  );
  expect(course).toMatchObject({ inTheAir: 0, isOpen: false });
});

test.each(['notificationBatches', 'notificationLogs'])(
  'the table %s accepts every declared channel and no other',
  async (table) => {
    const app = await testApp();
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`.execute(app.db);
    const [, allowed = ''] = /channel in \(([^)]*)\)/.exec(rows[0]?.sql ?? '') ?? [];
    expect(allowed.split(', ')).toEqual(CHANNEL_NAMES.map((name) => `'${name}'`));
  },
);
