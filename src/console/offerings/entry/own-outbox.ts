/**
 * The only outbox of this tab. It sends the signed-in person's gifts, even while another page of the console is shown.
 * Each tab notifies the other tabs when it stores or removes an entry. Therefore, no tab submits an offering while
 * another tab of this browser still has an unsent gift of that offering.
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

/** The events about entries that the grid receives. */
export type EntryEvents = {
  onDone: (entry: Entry, deed: Deed, givingId: number | null) => void;
  onRefused: (entry: Entry, problem: Problem) => void;
  onWarning: (entry: Entry, warnings: readonly { code: string; duplicateOf?: number | null }[]) => void;
};

const SILENT: EntryEvents = { onDone: () => {}, onRefused: () => {}, onWarning: () => {} };
let events = SILENT;
let started: Promise<Outbox> | undefined;

/**
 * Registers the grid that receives the events, in place of any earlier grid. Returns a function that unregisters it.
 */
export function hearEntries(heard: EntryEvents): () => void {
  events = heard;
  return () => {
    if (events === heard) events = SILENT;
  };
}

/** Returns the outbox of this tab. The first call opens it and starts sending the stored entries. */
export function startOutbox(): Promise<Outbox> {
  started ??= start();
  return started;
}

async function start(): Promise<Outbox> {
  const [store, tab] = await Promise.all([openEntryStore(), ownTab()]);
  const outbox = createOutbox({
    shelf: notifying(store.shelf),
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
    // Warns the person only if this browser cannot store the waiting gifts or may delete them.
    if ((!outbox.isDurable || mayBeEvicted()) && outbox.entries().length > 0) event.preventDefault();
  });
  return outbox;
}

function isOwn({ owner }: Entry): boolean {
  return owner.id === client.user?.id;
}

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('vestry-entry');

/** Returns a shelf that notifies the other tabs of each change. */
function notifying(shelf: Shelf): Shelf {
  const notify = async (change: Promise<void>) => {
    await change;
    // Unlike `window.postMessage`, a BroadcastChannel reaches only this origin and has no target argument.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    channel?.postMessage('changed');
  };
  return { ...shelf, put: (entry) => notify(shelf.put(entry)), remove: (key) => notify(shelf.remove(key)) };
}

/** Watches the other tabs that store entries. When one of them is closed, takes its entries over. */
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

/** Returns the names of the other tabs that store entries of the signed-in person. */
function tabsOf(outbox: Outbox): Set<string> {
  return new Set(
    outbox
      .elsewhere()
      .filter(isOwn)
      .map(({ tab }) => tab),
  );
}

const NONE: readonly Entry[] = [];

/** Returns the entries of this tab that are not in the books yet. */
export function useEntries(outbox: Outbox | undefined): readonly Entry[] {
  return useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => {}),
    () => outbox?.entries() ?? NONE,
  );
}

/** Returns the entries of other tabs of this browser that are not in the books yet. */
export function useElsewhere(outbox: Outbox | undefined): readonly Entry[] {
  return useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => {}),
    () => outbox?.elsewhere() ?? NONE,
  );
}
