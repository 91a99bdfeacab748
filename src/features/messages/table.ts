import type { Generated } from 'kysely';
import type { Flag } from '../../db/columns.ts';
import type { ChannelName } from './channels.ts';

/** A batch: one message, or one kind of letter, to many recipients. */
export type NotificationBatchTable = {
  /** A UUID. */
  id: string;
  channel: ChannelName;
  /** The kind of letter. It decides which composer writes the messages. */
  kind: 'Message' | 'ContributionStatement' | 'MonthlyStatement';
  subject: string | null;
  /** The input of the composer, as JSON. Its form depends on the kind. */
  content: string;
  /** The members who were skipped, each with the reason, as JSON. */
  skipped: string;
  createdAt: string;
  createdBy: number | null;
  createdByName: string;
  /** When the last recipient was tried. Null until then. */
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
  /** In the state `sending`, the call for the message has been claimed, but its outcome is not stored yet. */
  state: 'pending' | 'sending' | 'sent' | 'failed';
  /** The key by which a channel recognizes a repeated call. Rows with the same key are sent in one call. */
  retryKey: string | null;
  error: string | null;
  /** 1 if the message failed but may have arrived anyway. */
  mayHaveArrived: Generated<Flag>;
  /** When the message was sent or failed. */
  sentAt: string | null;
  sentBy: number | null;
};
