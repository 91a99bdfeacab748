/** Work that goes on beside the answers to requests. */
export type Background = {
  /** Aborted once the app is to close: long work then comes to an end at its next step. */
  ending: AbortSignal;
  /** Has the app wait for a piece of work before it closes; the work reports its own errors. */
  track: <T>(work: Promise<T>) => Promise<T>;
  /** Asks all work to end, and waits for it for at most so many milliseconds; asked again, it waits no longer. */
  end: (limitMs: number) => Promise<void>;
};

/** The work of one app, none at first. */
export function makeBackground(): Background {
  const controller = new AbortController();
  const open = new Set<Promise<unknown>>();
  let ended: Promise<void> | undefined;
  return {
    ending: controller.signal,
    track: (work) => {
      open.add(work);
      const forget = () => open.delete(work);
      work.then(forget, forget);
      return work;
    },
    end: (limitMs) => {
      controller.abort();
      ended ??= settled([...open], limitMs);
      return ended;
    },
  };
}

async function settled(work: readonly Promise<unknown>[], limitMs: number): Promise<void> {
  if (work.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.allSettled(work), limit]);
  clearTimeout(timer);
}
