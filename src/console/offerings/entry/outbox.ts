/**
 * Gifts that were typed and are not in the books yet. An entry is stored on this computer before it is sent, so that a
 * closed lid, a killed tab or a dead network loses nothing. Entries are sent one by one, in the order in which they
 * were typed. The `entryKey` makes the service store each gift once, however often it is sent.
 *
 * After no answer, 408, 429 or 5xx an entry is sent again; another refusal stays at its row (`refused.ts`). A change or deletion
 * waits for the answer to what is under way, and compares the gift in the books with what the person saw (`send.ts`). Each
 * entry belongs to one tab, which alone changes and sends it; another tab takes over what a closed tab left (`tabs.ts`).
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
  /** Whether an entry may be sent under the present sign-in. Nobody sends another person's gifts. */
  isOwn?: (entry: Entry) => boolean;
  /** Called for each deed that has reached the books. */
  onDone?: (entry: Entry, deed: Deed, givingId: number | null) => void;
  onRefused?: (entry: Entry, problem: Problem) => void;
  /** Waits; tests replace it. */
  pause?: (ms: number) => Promise<void>;
};

export type Outbox = ReturnType<typeof createOutbox>;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Returns an outbox over a shelf. Call `load` first, and `wake` when the network or the sign-in is back. */
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
    /** Whether what waits outlives the tab; false after this computer could not store an entry. */
    get isDurable() {
      return box.isDurable;
    },

    /** Returns everything of this tab that is not in the books yet, in the order of entry. */
    entries: () => box.entries,

    /** Returns what other tabs store on this computer, as last seen. */
    elsewhere: () => box.elsewhere,

    subscribe: (listener: () => void) => {
      box.listeners.add(listener);
      return () => {
        box.listeners.delete(listener);
      };
    },

    /** Reads what this tab stored before it was reloaded, and continues sending it. */
    load: () => takeOver(box, options.tab),

    /** Takes over the entries of a closed tab and sends them; only those of the signed-in person. */
    takeOver: (tab: string) => takeOver(box, tab),

    /** Reads what other tabs store. */
    look: () => inTurn(box, () => look(box)),

    /** Adds a new gift, which is listed at once. Resolves when it is stored. */
    add: (place: Place, body: GiftBody) => {
      const order = orderAfter(box.entries);
      const entry: Entry = { ...place, ...UNSENT, tab: options.tab, order, deeds: [{ kind: 'create', body }] };
      show(box, [...box.entries, { ...entry, isComing: true }]);
      return keepAndSend(box, () => entry);
    },

    /** Changes a gift that waits or is refused here, or has just reached the books. */
    change: (key: string, body: GiftBody): Promise<void> =>
      keepAndSend(box, () => {
        const entry = find(box, key) ?? box.delivered.get(key);
        if (!entry) return undefined;
        const wasSent = entry.wasSent && entry.refusal === null;
        return { ...entry, seen: seenNow(entry), deeds: withChange(entry, body), refusal: null, wasSent };
      }),

    /** Removes a gift that waits or is refused here. If the service may have it, it is deleted there, too. */
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

    /** Discards a refused entry. */
    discard: (key: string) => inTurn(box, () => drop(box, key)),

    /** Sends what waits; called when the network or the sign-in is back. */
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

/** The tab of entries whose owner is not signed in; no real tab has this name. */
const NO_TAB = '';

const UNSENT = { givingId: null, seen: null, wasSent: false, refusal: null } as const;

type Box = {
  options: Options;
  entries: readonly Entry[];
  elsewhere: readonly Entry[];
  /** Entries that have reached the books, in case one is corrected while its answer arrives. */
  delivered: Map<string, Entry>;
  isDurable: boolean;
  /** The changes of the queue in progress. */
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
      // Its owner may sign in in any tab, and it is sent from there.
      else if (from === tab) await shelf.put({ ...entry, tab: NO_TAB });
    }
    await look(box);
  });
  void pump(box);
}

function find({ entries }: Box, key: string): Entry | undefined {
  return entries.find((entry) => entry.key === key);
}

/** Runs changes of the queue one after another, so that each starts from the result of the last. */
function inTurn<T>(box: Box, change: () => Promise<T>): Promise<T> {
  const result = box.turn.then(change);
  box.turn = result.catch(() => {});
  return result;
}

/** Stores an entry, then shows it. So what is shown as waiting is stored, or the page says that nothing is stored. */
async function keep(box: Box, entry: Entry): Promise<void> {
  try {
    // After signing out nothing is stored any more.
    if (!box.isClosed) await box.options.shelf.put(entry);
  } catch {
    // The disk is full, or the browser has lost its database: the entry is sent anyway.
    box.isDurable = false;
  }
  show(box, [...box.entries.filter(({ key }) => key !== entry.key), entry]);
}

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Stores the entry that the state of the queue requires when it is its turn. */
async function keepAndSend(box: Box, entryNow: () => Maybe<Entry>): Promise<void> {
  await inTurn(box, async () => {
    const entry = await entryNow();
    if (entry) await keep(box, entry);
  });
  void pump(box);
}

async function drop(box: Box, key: string): Promise<void> {
  // An entry that stays on the shelf is sent again after a reload, and stored only once.
  await box.options.shelf.remove(key).catch(() => {});
  show(
    box,
    box.entries.filter((entry) => entry.key !== key),
  );
}

/** Sends what waits, one by one. Only one round runs at a time. */
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
    // Set in the same step in which the queue was found empty, so that a later entry starts a new round.
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

/** Records that the first deed may now reach the service; returns the entry as it is sent. */
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

/** Records the result of the first deed. A change or deletion may have been added meanwhile. */
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

/** Whether this is a new gift that was deleted while it was sent, and that the service does not have. */
function isDeletedAnyway({ deeds }: Entry, { givingId, problem }: Extract<Delivery, { outcome: 'refused' }>): boolean {
  // A forbidden call tells nothing about the gift, which may be in the books.
  const isMissing = givingId === undefined && problem.status !== 403;
  return isMissing && deeds[0]?.kind === 'create' && deeds.at(-1)?.kind === 'delete';
}

/** A gift that is in the books in another form must not be entered again, so what was typed becomes a correction. */
function withRefused(entry: Entry, { givingId }: Extract<Delivery, { outcome: 'refused' }>): Entry {
  const [first, ...rest] = entry.deeds;
  if (givingId === undefined || first?.kind !== 'create') return entry;
  return { ...entry, givingId, deeds: rest.length > 0 ? rest : [{ kind: 'change', body: first.body }] };
}

/** Returns the gift as the person saw it last: another version, if one was shown. */
function seenNow({ seen, refusal }: Entry): GiftBody | null {
  return (refusal as { current?: GiftBody } | null)?.current ?? seen;
}

function orderAfter(entries: readonly Entry[]): number {
  return (entries.at(-1)?.order ?? 0) + 1;
}

/** A deed that may have been sent stays, and the change follows it; an unsent one is replaced. */
function withChange({ deeds, wasSent, refusal }: Entry, body: GiftBody): Deed[] {
  const [first] = deeds;
  if (!first) return [{ kind: 'change', body }];
  const isFresh = !wasSent || refusal !== null;
  // A gift whose deletion was refused is still in the books, and is corrected there.
  if (isFresh) return [{ kind: first.kind === 'delete' ? 'change' : first.kind, body }];
  return [first, { kind: 'change', body }];
}
