/** Stores entries and half-typed rows in IndexedDB, so that they survive the closing of the tab. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Shelf, Entry } from './entry.ts';
import type { KeptDraft } from './drafts.ts';
import { askToPersist } from './persist.ts';

// eslint-disable-next-line typescript/consistent-type-definitions -- idb requires an interface that extends DBSchema.
interface Kept extends DBSchema {
  entries: { key: string; value: Entry };
  drafts: { key: string; value: KeptDraft };
}

const DATABASE = 'vestry-entry';
/** A transaction with this option completes only after its data is on the disk (Indexed Database API 3.0, 4.9). */
const STRICT = { durability: 'strict' } as const;

export type EntryStore = {
  shelf: Shelf;
  allDrafts: () => Promise<KeptDraft[]>;
  keepDraft: (draft: KeptDraft) => Promise<void>;
  dropDraft: (key: string) => Promise<void>;
};

let opened: Promise<EntryStore> | undefined;

/** Returns the store in IndexedDB. If IndexedDB cannot be opened, returns a store in memory, which is not durable. */
export function openEntryStore(): Promise<EntryStore> {
  opened ??= open().catch(inMemory);
  return opened;
}

async function open(): Promise<EntryStore> {
  const db = await openDB<Kept>(DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore('entries', { keyPath: 'key' });
      database.createObjectStore('drafts', { keyPath: 'key' });
    },
    // When the person signs out in another tab, that tab deletes the database. An open connection here would block it.
    blocking: (_now, _next, event) => {
      (event.target as IDBDatabase).close();
    },
  });
  return {
    shelf: shelfOf(db),
    allDrafts: () => db.getAll('drafts'),
    keepDraft: async (draft) => void (await db.put('drafts', draft)),
    dropDraft: (key) => db.delete('drafts', key),
  };
}

function shelfOf(db: IDBPDatabase<Kept>): Shelf {
  const change = async (act: (store: 'entries') => Promise<unknown>, done: Promise<void>) => {
    await Promise.all([act('entries'), done]);
  };
  return {
    isDurable: true,
    all: () => db.getAll('entries'),
    put: (entry) => {
      askToPersist();
      const transaction = db.transaction('entries', 'readwrite', STRICT);
      return change(() => transaction.store.put(entry), transaction.done);
    },
    remove: (key) => {
      const transaction = db.transaction('entries', 'readwrite', STRICT);
      return change(() => transaction.store.delete(key), transaction.done);
    },
  };
}

function inMemory(): EntryStore {
  const entries = new Map<string, Entry>();
  return {
    shelf: {
      isDurable: false,
      all: async () => Array.from(entries.values()),
      put: async (entry) => void entries.set(entry.key, entry),
      remove: async (key) => void entries.delete(key),
    },
    allDrafts: async () => [],
    keepDraft: async () => {},
    dropDraft: async () => {},
  };
}
