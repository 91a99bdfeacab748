/**
 * The one outbox of this page. It belongs to the signed-in person, and keeps sending in every room. Tabs tell each other of
 * each change, so that every tab knows what the others keep, and none submits an offering while another keeps a gift of it.
 */
import { useSyncExternalStore } from 'react';
import { client } from '../../session/api.ts';
import { onSignedIn } from '../../session/session.ts';
import { onLeaving } from '../../session/leaving.ts';
import { countsUnsent } from '../../session/unsent.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Shelf, Entry, Deed } from './entry.ts';
import type { Problem } from '../../../client/client.ts';
import { sender } from './send.ts';
import { mayBeEvicted } from './persist.ts';
import { openEntryStore } from './shelf.ts';
import { countDrafts, loadDrafts, stopDrafts } from './drafts.ts';
import { ifClosed, ownTab, whenClosed } from './tabs.ts';

/** What the grid learns about each entry. */
export type EntryEvents = {
  onDone: (entry: Entry, deed: Deed, givingId: number | null) => void;
  onRefused: (entry: Entry, problem: Problem) => void;
  onWarning: (entry: Entry, warnings: readonly { code: string; duplicateOf?: number | null }[]) => void;
};

const SILENT: EntryEvents = { onDone: () => {}, onRefused: () => {}, onWarning: () => {} };
let events = SILENT;
let started: Promise<Outbox> | undefined;

/** Registers a grid for the events of entries. Returns a function that stops this. */
export function hearEntries(heard: EntryEvents): () => void {
  events = heard;
  return () => {
    if (events === heard) events = SILENT;
  };
}

/** Returns the outbox, opened once for the page. It wakes when the network or the window comes back. */
export function startOutbox(): Promise<Outbox> {
  started ??= start();
  return started;
}

async function start(): Promise<Outbox> {
  const [store, tab] = await Promise.all([openEntryStore(), ownTab()]);
  const outbox = createOutbox({
    shelf: telling(store.shelf),
    tab,
    send: sender((...heard) => events.onWarning(...heard)),
    isOwn,
    onDone: (...heard) => events.onDone(...heard),
    onRefused: (...heard) => events.onRefused(...heard),
  });
  await outbox.load();
  for (const name of tabsOf(outbox)) await ifClosed(name, () => outbox.takeOver(name));
  await loadDrafts();
  watchOthers(outbox);
  countsUnsent(async () => (outbox.isDurable ? await store.shelf.all() : outbox.entries()).length);
  countsUnsent(countDrafts);
  onLeaving(() => {
    outbox.close();
    stopDrafts();
  });
  addEventListener('online', outbox.wake);
  addEventListener('focus', outbox.wake);
  onSignedIn(outbox.wake);
  addEventListener('beforeunload', (event) => {
    // What waits is safe, unless this browser stores nothing or may delete it.
    if ((!outbox.isDurable || mayBeEvicted()) && outbox.entries().length > 0) event.preventDefault();
  });
  return outbox;
}

function isOwn({ owner }: Entry): boolean {
  return owner.id === client.user?.id;
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('vestry-entry');

/** Returns a shelf that tells other tabs about each change. */
function telling(shelf: Shelf): Shelf {
  const tell = async (change: Promise<void>) => {
    await change;
    // A channel reaches this origin alone, and takes no target.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage('changed');
  };
  return { ...shelf, put: (entry) => tell(shelf.put(entry)), remove: (key) => tell(shelf.remove(key)) };
}

/** Watches what other tabs store, and takes it over when they are closed. */
function watchOthers(outbox: Outbox): void {
  const watched = new Set<string>();
  const watch = async (tab: string) => {
    watched.add(tab);
    await whenClosed(tab, () => outbox.takeOver(tab));
    watched.delete(tab);
  };
  const look = async () => {
    await outbox.look();
    for (const tab of tabsOf(outbox)) if (!watched.has(tab)) void watch(tab);
  };
  channel?.addEventListener('message', () => void look());
  addEventListener('focus', () => void look());
  void look();
}

/** Returns the other tabs that store something of the signed-in person. */
function tabsOf(outbox: Outbox): Set<string> {
  return new Set(
    outbox
      .elsewhere()
      .filter(isOwn)
      .map(({ tab }) => tab),
  );
}

const NONE: readonly Entry[] = [];

/** Everything of this tab that is not in the books yet. */
export function useEntries(outbox: Outbox | undefined): readonly Entry[] {
  return useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => {}),
    () => outbox?.entries() ?? NONE,
  );
}

/** Returns what other tabs of this browser store that is not in the books yet. */
export function useElsewhere(outbox: Outbox | undefined): readonly Entry[] {
  return useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => {}),
    () => outbox?.elsewhere() ?? NONE,
  );
}
