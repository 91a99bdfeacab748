import { expect, test } from 'vitest';
import { untilInterrupted } from '../../../../src/features/upkeep/backups/interruptible-cli.ts';

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 1],
  ['SIGHUP', 1],
] as const)('%s cancels the work cleanly, with exit code %i', async (signal, exitCode) => {
  const before = process.listenerCount(signal);
  const work = untilInterrupted(async (aborted) => {
    process.emit(signal, signal);
    aborted.throwIfAborted();
  });
  await expect(work).rejects.toMatchObject({ message: 'Cancelled. Nothing was written.', exitCode });
  expect(process.listenerCount(signal)).toBe(before);
});
