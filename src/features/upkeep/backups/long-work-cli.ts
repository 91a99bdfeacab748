/** How long work behaves in its process. */
import os from 'node:os';
import type { Options } from '../../../cli/kit/action.ts';
import { type Progress, withBar } from '../../../cli/kit/progress.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';

/** Ctrl-C, the end of the service, and a terminal that is closed. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has whoever else wants the processor go first. */
export function giveWay(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_LOW);
  } catch {
    // Then it takes its turn like the others.
  }
}

/** Does work that Ctrl-C, the end of the service or that of the terminal breaks off in good order. */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new SetupError('Cancelled. Nothing was written.', EXIT.unexpected));
  for (const signal of ENDINGS) process.once(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of ENDINGS) process.off(signal, stop);
  }
}

/** Reads an archive under a bar, until it is broken off. */
export function checkedWork<T>(options: Options, work: (onProgress: Progress['update']) => Promise<T>): Promise<T> {
  return untilInterrupted((signal) =>
    withBar(options, 'Checking', (update) =>
      work((done, total) => {
        signal.throwIfAborted();
        update(done, total);
      }),
    ),
  );
}
