/**
 * The queue of gifts that were typed and are not in the books yet. An entry is one gift with its deeds: the creation,
 * changes and deletion that are still to be sent. An entry is stored on this computer before it is sent, so nothing is
 * lost if the laptop is closed, the tab crashes or the network fails. Entries are sent one by one, in the order in
 * which they were typed. Because of the `entryKey`, the service stores each gift only once, even if it is sent several
 * times.
 *
 * After a network failure, 408, 429 or 5xx, an entry is sent again. After a 401, the entry waits for the next sign-in.
 * Any other refusal is shown in the row (`refused.ts`). A deed is sent only after the service has confirmed the deed
 * before it. A change or deletion is refused if somebody else has changed the gift since the person saw it (`send.ts`).
 * An entry belongs to one tab, and only this tab changes and sends the entry. When the tab is closed, another tab takes
 * the entry over (`tabs.ts`).
 */
import type { Problem } from '../../../client/client.ts';
import { sleep } from '../../kit/sleep.ts';
import type { Deed, Delivery, Entry, Send, Shelf } from './entry.ts';
import type { GiftBody } from './row.ts';

type Options = {
  shelf: Shelf;
  /** The name of this tab. */
  tab: string;
  send: Send;
  /** True if the entry belongs to the signed-in person. The gifts of other people are not sent. */
  isOwn?: (entry: Entry) => boolean;
  /** Called for each deed that has reached the books. */
  onDone?: (entry: Entry, deed: Deed, givingId: number | null) => void;
  onRefused?: (entry: Entry, problem: Problem) => void;
  /** Waits for a time. Tests replace this function. */
  pause?: (ms: number) => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Returns an outbox that stores its entries on a shelf. Call `load` first, and `wake` after a reconnect or a sign-in.
 */
export function createOutbox(options: Options) {
  const box: Box = {
    options,
    entries: [],
    elsewhere: [],
    delivered: new Map(),
    isDurable: options.shelf.isDurable,
    turn: Promise.resolve(),
    listeners: new Set(),
    isSending: false,
    isClosed: false,
    wakeUp: () => {},
  };
  return {
    /** True if waiting entries survive the closing of the tab. False as soon as an entry could not be stored. */
    get isDurable() {
      return box.isDurable;
    },

    /** Returns the entries of this tab in the order in which they were typed. */
    entries: () => box.entries,

    /** Returns the entries of other tabs, as they were at the last `look`. */
    elsewhere: () => box.elsewhere,

    subscribe: (listener: () => void) => {
      box.listeners.add(listener);
      return () => {
        box.listeners.delete(listener);
      };
    },

    /** Reads the entries that this tab stored before it was reloaded, and continues sending them. */
    load: () => takeOver(box, options.tab),

    /** Takes over the signed-in person's entries from a closed tab, and sends them. */
    takeOver: (tab: string) => takeOver(box, tab),

    /** Reads the stored entries of other tabs. */
    look: () => inTurn(box, () => look(box)),

    /** Adds a new gift and lists it at once. Resolves when the gift is stored on this computer. */
    add: (place: Place, body: GiftBody) => {
      const order = orderAfter(box.entries);
      const entry: Entry = { ...place, ...UNSENT, tab: options.tab, order, deeds: [{ kind: 'create', body }] };
      show(box, [...box.entries, { ...entry, isComing: true }]);
      return keepAndSend(box, () => entry);
    },

    /** Changes a gift that is waiting or refused in this tab, or that has just reached the books. */
    change: (key: string, body: GiftBody): Promise<void> =>
      keepAndSend(box, () => {
        const entry = find(box, key) ?? box.delivered.get(key);
        if (!entry) return undefined;
        const wasSent = entry.wasSent && entry.refusal === null;
        return { ...entry, seen: seenNow(entry), deeds: withChange(entry, body), refusal: null, wasSent };
      }),

    /**
     * Removes a gift that is waiting or refused in this tab, or that has just reached the books. If the gift may be in
     * the books, deletes it there, too.
     */
    remove: (key: string): Promise<void> =>
      keepAndSend(box, async () => {
        const entry = find(box, key) ?? box.delivered.get(key);
        if (!entry) return undefined;
        const isUnderWay = entry.wasSent && entry.refusal === null;
        if (entry.givingId === null && !isUnderWay) {
          await drop(box, key);
          return undefined;
        }
        const sent = isUnderWay ? entry.deeds.slice(0, 1) : [];
        return { ...entry, seen: seenNow(entry), deeds: [...sent, { kind: 'delete' }], refusal: null };
      }),

    /** Changes or deletes a gift that is in the books. */
    correct: (gift: Omit<Place, 'key'> & { row?: string; givingId: number; seen: GiftBody }, deed: Deed) =>
      keepAndSend(box, () => ({
        ...UNSENT,
        ...gift,
        key: `giving:${gift.givingId} ${options.tab}`,
        tab: options.tab,
        order: orderAfter(box.entries),
        deeds: [deed],
      })),

    /** Removes a refused entry from this computer. The books do not change. */
    discard: (key: string) => inTurn(box, () => drop(box, key)),

    /** Ends the pause between attempts, and sends the waiting entries now. */
    wake: (): void => {
      box.wakeUp();
      void pump(box);
    },

    /** Stops storing and sending entries. */
    close: (): void => {
      box.isClosed = true;
      box.wakeUp();
    },
  };
}

type Place = Pick<Entry, 'key' | 'sessionId' | 'date' | 'owner'>;

/** The tab name of entries whose owner is not signed in. No real tab has this name. */
const NO_TAB = '';

const UNSENT = { givingId: null, seen: null, wasSent: false, refusal: null } as const;

type Box = {
  options: Options;
  entries: readonly Entry[];
  elsewhere: readonly Entry[];
  /** Entries that have reached the books. If the person is still correcting such a gift, `change` finds it here. */
  delivered: Map<string, Entry>;
  isDurable: boolean;
  /** Resolves when the most recently started change of the queue has ended. */
  turn: Promise<unknown>;
  listeners: Set<() => void>;
  isSending: boolean;
  isClosed: boolean;
  /** Ends the pause before the next attempt. */
  wakeUp: () => void;
};

function show(box: Box, entries: readonly Entry[]): void {
  box.entries = entries.toSorted((a, b) => a.order - b.order);
  for (const listener of box.listeners) listener();
}

async function look(box: Box): Promise<void> {
  const kept = await box.options.shelf.all();
  box.elsewhere = kept.filter(({ tab }) => tab !== box.options.tab);
  show(box, box.entries);
}

async function takeOver(box: Box, from: string): Promise<void> {
  const { shelf, tab, isOwn = () => true } = box.options;
  await inTurn(box, async () => {
    for (const entry of await shelf.all()) {
      if (entry.tab !== from || find(box, entry.key)) continue;
      if (isOwn(entry)) await keep(box, { ...entry, tab });
      // The owner may sign in from any tab next time, and that tab must be able to take the entry over.
      else if (from === tab) await shelf.put({ ...entry, tab: NO_TAB });
    }
    await look(box);
  });
  void pump(box);
}

function find({ entries }: Box, key: string): Entry | undefined {
  return entries.find((entry) => entry.key === key);
}

/** Runs changes of the queue one after another, so that each change sees the result of the change before it. */
function inTurn<T>(box: Box, change: () => Promise<T>): Promise<T> {
  const result = box.turn.then(change);
  box.turn = result.catch(() => {});
  return result;
}

/** Stores an entry, then shows it. If it cannot be stored, `isDurable` becomes false and the page shows a warning. */
async function keep(box: Box, entry: Entry): Promise<void> {
  try {
    // Signing out closes the outbox. After that, nothing may be stored.
    if (!box.isClosed) await box.options.shelf.put(entry);
  } catch {
    // The disk is full, or the browser has lost its database. The entry is sent anyway.
    box.isDurable = false;
  }
  show(box, [...box.entries.filter(({ key }) => key !== entry.key), entry]);
}

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Waits for its turn, calls `entryNow`, stores the entry that it returns, and starts sending. */
async function keepAndSend(box: Box, entryNow: () => Maybe<Entry>): Promise<void> {
  await inTurn(box, async () => {
    const entry = await entryNow();
    if (entry) await keep(box, entry);
  });
  void pump(box);
}

async function drop(box: Box, key: string): Promise<void> {
  // If removing fails, the entry is sent again after a reload. The service still stores the gift only once.
  await box.options.shelf.remove(key).catch(() => {});
  show(
    box,
    box.entries.filter((entry) => entry.key !== key),
  );
}

/** Sends the waiting entries one by one. Does nothing if another call is already sending. */
async function pump(box: Box): Promise<void> {
  if (box.isSending) return;
  box.isSending = true;
  const { pause = sleep } = box.options;
  let wait = FIRST_PAUSE_MS;
  try {
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
  } finally {
    // No `await` separates the last call of `nextOf` from this line, so no entry can be added in between and stay
    // unsent.
    box.isSending = false;
  }
}

function nextOf({ entries, isClosed, options: { isOwn = () => true } }: Box): Entry | undefined {
  return isClosed ? undefined : entries.find((entry) => entry.refusal === null && isOwn(entry));
}

async function deliver(box: Box, { key }: Entry): Promise<Delivery> {
  const entry = await inTurn(box, () => begin(box, key));
  const [deed] = entry?.deeds ?? [];
  if (!entry || !deed) return { outcome: 'done', givingId: null };
  const delivery = await box.options.send(entry, deed);
  await inTurn(box, () => settle(box, entry, delivery));
  if (delivery.outcome === 'done') box.options.onDone?.(entry, deed, delivery.givingId);
  if (delivery.outcome === 'refused') box.options.onRefused?.(entry, delivery.problem);
  return delivery;
}

/** Records that the first deed may now reach the service. Returns the entry; undefined if it is not to be sent. */
async function begin(box: Box, key: string): Promise<Entry | undefined> {
  const entry = find(box, key);
  if (!entry || entry.refusal !== null) return undefined;
  if (entry.deeds.length === 0) {
    await drop(box, key);
    return undefined;
  }
  const sent = { ...entry, wasSent: true };
  if (!entry.wasSent) await keep(box, sent);
  return sent;
}

/** Records the result of the first deed. The entry may have got further deeds while the first one was being sent. */
async function settle(box: Box, { key }: Entry, delivery: Delivery): Promise<void> {
  const current = find(box, key);
  if (!current) return;
  if (delivery.outcome === 'refused' && isDeletedAnyway(current, delivery)) return drop(box, key);
  if (delivery.outcome === 'refused')
    return keep(box, { ...withRefused(current, delivery), refusal: delivery.problem });
  if (delivery.outcome !== 'done') return;
  const { givingId, body = null } = delivery;
  const next = { ...current, ...UNSENT, deeds: current.deeds.slice(1), givingId, seen: body };
  if (next.deeds.length > 0) return keep(box, next);
  box.delivered.set(key, next);
  await drop(box, key);
}

/** True if the person deleted a new gift while it was being sent, and the service refused the gift. */
function isDeletedAnyway({ deeds }: Entry, { givingId, problem }: Extract<Delivery, { outcome: 'refused' }>): boolean {
  // A 403 does not show whether the gift is in the books, because an earlier attempt may have stored it.
  const isMissing = givingId === undefined && problem.status !== 403;
  return isMissing && deeds[0]?.kind === 'create' && deeds.at(-1)?.kind === 'delete';
}

/** If a refused new gift is in the books with other values, replaces its creation by a correction of that gift. */
function withRefused(entry: Entry, { givingId }: Extract<Delivery, { outcome: 'refused' }>): Entry {
  const [first, ...rest] = entry.deeds;
  if (givingId === undefined || first?.kind !== 'create') return entry;
  return { ...entry, givingId, deeds: rest.length > 0 ? rest : [{ kind: 'change', body: first.body }] };
}

/** Returns the gift as the person last saw it: the version that came with the refusal, or else `seen`. */
function seenNow({ seen, refusal }: Entry): GiftBody | null {
  return (refusal as { current?: GiftBody } | null)?.current ?? seen;
}

function orderAfter(entries: readonly Entry[]): number {
  return (entries.at(-1)?.order ?? 0) + 1;
}

/**
 * Returns the deeds after a change of the gift. Unsent and refused deeds are replaced. A deed that may have reached the
 * service stays first.
 */
function withChange({ deeds, wasSent, refusal }: Entry, body: GiftBody): Deed[] {
  const [first] = deeds;
  if (!first) return [{ kind: 'change', body }];
  const isFresh = !wasSent || refusal !== null;
  // If a deletion was refused, the gift is still in the books, so it must be changed and not created.
  if (isFresh) return [{ kind: first.kind === 'delete' ? 'change' : first.kind, body }];
  return [first, { kind: 'change', body }];
}
