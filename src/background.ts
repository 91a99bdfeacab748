import { setTimeout as pause } from 'node:timers/promises';

/** Work that goes on beside the answers to requests. */
export type Background = {
  /** Aborted once the app is to close: long work then comes to an end at its next step. */
  ending: AbortSignal;
  /** Aborted when the app waits no longer: nothing more is to be done with it. */
  over: AbortSignal;
  /** Has the app wait for a piece of work before it closes; the work reports its own errors. */
  track: <T>(work: Promise<T>) => Promise<T>;
  /** Asks long work to come to an end. */
  stop: () => void;
  /** Waits until nothing goes on. */
  settled: () => Promise<void>;
  /** Stops what goes on and waits for it, until so many milliseconds after the first stop. */
  end: (limitMs: number) => Promise<void>;
};

const LAST_MS = 500;

/** The work of one app, none at first. */
export function makeBackground(): Background {
  const ending = new AbortController();
  const over = new AbortController();
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
      // What waits for the outside breaks off now, and has a moment to say so.
      await within(LAST_MS, settled());
    },
  };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, pause(milliseconds, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
}
