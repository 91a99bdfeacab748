import { expect, test } from 'vitest';
import { type SendResult } from '../../../src/console/messages/types.ts';
import { sendWatched } from '../../../src/console/messages/watched.ts';

const RESULT = { batchId: 'b', sent: 1, failed: 0, results: [], skipped: [] } as SendResult;
const inProgress = { problem: { code: 'idempotency_in_progress', batchId: 'b' } };

test('while a long message is being sent, the same request finds out its batch', async () => {
  const seen: string[] = [];
  let finish: (result: SendResult) => void = () => {};
  const answers = [
    () => new Promise<SendResult>((resolve) => (finish = resolve)),
    () => Promise.reject(Object.assign(new Error('in progress'), inProgress)),
  ];
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
  let wake = () => {};
  const result = await sendWatched(
    () => {
      count += 1;
      return Promise.resolve(RESULT);
    },
    {
      onBatch: () => {},
      batchOf: () => undefined,
      wait: () => new Promise<void>((resolve) => (wake = resolve)),
    },
  );
  wake();
  expect([result, count]).toEqual([RESULT, 1]);
});
