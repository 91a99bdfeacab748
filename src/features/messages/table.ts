import type { Generated } from 'kysely';
import type { Flag } from '../../db/columns.ts';
import type { ChannelName } from './channels.ts';

/** What was asked to be sent at once, and what it says. */
export type NotificationBatchTable = {
  /** A UUID. */
  id: string;
  channel: ChannelName;
  /** Who composes its messages. */
  kind: 'Message' | 'ContributionStatement' | 'MonthlyStatement';
  subject: string | null;
  /** What the messages are composed from, as JSON whose form the kind decides. */
  content: string;
  /** Who was not written to and why, as JSON. */
  skipped: string;
  createdAt: string;
  createdBy: number | null;
  createdByName: string;
  /** When every recipient had been tried. */
  finishedAt: string | null;
};

/** One row for each recipient of a batch. */
export type NotificationLogTable = {
  id: Generated<number>;
  batchId: string;
  channel: ChannelName;
  /** An e-mail address, or the name that a member or a group has on LINE. */
  recipient: string;
  memberId: number | null;
  groupId: number | null;
  subject: string | null;
  /** `sending`: handed over, and the answer not yet kept. */
  state: 'pending' | 'sending' | 'sent' | 'failed';
  /** The key under which a channel delivers a repeated call only once; rows with the same key go out in one call. */
  retryKey: string | null;
  error: string | null;
  /** Of one that failed: nobody knows whether it arrived all the same. */
  mayHaveArrived: Generated<Flag>;
  /** When it was sent, or when it failed. */
  sentAt: string | null;
  sentBy: number | null;
};
