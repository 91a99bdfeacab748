/** Keeps the typed counts of an offering until they are saved. This file does not use React. */
import { type CountName, type CountTexts, isBadCount } from './count-texts.ts';

export type KeptCounts = {
  /** The typed texts that are not saved yet. */
  typed: Readonly<Partial<CountTexts>>;
  /** The error of the last attempt to save; undefined after a success. */
  error: unknown;
};

export type CountsKeeper = {
  now: () => KeptCounts;
  subscribe: (listener: () => void) => () => void;
  /** Records the text of a box, and saves it after a pause. */
  type: (name: CountName, text: string) => void;
  /** Immediately saves all texts that can be read. Resolves after the attempt, whether it succeeded or failed. */
  flush: () => Promise<void>;
  /** Calls `onSaved` after each successful save. Returns a function that stops these calls. */
  hear: (onSaved: () => void) => () => void;
};

type Options = {
  send: (changed: Partial<CountTexts>) => Promise<void>;
  /** Returns how many milliseconds to wait before a failed save is repeated; undefined if it is not repeated. */
  waitAfter: (error: unknown) => number | undefined;
};

const PAUSE_MS = 700;

/** Returns the keeper of one offering's counts. It forgets a typed text only after the text is saved. */
export function createCountsKeeper({ send, waitAfter }: Options): CountsKeeper {
  let kept: KeptCounts = { typed: {}, error: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const hearers = new Set<() => void>();
  const become = (next: Partial<KeptCounts>) => {
    kept = { ...kept, ...next };
    for (const listener of listeners) listener();
  };
  const tryLater = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };
  const save = async (changed: Partial<CountTexts>) => {
    try {
      await send(changed);
      become({ typed: without(kept.typed, changed), error: undefined });
      for (const onSaved of hearers) onSaved();
    } catch (error) {
      become({ error });
      const wait = waitAfter(error);
      if (wait !== undefined) tryLater(wait);
    }
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    if (sending) {
      await sending;
      return flush();
    }
    const changed = savable(kept.typed);
    if (Object.keys(changed).length === 0) return;
    sending = save(changed);
    await sending.finally(() => (sending = undefined));
  };
  return {
    now: () => kept,
    subscribe: (listener) => join(listeners, listener),
    hear: (onSaved) => join(hearers, onSaved),
    type: (name, text) => {
      become({ typed: { ...kept.typed, [name]: text } });
      tryLater(PAUSE_MS);
    },
    flush,
  };
}

function join(all: Set<() => void>, one: () => void): () => void {
  all.add(one);
  return () => all.delete(one);
}

function savable(typed: Readonly<Partial<CountTexts>>): Partial<CountTexts> {
  return Object.fromEntries(Object.entries(typed).filter(([name, text]) => !isBadCount(name as CountName, text)));
}

/** Returns the texts that are not saved yet. A text that the person changed during the save is one of them. */
function without(all: Partial<CountTexts>, sent: Partial<CountTexts>): Partial<CountTexts> {
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => sent[name as CountName] !== value));
}
