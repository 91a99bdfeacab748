/** What the outbox holds: entries with what is to be done, where they are stored, and the result of sending one. */
import type { Problem } from '../../../client/client.ts';
import type { GiftBody } from './row.ts';

export type Owner = { id: number; name: string };

/** What is to be done with a gift, as it is sent. It never changes after it was stored. */
export type Deed = { kind: 'create'; body: GiftBody } | { kind: 'change'; body: GiftBody } | { kind: 'delete' };

export type Entry = {
  /** The `entryKey` of the gift, or `giving:` with id and tab for one that the service already had. */
  key: string;
  /** The key of the row that corrects a gift in the books. */
  row?: string;
  /** The tab in which it was typed, or that took it over. Only this tab changes and sends it. */
  tab: string;
  sessionId: number;
  date: string;
  owner: Owner;
  /** Place in the queue. */
  order: number;
  /** What is still to be done, in this order. */
  deeds: readonly Deed[];
  givingId: number | null;
  /** The gift in the books as the person saw it before the correction. */
  seen: GiftBody | null;
  /** Whether the first deed may have reached the service. */
  wasSent: boolean;
  /** Why the service refuses it. It waits for a correction and delays no other entry. */
  refusal: Problem | null;
  /** Typed but not stored yet: it is shown, but not as waiting. */
  isComing?: true;
};

/** Where entries are kept. */
export type Shelf = {
  /** Whether what is stored here outlives the tab. */
  isDurable: boolean;
  all: () => Promise<Entry[]>;
  put: (entry: Entry) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

/** The result of sending a deed. */
export type Delivery =
  | { outcome: 'done'; givingId: number | null; body?: GiftBody }
  /** No answer, or a request to try again. */
  | { outcome: 'again'; afterMs?: number | undefined }
  | { outcome: 'signedOut' }
  /** With a `givingId`, the gift is in the books, but differs from what was sent. */
  | { outcome: 'refused'; problem: Problem; givingId?: number };

export type Send = (entry: Entry, deed: Deed) => Promise<Delivery>;
