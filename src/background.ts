import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** The background work of an app: work that no request or command waits for. */
export type Background = {
  /** Aborted when the app is about to close. Long work must then end at its next step. */
  ending: AbortSignal;
  /** Aborted when the app stops waiting for work and closes. After that, nothing may use the app. */
  over: AbortSignal;
  /** Makes the app wait for this work before it closes. The work must report its own errors. */
  track: <T>(work: Promise<T>) => Promise<T>;
  /** Asks long work to end, by aborting `ending`. */
  stop: () => void;
  /** Waits until no work is running. */
  settled: () => Promise<void>;
  /** Asks running work to end, and waits for it until `limitMs` after the first `stop` or `end`. Then aborts `over`. */
  end: (limitMs: number) => Promise<void>;
};

const LAST_MS = 500;

/** Returns the background work of one app. At first, nothing is running. */
export function makeBackground(): Background {
  const ending = new AbortController();
  const over = new AbortController();
  // Every call over the network listens while it runs. Node.js warns of more than ten, as of a leak.
  setMaxListeners(0, over.signal);
  const running = new Set<Promise<unknown>>();
  let stoppedAt: number | undefined;
  const stop = () => {
    stoppedAt ??= performance.now();
    ending.abort();
  };
  const settled = async () => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  return {
    ending: ending.signal,
    over: over.signal,
    track: (work) => {
      running.add(work);
      const forget = () => running.delete(work);
      work.then(forget, forget);
      return work;
    },
    stop,
    settled,
    end: async (limitMs) => {
      stop();
      await within(Math.max(0, (stoppedAt ?? 0) + limitMs - performance.now()), settled());
      over.abort();
      // `over` aborts work that waits for the network. That work gets a moment to log that it was aborted.
      await within(LAST_MS, settled());
    },
  };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, pause(milliseconds, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
}
