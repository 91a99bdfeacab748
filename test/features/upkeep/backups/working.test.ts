import { expect, test } from 'vitest';
import { untilInterrupted } from '../../../../src/features/upkeep/backups/long-work-cli.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s breaks work off in good order', async (signal) => {
  const before = process.listenerCount(signal);
  const work = untilInterrupted(async (aborted) => {
    process.emit(signal);
    aborted.throwIfAborted();
  });
  await expect(work).rejects.toThrow('Cancelled. Nothing was written.');
  expect(process.listenerCount(signal)).toBe(before);
});
