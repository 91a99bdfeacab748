import { expect, test } from 'vitest';
import { type SendResult } from '../../../src/console/messages/types.ts';
import { sendWatched } from '../../../src/console/messages/watched.ts';
import { withResolvers } from '../../support/held.ts';

const RESULT = {
  batchId: 'b',
  sent: 1,
  failed: 0,
  unknown: 0,
  deferred: 0,
  nextTryAt: null,
  results: [],
  skipped: [],
} as SendResult;
const inProgress = { problem: { code: 'idempotency_in_progress', batchId: 'b' } };

test('while a long message is being sent, the same request finds out its batch', async () => {
  const seen: string[] = [];
  const { promise: held, resolve: finish } = withResolvers<SendResult>();
  const answers = [() => held, () => Promise.reject(Object.assign(new Error('in progress'), inProgress))];
  const sending = sendWatched(() => answers.shift()?.() ?? Promise.reject(new Error('sent too often')), {
    onBatch: (batchId) => {
      seen.push(batchId);
      finish(RESULT);
    },
    batchOf: (error) => (error as typeof inProgress).problem.batchId,
    wait: () => Promise.resolve(),
  });
  expect(await sending).toBe(RESULT);
  expect(seen).toEqual(['b']);
});

test('a message that was sent at once is not asked for again', async () => {
  let count = 0;
  const { promise: waiting, resolve: wake } = withResolvers();
  const result = await sendWatched(
    () => {
      count += 1;
      return Promise.resolve(RESULT);
    },
    {
      onBatch: () => {},
      batchOf: () => undefined,
      wait: () => waiting,
    },
  );
  wake();
  expect([result, count]).toEqual([RESULT, 1]);
});
