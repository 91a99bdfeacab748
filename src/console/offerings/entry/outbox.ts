/**
 * What was typed and is not in the books yet. An entry is kept on this computer before it is sent, so that a closed lid, a
 * killed tab or a dead network loses nothing; entries are sent one by one, in the order in which they were typed. The
 * `entryKey` makes the service take each gift once, however often it is sent.
 */
import type { Problem } from '../../../client/client.ts';
import type { GiftBody } from './row.ts';

export type Owner = { id: number; name: string };

/** What is to be done with a gift, as it is sent; never changed once it was written down. */
export type Deed = { kind: 'create'; body: GiftBody } | { kind: 'change'; body: GiftBody } | { kind: 'delete' };

export type Entry = {
  /** The gift's `entryKey`, or, for one that the service already had, `giving:` and its id. */
  key: string;
  sessionId: number;
  date: string;
  owner: Owner;
  /** Place in the queue. */
  order: number;
  /** What is still to be done, one after the other. */
  deeds: readonly Deed[];
  givingId: number | null;
  /** What the person saw of a gift in the books before they corrected it. */
  seen: GiftBody | null;
  /** Whether the first deed may have reached the service. */
  wasSent: boolean;
  /** Why the service does not take it; it waits for a correction and holds nobody up. */
  refusal: Problem | null;
};

/** Where entries are kept. */
export type Shelf = {
  /** Whether what is put here outlives the tab. */
  isDurable: boolean;
  all: () => Promise<Entry[]>;
  put: (entry: Entry) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

/** What sending a deed came to. */
export type Delivery =
  | { outcome: 'done'; givingId: number | null }
  /** No answer, or one that says to come again. */
  | { outcome: 'again'; afterMs?: number | undefined }
  | { outcome: 'signedOut' }
  | { outcome: 'refused'; problem: Problem };

export type Send = (entry: Entry, deed: Deed) => Promise<Delivery>;

type Options = {
  shelf: Shelf;
  send: Send;
  /** Whether an entry may be sent under the present sign-in: nobody sends another person's gifts. */
  isOwn?: (entry: Entry) => boolean;
  /** Called for each deed that reached the books. */
  onDone?: (entry: Entry, deed: Deed, givingId: number | null) => void;
  onRefused?: (entry: Entry, problem: Problem) => void;
  /** Waits; in the tests, not really. */
  pause?: (ms: number) => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** An outbox over a shelf. Call `load` before anything else, and `wake` when the network or the sign-in is back. */
export function createOutbox(options: Options) {
  const box: Box = {
    options,
    entries: [],
    listeners: new Set(),
    isSending: false,
    isClosed: false,
    wakeUp: () => {},
  };
  return {
    isDurable: options.shelf.isDurable,

    /** Everything that is not in the books yet, in the order of entry. */
    entries: () => box.entries,

    subscribe: (listener: () => void) => {
      box.listeners.add(listener);
      return () => {
        box.listeners.delete(listener);
      };
    },

    /** Reads what was kept from before, and goes on sending it. */
    load: async (): Promise<void> => {
      show(box, await options.shelf.all());
      void pump(box);
    },

    /** Keeps a new gift; resolves once it is on the shelf. */
    add: (place: Place, body: GiftBody) =>
      keepAndSend(box, { ...place, ...UNSENT, order: orderAfter(box.entries), deeds: [{ kind: 'create', body }] }),

    /** Changes a gift that waits, or is refused, here. */
    change: async (key: string, body: GiftBody): Promise<void> => {
      const entry = find(box, key);
      if (!entry) return;
      const wasSent = entry.wasSent && entry.refusal === null;
      await keepAndSend(box, { ...entry, deeds: withChange(entry, body), refusal: null, wasSent });
    },

    /** Takes back a gift that waits, or is refused, here. What the service may have is deleted there, too. */
    remove: async (key: string): Promise<void> => {
      const entry = find(box, key);
      if (!entry) return;
      const isUnderWay = entry.wasSent && entry.refusal === null;
      if (entry.givingId === null && !isUnderWay) return drop(box, key);
      const sent = isUnderWay ? entry.deeds.slice(0, 1) : [];
      await keepAndSend(box, { ...entry, deeds: [...sent, { kind: 'delete' }], refusal: null });
    },

    /** Changes or deletes a gift that is in the books. */
    correct: (gift: Omit<Place, 'key'> & { givingId: number; seen: GiftBody }, deed: Deed) =>
      keepAndSend(box, {
        ...UNSENT,
        ...gift,
        key: `giving:${gift.givingId}`,
        order: orderAfter(box.entries),
        deeds: [deed],
      }),

    /** Throws a refused entry away. */
    discard: (key: string) => drop(box, key),

    /** Sends what waits now; called when the network or the sign-in is back. */
    wake: (): void => {
      box.wakeUp();
      void pump(box);
    },

    close: (): void => {
      box.isClosed = true;
      box.wakeUp();
    },
  };
}

type Place = Pick<Entry, 'key' | 'sessionId' | 'date' | 'owner'>;

const UNSENT = { givingId: null, seen: null, wasSent: false, refusal: null } as const;

type Box = {
  options: Options;
  entries: readonly Entry[];
  listeners: Set<() => void>;
  isSending: boolean;
  isClosed: boolean;
  /** Ends the pause before the next try. */
  wakeUp: () => void;
};

function show(box: Box, entries: readonly Entry[]): void {
  box.entries = entries.toSorted((a, b) => a.order - b.order);
  for (const listener of box.listeners) listener();
}

function find({ entries }: Box, key: string): Entry | undefined {
  return entries.find((entry) => entry.key === key);
}

/** Keeps an entry on the shelf, then shows it: what is shown as waiting is kept. */
async function keep(box: Box, entry: Entry): Promise<void> {
  await box.options.shelf.put(entry);
  show(box, [...box.entries.filter(({ key }) => key !== entry.key), entry]);
}

async function keepAndSend(box: Box, entry: Entry): Promise<void> {
  await keep(box, entry);
  void pump(box);
}

async function drop(box: Box, key: string): Promise<void> {
  await box.options.shelf.remove(key);
  show(
    box,
    box.entries.filter((entry) => entry.key !== key),
  );
}

/** Sends what waits, one by one; only one round goes on at a time. */
async function pump(box: Box): Promise<void> {
  if (box.isSending) return;
  box.isSending = true;
  try {
    await sendAll(box);
  } finally {
    box.isSending = false;
  }
}

async function sendAll(box: Box): Promise<void> {
  const { pause = sleep } = box.options;
  let wait = FIRST_PAUSE_MS;
  for (let entry = nextOf(box); entry; entry = nextOf(box)) {
    const delivery = await deliver(box, entry);
    if (delivery.outcome === 'signedOut') return;
    if (delivery.outcome !== 'again') {
      wait = FIRST_PAUSE_MS;
      continue;
    }
    const woken = new Promise<void>((resolve) => {
      box.wakeUp = resolve;
    });
    await Promise.race([pause(delivery.afterMs ?? wait), woken]);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

function nextOf({ entries, isClosed, options: { isOwn = () => true } }: Box): Entry | undefined {
  return isClosed ? undefined : entries.find((entry) => entry.refusal === null && isOwn(entry));
}

async function deliver(box: Box, entry: Entry): Promise<Delivery> {
  const [deed] = entry.deeds;
  if (!deed) {
    await drop(box, entry.key);
    return { outcome: 'done', givingId: entry.givingId };
  }
  if (!entry.wasSent) await keep(box, { ...entry, wasSent: true });
  const delivery = await box.options.send(entry, deed);
  // A change or a deletion may have been added while the answer was on its way.
  const current = find(box, entry.key);
  if (current && delivery.outcome === 'done') {
    const deeds = current.deeds.slice(1);
    if (deeds.length === 0) await drop(box, entry.key);
    else await keep(box, { ...current, ...UNSENT, deeds, givingId: delivery.givingId });
    box.options.onDone?.(entry, deed, delivery.givingId);
  } else if (current && delivery.outcome === 'refused') {
    await keep(box, { ...current, refusal: delivery.problem });
    box.options.onRefused?.(entry, delivery.problem);
  }
  return delivery;
}

function orderAfter(entries: readonly Entry[]): number {
  return (entries.at(-1)?.order ?? 0) + 1;
}

/** A deed that may be on its way stays as it is, and the change follows it; one that was never sent is replaced. */
function withChange({ deeds, wasSent, refusal }: Entry, body: GiftBody): Deed[] {
  const [first] = deeds;
  if (!first) return [{ kind: 'change', body }];
  const isFresh = !wasSent || refusal !== null;
  if (isFresh && first.kind !== 'delete') return [{ kind: first.kind, body }];
  return [first, { kind: 'change', body }];
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
