import type { Generated } from 'kysely';
import type { Flag } from '../../db/columns.ts';
import type { ChannelName } from './channels.ts';

/** A batch: one message, or one kind of letter, to many recipients. */
export type NotificationBatchTable = {
  /** A UUID. */
  id: string;
  channel: ChannelName;
  /** Which composer writes its messages. */
  kind: 'Message' | 'ContributionStatement' | 'MonthlyStatement';
  subject: string | null;
  /** The input of the composer, as JSON; its form depends on the kind. */
  content: string;
  /** The members who were skipped, each with the reason, as JSON. */
  skipped: string;
  createdAt: string;
  createdBy: number | null;
  createdByName: string;
  /** When the last recipient was tried; null until then. */
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
  /** `sending`: handed over, but the answer is not stored yet. */
  state: 'pending' | 'sending' | 'sent' | 'failed';
  /** The key under which a channel delivers a repeated call only once; rows with the same key go out in one call. */
  retryKey: string | null;
  error: string | null;
  /** For a failed message: nobody knows whether it arrived. */
  mayHaveArrived: Generated<Flag>;
  /** When it was sent, or when it failed. */
  sentAt: string | null;
  sentBy: number | null;
};
