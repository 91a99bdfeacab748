import type { ColumnType, Generated } from 'kysely';
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
  /** When somebody stopped the batch. Null once it is resumed. */
  stoppedAt: string | null;
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
  /**
   * In the state `sending`, the message may have been accepted, but its outcome is not stored yet. A message that is tried
   * again later is `pending` and has `nextTryAt`.
   */
  state: 'pending' | 'sending' | 'sent' | 'failed';
  /** The key by which a channel recognizes a repeated call. Rows with the same key are sent in one call. */
  retryKey: string | null;
  error: string | null;
  /** 1 if the message failed but may have arrived anyway. */
  mayHaveArrived: Generated<Flag>;
  /** When the message was sent or failed. */
  sentAt: string | null;
  sentBy: number | null;
  /** From when a message is tried again; null if it was not tried, or need not be tried again. */
  nextTryAt: Generated<string | null>;
  /** How often a message was tried in vain. */
  tries: Generated<number>;
  /** Why a message is tried again later, in a sentence; null if it is not. */
  waitsFor: Generated<string | null>;
  /** The state as people see it. Computed from other columns (migration 0041). */
  result: ColumnType<'pending' | 'deferred' | 'sending' | 'sent' | 'failed' | 'unknown', never, never>;
};
