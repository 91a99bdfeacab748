/** The types of the outbox: entries, their deeds, the shelf where entries are stored, and the result of sending. */
import type { Problem } from '../../../client/client.ts';
import type { GiftBody } from './row.ts';

export type Owner = { id: number; name: string };

/** One operation on a gift, with the body to send. A stored deed is never modified; another deed may replace it. */
export type Deed = { kind: 'create'; body: GiftBody } | { kind: 'change'; body: GiftBody } | { kind: 'delete' };

/** A gift that was typed or changed on this computer, with the deeds that are not in the books yet. */
export type Entry = {
  /** The `entryKey` of a new gift. For a correction: `giving:`, followed by the id of the gift and the tab. */
  key: string;
  /** The key of the corrected row, if the entry corrects a gift in the books. */
  row?: string;
  /** The tab that typed the entry or took it over. Only this tab changes and sends the entry. */
  tab: string;
  sessionId: number;
  date: string;
  owner: Owner;
  /** The position in the queue. */
  order: number;
  /** The deeds that the service has not confirmed yet, in the order in which they are sent. */
  deeds: readonly Deed[];
  /** The id of the gift in the books; null before the service has returned it. */
  givingId: number | null;
  /** The gift in the books as the person saw it before the correction. */
  seen: GiftBody | null;
  /** Whether the first deed may have reached the service. */
  wasSent: boolean;
  /**
   * The refusal of the first deed, or null. A refused entry waits until the person decides what to do with it. Later
   * entries are still sent.
   */
  refusal: Problem | null;
  /** True until the entry is stored. Until then, its row is shown without the status `Waiting`. */
  isComing?: true;
};

/** The place where entries are stored. */
export type Shelf = {
  /** True if stored entries survive the closing of the tab. */
  isDurable: boolean;
  all: () => Promise<Entry[]>;
  put: (entry: Entry) => Promise<void>;
  remove: (key: string) => Promise<void>;
};

/** The result of sending a deed. */
export type Delivery =
  | { outcome: 'done'; givingId: number | null; body?: GiftBody }
  /** The service did not respond, or its response was a temporary error. */
  | { outcome: 'again'; afterMs?: number | undefined }
  | { outcome: 'signedOut' }
  /** If `givingId` is set, a gift with the same entry key is already in the books, but with other values. */
  | { outcome: 'refused'; problem: Problem; givingId?: number };

export type Send = (entry: Entry, deed: Deed) => Promise<Delivery>;
