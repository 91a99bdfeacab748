/**
 * Stores the new expense that somebody is entering in IndexedDB, with its receipts, until the service has it. A phone
 * may close the page while the camera is open. Each account has at most one such expense on a computer.
 */
import { type DBSchema, openDB } from 'idb';
import { countsUnsent } from '../../session/unsent.ts';
import type { Progress } from './send.ts';
import type { Typed } from './typed.ts';

export type KeptExpense = { ownerId: number; typed: Typed; progress: Progress };

// eslint-disable-next-line typescript/consistent-type-definitions -- idb requires an interface that extends DBSchema.
interface Kept extends DBSchema {
  expenses: { key: number; value: KeptExpense };
}

type Store = {
  read: (ownerId: number) => Promise<KeptExpense | undefined>;
  write: (kept: KeptExpense) => Promise<void>;
  drop: (ownerId: number) => Promise<void>;
};

let opened: Promise<Store> | undefined;

/** Returns the store. If IndexedDB cannot be opened, nothing is stored. */
export function openKept(): Promise<Store> {
  opened ??= open().catch(() => ({ read: async () => undefined, write: async () => {}, drop: async () => {} }));
  return opened;
}

async function open(): Promise<Store> {
  const db = await openDB<Kept>('vestry-expense', 1, {
    upgrade: (database) => void database.createObjectStore('expenses', { keyPath: 'ownerId' }),
    // When the person signs out in another tab, that tab deletes the database. An open connection here would block it.
    blocking: (_now, _next, event) => {
      (event.target as IDBDatabase).close();
    },
  });
  countsUnsent(() => db.count('expenses'));
  return {
    read: (ownerId) => db.get('expenses', ownerId),
    write: async (kept) => void (await db.put('expenses', kept)),
    drop: (ownerId) => db.delete('expenses', ownerId),
  };
}

/** Returns an empty progress with a new key. */
export function newProgress(): Progress {
  return { key: crypto.randomUUID(), frozen: null, saved: null, removed: [], files: [] };
}
