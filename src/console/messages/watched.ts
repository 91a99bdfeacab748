import type { SendResult } from './types.ts';

type Watch = {
  /** Called with the batch that is being sent. */
  onBatch: (batchId: string) => void;
  /** Returns the batch that an error names. */
  batchOf: (error: unknown) => string | undefined;
  /** Waits before the page asks which batch is being sent. */
  wait: () => Promise<void>;
};

/**
 * Calls `send`, which must send the same request with the same key each time. While the answer is on its way, calls
 * `send` once more. The service then answers which batch it is sending, and sends nothing twice.
 */
export async function sendWatched(
  send: () => Promise<SendResult>,
  { onBatch, batchOf, wait }: Watch,
): Promise<SendResult> {
  let isDone = false;
  const ask = async () => {
    await wait();
    if (isDone) return;
    try {
      await send();
    } catch (error) {
      const batchId = batchOf(error);
      if (batchId !== undefined && !isDone) onBatch(batchId);
    }
  };
  void ask();
  try {
    return await send();
  } finally {
    isDone = true;
  }
}
