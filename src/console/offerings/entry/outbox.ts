/**
 * What was typed and is not in the books yet. An entry is kept on this computer before it is sent, so that a closed lid, a
 * killed tab or a dead network loses nothing; entries are sent one by one, in the order in which they were typed. The
 * `entryKey` makes the service take each gift once, however often it is sent.
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
    /** Whether what waits outlives the tab; false once this computer could not keep an entry. */
    get isDurable() {
      return box.isDurable;
    },

    /** Everything of this tab that is not in the books yet, in the order of entry. */
    entries: () => box.entries,

    /** What other tabs keep on this computer, as it was at the last look. */
    elsewhere: () => box.elsewhere,

    subscribe: (listener: () => void) => {
      box.listeners.add(listener);
      return () => {
        box.listeners.delete(listener);
      };
    },

    /** Reads what this tab kept before it was loaded anew, and goes on sending it. */
    load: () => takeOver(box, options.tab),

    /** Makes the entries of a closed tab those of this one, and sends them; only those of whoever is signed in. */
    takeOver: (tab: string) => takeOver(box, tab),

    /** Looks at what other tabs keep. */
    look: () => inTurn(box, () => look(box)),

    /** Keeps a new gift, which is among the entries at once; resolves once it is on the shelf. */
    add: (place: Place, body: GiftBody) => {
      const order = orderAfter(box.entries);
      const entry: Entry = { ...place, ...UNSENT, tab: options.tab, order, deeds: [{ kind: 'create', body }] };
      show(box, [...box.entries, { ...entry, isComing: true }]);
      return keepAndSend(box, () => entry);
    },

    /** Changes a gift that waits, or is refused, here, also one that has just reached the books. */
    change: (key: string, body: GiftBody): Promise<void> =>
      keepAndSend(box, () => {
        const entry = find(box, key) ?? box.delivered.get(key);
        if (!entry) return undefined;
        const wasSent = entry.wasSent && entry.refusal === null;
        return { ...entry, seen: seenNow(entry), deeds: withChange(entry, body), refusal: null, wasSent };
      }),

    /** Takes back a gift that waits, or is refused, here. What the service may have is deleted there, too. */
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

    /** Throws a refused entry away. */
    discard: (key: string) => inTurn(box, () => drop(box, key)),

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

/** The tab of entries of which nobody is signed in; no tab has this name. */
const NO_TAB = '';

const UNSENT = { givingId: null, seen: null, wasSent: false, refusal: null } as const;

type Box = {
  options: Options;
  entries: readonly Entry[];
  elsewhere: readonly Entry[];
  /** Entries that reached the books, for whoever corrects one while its answer arrives. */
  delivered: Map<string, Entry>;
  isDurable: boolean;
  /** The changes of the queue that are under way. */
  turn: Promise<unknown>;
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
      // Whoever entered it may sign in in any tab, and it is sent there.
      else if (from === tab) await shelf.put({ ...entry, tab: NO_TAB });
    }
    await look(box);
  });
  void pump(box);
}

function find({ entries }: Box, key: string): Entry | undefined {
  return entries.find((entry) => entry.key === key);
}

/** Changes the queue after the changes before, so that each begins with what the last one kept. */
function inTurn<T>(box: Box, change: () => Promise<T>): Promise<T> {
  const result = box.turn.then(change);
  box.turn = result.catch(() => {});
  return result;
}

/** Keeps an entry on the shelf, then shows it: what is shown as waiting is kept, or the page says that it keeps nothing. */
async function keep(box: Box, entry: Entry): Promise<void> {
  try {
    // After signing out nothing is kept any more.
    if (!box.isClosed) await box.options.shelf.put(entry);
  } catch {
    // A full disk, or a browser that gave its database up: the entry is sent all the same.
    box.isDurable = false;
  }
  show(box, [...box.entries.filter(({ key }) => key !== entry.key), entry]);
}

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Keeps what the queue, as it is when its turn comes, makes necessary. */
async function keepAndSend(box: Box, entryNow: () => Maybe<Entry>): Promise<void> {
  await inTurn(box, async () => {
    const entry = await entryNow();
    if (entry) await keep(box, entry);
  });
  void pump(box);
}

async function drop(box: Box, key: string): Promise<void> {
  // What stays on the shelf is sent again after a reload, and taken once.
  await box.options.shelf.remove(key).catch(() => {});
  show(
    box,
    box.entries.filter((entry) => entry.key !== key),
  );
}

/** Sends what waits, one by one; only one round goes on at a time. */
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
    // In the same moment in which nothing more was found: what comes later begins a round of its own.
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

/** Notes that the first deed may reach the service from now on, and returns the entry as it is sent. */
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

/** Notes what became of the first deed. A change or a deletion may have been added while the answer was on its way. */
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

/** A new gift that was deleted while it was on its way, and that the service does not have. */
function isDeletedAnyway({ deeds }: Entry, { givingId, problem }: Extract<Delivery, { outcome: 'refused' }>): boolean {
  // What is forbidden was not looked at: the gift may be in the books.
  const isMissing = givingId === undefined && problem.status !== 403;
  return isMissing && deeds[0]?.kind === 'create' && deeds.at(-1)?.kind === 'delete';
}

/** A gift that is in the books in another form is not entered once more: what was typed becomes a correction of it. */
function withRefused(entry: Entry, { givingId }: Extract<Delivery, { outcome: 'refused' }>): Entry {
  const [first, ...rest] = entry.deeds;
  if (givingId === undefined || first?.kind !== 'create') return entry;
  return { ...entry, givingId, deeds: rest.length > 0 ? rest : [{ kind: 'change', body: first.body }] };
}

/** What the person has seen of the gift: where another version was shown to them, that one. */
function seenNow({ seen, refusal }: Entry): GiftBody | null {
  return (refusal as { current?: GiftBody } | null)?.current ?? seen;
}

function orderAfter(entries: readonly Entry[]): number {
  return (entries.at(-1)?.order ?? 0) + 1;
}

/** A deed that may be on its way stays as it is, and the change follows it; one that was never sent is replaced. */
function withChange({ deeds, wasSent, refusal }: Entry, body: GiftBody): Deed[] {
  const [first] = deeds;
  if (!first) return [{ kind: 'change', body }];
  const isFresh = !wasSent || refusal !== null;
  // A gift whose deletion was refused is still in the books, and is corrected there.
  if (isFresh) return [{ kind: first.kind === 'delete' ? 'change' : first.kind, body }];
  return [first, { kind: 'change', body }];
}
