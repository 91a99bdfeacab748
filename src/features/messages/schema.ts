import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { days, filter, id, idText, instant } from '../../lib/wire.ts';
import { CHANNEL_NAMES } from './channels.ts';

export const ChannelName = z.enum(CHANNEL_NAMES).meta({ id: 'Channel', description: 'How a message is sent.' });
export const Result = z
  .enum(['sent', 'failed'])
  .meta({ id: 'NotificationResult', description: 'Whether the mail server or LINE accepted the message.' });

const SkipReason = z.enum(['deleted', 'no_address', 'not_bound', 'unknown', 'duplicate_address']);
export const Skipped = z.object({
  memberId: id.describe('The id that the request named.'),
  reason: SkipReason.describe('Why nothing was sent to this member.'),
});
export type Skipped = z.output<typeof Skipped>;

const batchId = z.string();
const tried = {
  recipient: z.string().describe('The e-mail address, or the name of the person or group on LINE.'),
  memberId: id.nullable().describe('The member. Null for other addresses and groups.'),
  result: Result.describe('The result.'),
  error: z.string().nullable().describe('Why the message failed, if that is known. Null if it was sent.'),
};

export const SendResult = z
  .object({
    batchId: batchId.describe('The id of the batch, for the history.'),
    sent: z.int().describe('The number of recipients to whom the message was sent.'),
    failed: z.int().describe('The number of recipients to whom the message could not be sent.'),
    results: z.array(z.object(tried)).describe('The result for each recipient.'),
    skipped: z.array(Skipped).describe('The members to whom nothing was sent.'),
  })
  .meta({ id: 'SendResult', description: 'The results of a batch, one for each recipient.' });
export type SendResult = z.output<typeof SendResult>;

export const HistoryQuery = pageQuery({
  sort: ['id', 'sentAt', 'recipient', 'channel', 'result'],
  by: '-id',
  filters: {
    channel: filter(ChannelName, 'Only messages of this channel.'),
    result: filter(Result, 'Only messages that were sent, or only those that failed.'),
    memberId: filter(idText, 'Only messages to this member.'),
    batchId: filter(z.string().min(1).max(80), 'Only messages of this batch.'),
    ...days,
  },
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const NotificationLog = z
  .object({
    id,
    batchId: batchId.describe('The batch to which the message belongs.'),
    channel: ChannelName.describe('How the message was sent.'),
    recipient: tried.recipient,
    memberId: tried.memberId,
    groupId: id.nullable().describe('The LINE group. Null for other recipients.'),
    subject: z.string().nullable().describe('The subject line. Null on LINE.'),
    result: tried.result,
    error: tried.error,
    sentAt: instant.describe('When the message was sent or failed.'),
    sentBy: id.nullable().describe('The user who sent the message. Null if it was sent on the command line.'),
  })
  .meta({ id: 'NotificationLog', description: 'One message to one recipient.' });
export type NotificationLog = z.output<typeof NotificationLog>;

export const HistoryPage = pageOf(NotificationLog);
export type HistoryPage = z.output<typeof HistoryPage>;

export const Batch = z.object({
  id: z.string(),
  channel: ChannelName,
  subject: z.string().nullable(),
  createdAt: instant,
  createdByName: z.string(),
  finishedAt: instant.nullable(),
  sent: z.int(),
  failed: z.int(),
  /** The number of recipients who were not tried, or whose message is being sent or was cut off. */
  open: z.int(),
});
export type Batch = z.output<typeof Batch>;
export const Batches = z.object({ items: z.array(Batch) });

/** Called after each call to a server, with the number of recipients tried so far and the number of all recipients. */
export type Progress = (done: number, total: number) => void;
