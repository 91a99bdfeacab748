/** What the outbox holds: entries with what is to be done with them, where they are kept, and what sending one came to. */
import type { Problem } from '../../../client/client.ts';
import type { GiftBody } from './row.ts';

export type Owner = { id: number; name: string };

/** What is to be done with a gift, as it is sent; never changed once it was written down. */
export type Deed = { kind: 'create'; body: GiftBody } | { kind: 'change'; body: GiftBody } | { kind: 'delete' };

export type Entry = {
  /** The gift's `entryKey`, or, for one that the service already had, `giving:` and its id and the tab. */
  key: string;
  /** The key of the row in which a gift of the books is corrected. */
  row?: string;
  /** The tab in which it was typed, or that took it over. It alone changes and sends the entry. */
  tab: string;
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
  /** Typed, and not on the shelf yet: a moment in which it is shown, but not said to wait. */
  isComing?: true;
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
  | { outcome: 'done'; givingId: number | null; body?: GiftBody }
  /** No answer, or one that says to come again. */
  | { outcome: 'again'; afterMs?: number | undefined }
  | { outcome: 'signedOut' }
  /** With a `givingId`, the gift is in the books, but says something else than what was sent. */
  | { outcome: 'refused'; problem: Problem; givingId?: number };

export type Send = (entry: Entry, deed: Deed) => Promise<Delivery>;
