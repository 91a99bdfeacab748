/** The one outbox of this page: it belongs to whoever is signed in, and goes on sending in every room. */
import { useSyncExternalStore } from 'react';
import { client } from '../../session/api.ts';
import { onSignedIn } from '../../session/session.ts';
import { countsUnsent } from '../../session/unsent.ts';
import { createOutbox, type Deed, type Entry, type Outbox } from './outbox.ts';
import type { Problem } from '../../../client/client.ts';
import { sender } from './send.ts';
import { mayBeEvicted } from './persist.ts';
import { openEntryStore } from './shelf.ts';
import { loadDrafts } from './drafts.ts';

/** What the grid hears of each entry. */
export type EntryEvents = {
  onDone: (entry: Entry, deed: Deed, givingId: number | null) => void;
  onRefused: (entry: Entry, problem: Problem) => void;
  onWarning: (entry: Entry, warnings: readonly { code: string; duplicateOf?: number | null }[]) => void;
};

const SILENT: EntryEvents = { onDone: () => {}, onRefused: () => {}, onWarning: () => {} };
let events = SILENT;
let started: Promise<Outbox> | undefined;

/** Has a grid hear of what becomes of the entries. Returns the way to stop. */
export function hearEntries(heard: EntryEvents): () => void {
  events = heard;
  return () => {
    if (events === heard) events = SILENT;
  };
}

/** The outbox, opened once for the page. It wakes when the network or the window comes back. */
export function startOutbox(): Promise<Outbox> {
  started ??= start();
  return started;
}

async function start(): Promise<Outbox> {
  const [{ shelf }] = await Promise.all([openEntryStore(), loadDrafts()]);
  const outbox = createOutbox({
    shelf,
    send: sender((...heard) => events.onWarning(...heard)),
    isOwn: ({ owner }) => owner.id === client.user?.id,
    onDone: (...heard) => events.onDone(...heard),
    onRefused: (...heard) => events.onRefused(...heard),
  });
  await loadInTurn(outbox);
  countsUnsent(async () => (outbox.isDurable ? await shelf.all() : outbox.entries()).length);
  addEventListener('online', outbox.wake);
  addEventListener('focus', outbox.wake);
  onSignedIn(outbox.wake);
  addEventListener('beforeunload', (event) => {
    // What waits is kept, unless this browser keeps nothing, or may throw it away.
    if ((!outbox.isDurable || mayBeEvicted()) && outbox.entries().length > 0) event.preventDefault();
  });
  return outbox;
}

/** One tab at a time sends what earlier ones left; another takes that over when this one is closed. */
async function loadInTurn(outbox: Outbox): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return outbox.load();
  return new Promise((resolve) => {
    const holdForever = async () => {
      await outbox.load();
      resolve();
      await new Promise(() => {});
    };
    void locks.request('vestry-entry', { ifAvailable: true }, async (lock) => {
      if (lock) return holdForever();
      resolve();
      void locks.request('vestry-entry', holdForever);
    });
  });
}

const NONE: readonly Entry[] = [];

/** Everything on this computer that is not in the books yet. */
export function useEntries(outbox: Outbox | undefined): readonly Entry[] {
  return useSyncExternalStore(
    (listener) => outbox?.subscribe(listener) ?? (() => {}),
    () => outbox?.entries() ?? NONE,
  );
}
