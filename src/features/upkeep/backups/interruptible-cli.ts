/** Helpers for commands that run for a long time: low priority, a clean end when interrupted, and a progress bar. */
import os from 'node:os';
import type { Options } from '../../../cli/kit/action.ts';
import { type Progress, withBar } from '../../../cli/kit/progress.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';

/** The signals for Ctrl-C, the end of the service, and a closed terminal. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lowers the priority of this process. */
export function giveWay(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_LOW);
  } catch {
    // The process continues with normal priority.
  }
}

/**
 * Runs work that can be cancelled: Ctrl-C, the end of the service, or a closed terminal aborts the AbortSignal that the
 * work receives.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals) => {
    const code = signal === 'SIGINT' ? EXIT.cancelled : EXIT.unexpected;
    controller.abort(new SetupError('Cancelled. Nothing was written.', code));
  };
  for (const signal of ENDINGS) process.once(signal, stop);
  try {
    return await work(controller.signal);
  } finally {
    for (const signal of ENDINGS) process.off(signal, stop);
  }
}

/** Runs work that reads an archive, with a progress bar. It can be cancelled as in `untilInterrupted`. */
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
