import { setTimeout as pause } from 'node:timers/promises';

/** Work that goes on beside the answers to requests. */
export type Background = {
  /** Aborted once the app is to close: long work then comes to an end at its next step. */
  ending: AbortSignal;
  /** Whether the app has closed, or is about to without waiting longer: nothing more is to be done with it. */
  isOver: () => boolean;
  /** Has the app wait for a piece of work before it closes; the work reports its own errors. */
  track: <T>(work: Promise<T>) => Promise<T>;
  /** Asks long work to come to an end. */
  stop: () => void;
  /** Waits until nothing goes on. */
  settled: () => Promise<void>;
  /** Stops what goes on and waits for it, until so many milliseconds after the first stop. */
  end: (limitMs: number) => Promise<void>;
};

/** The work of one app, none at first. */
export function makeBackground(): Background {
  const controller = new AbortController();
  const running = new Set<Promise<unknown>>();
  let stoppedAt: number | undefined;
  let isOver = false;
  const stop = () => {
    stoppedAt ??= performance.now();
    controller.abort();
  };
  const settled = async () => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  return {
    ending: controller.signal,
    isOver: () => isOver,
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
      isOver = true;
    },
  };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, pause(milliseconds, undefined, { signal: enough.signal }).catch(() => {})]);
  enough.abort();
}
