import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { days, filter, flagText, id, idText, instant, items } from '../../lib/wire.ts';
import { MISSING } from './channel.ts';
import { CHANNEL_NAMES } from './channels.ts';

export const ChannelName = z.enum(CHANNEL_NAMES).meta({ id: 'Channel', description: 'How a message is sent.' });
export const Result = z.enum(['sent', 'failed', 'unknown', 'deferred']).meta({
  id: 'NotificationResult',
  description:
    'Whether the mail server or LINE accepted the message. `unknown`: nobody knows, because the service died or got no answer after the text was handed over. `deferred`: not now, and it is tried again.',
});
export type Result = z.output<typeof Result>;
/** The results that do not change any more. Only messages with such a result are in the history. */
export const FINAL_RESULTS = ['sent', 'failed', 'unknown'] as const satisfies readonly Result[];
const FinalResult = Result.extract(FINAL_RESULTS).meta({
  id: 'FinalNotificationResult',
  description: 'Whether the mail server or LINE accepted the message. `unknown`: nobody knows.',
});

const SkipReason = z.enum([
  'deleted',
  'deceased',
  'no_address',
  'not_bound',
  'unknown',
  'duplicate_address',
  'waiting',
]);
export const Skipped = z.object({
  memberId: id.describe('The id that the request named.'),
  reason: SkipReason.describe(
    'Why nothing was sent to this member. `waiting`: an earlier letter to this member waits to be sent.',
  ),
});
export type Skipped = z.output<typeof Skipped>;

const batchId = z.string();
const tried = {
  recipient: z.string().describe('The e-mail address, or the name of the person or group on LINE.'),
  memberId: id.nullable().describe('The member. Null for other addresses and groups.'),
  result: Result.describe('The result.'),
  error: z.string().nullable().describe('Why the message failed or waits, if that is known. Null if it was sent.'),
};

const nextTryAt = instant.nullable().describe('When the first message that waits is tried again. Null if none waits.');
const unknown = z.int().describe('The number of recipients of whom nobody knows whether the message arrived.');
const deferred = z.int().describe('The number of recipients whose message waits to be tried again.');

export const SendResult = z
  .object({
    batchId: batchId.describe('The id of the batch, for the history.'),
    sent: z.int().describe('The number of recipients to whom the message was sent.'),
    failed: z.int().describe('The number of recipients to whom the message could not be sent.'),
    unknown,
    deferred,
    nextTryAt,
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
    result: filter(FinalResult, 'Only messages that were sent, or that failed, or of which nobody knows.'),
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
    result: FinalResult.describe('The result.'),
    error: tried.error,
    sentAt: instant.describe('When the message was sent or failed.'),
    sentBy: id.nullable().describe('The user who sent the message. Null if it was sent on the command line.'),
  })
  .meta({ id: 'NotificationLog', description: 'One message to one recipient.' });
export type NotificationLog = z.output<typeof NotificationLog>;

export const HistoryPage = pageOf(NotificationLog);
export type HistoryPage = z.output<typeof HistoryPage>;

export const Batch = z
  .object({
    id: batchId.describe('The id of the batch.'),
    channel: ChannelName.describe('How the messages were sent.'),
    subject: z.string().nullable().describe('The subject line, also of the e-mails that replace LINE messages.'),
    createdAt: instant.describe('When the batch was created.'),
    createdByName: z.string().describe('Who sent the batch.'),
    finishedAt: instant.nullable().describe('When every message had been sent or had failed; null before that.'),
    stoppedAt: instant
      .nullable()
      .describe('When somebody stopped the batch; null if it was resumed, or never stopped.'),
    sent: z.int().describe('The number of messages that were sent.'),
    failed: z.int().describe('The number of messages that could not be sent.'),
    unknown,
    open: z
      .int()
      .describe(
        'The number of recipients who were not tried, or whose message is being sent, was cut off, or waits to be tried again.',
      ),
    deferred: z.int().describe('How many of the open messages wait to be tried again.'),
    nextTryAt,
    waitsFor: z.string().nullable().describe('Why messages wait, in a sentence. Null if none waits.'),
    expectedEnd: instant
      .nullable()
      .describe(
        'When the last message will probably have been tried, with the limits of the mail server. Null if that is not known.',
      ),
  })
  .meta({ id: 'NotificationBatch', description: 'A message to several recipients, and how far it was sent.' });
export type Batch = z.output<typeof Batch>;
export const Batches = items(Batch);

const ChannelState = z
  .object({
    channel: ChannelName.describe('The way in which messages are sent.'),
    missing: z
      .enum(MISSING)
      .nullable()
      .describe('What must be set up before messages can be sent. Null if nothing is missing.'),
  })
  .meta({ id: 'ChannelState', description: 'Whether messages can be sent in this way.' });
export const ChannelStates = items(ChannelState);
export type ChannelStates = z.output<typeof ChannelStates>;

/** Somebody who gets no message, with what the sender needs to reach this person in another way. */
const Missed = Skipped.extend({
  memberName: z
    .string()
    .nullable()
    .describe('The first and the last name of the member; null if there is no such member.'),
  chineseName: z.string().nullable().describe('The Chinese name of the member, if it is known.'),
  phone: z.string().nullable().describe('The phone number of the member, if it is known.'),
}).meta({ id: 'MissedMember', description: 'A member to whom nothing is sent, and why.' });
export type Missed = z.output<typeof Missed>;

export const BatchDetail = Batch.extend({
  skipped: z.array(Missed).describe('The members to whom nothing was sent.'),
}).meta({ id: 'NotificationBatchDetail', description: 'A batch with the members to whom nothing was sent.' });
export type BatchDetail = z.output<typeof BatchDetail>;

export const BatchQuery = z.strictObject({
  unfinished: filter(flagText, 'Only batches that were cut off or are being sent.'),
});
export type BatchQuery = z.output<typeof BatchQuery>;
export const BatchPath = z.strictObject({ id: z.string().min(1).max(80).describe('The id of the batch.') });

export const Resumption = z
  .strictObject({
    retryFailed: z
      .boolean()
      .default(false)
      .describe('Whether to send the failed messages again, too, unless they could arrive twice.'),
    retryUnknown: z
      .boolean()
      .default(false)
      .describe(
        'Whether to send again the messages of which nobody knows whether they arrived. They may arrive twice.',
      ),
  })
  .meta({ id: 'NotificationResumption', description: 'How to send the rest of a batch.' });
export type Resumption = z.output<typeof Resumption>;

/** What a message would be, before it is sent. */
export const MessagePreview = z
  .object({
    subject: z.string().nullable().describe('The subject line. Null on LINE.'),
    text: z.string().describe('The whole text that each recipient gets.'),
    recipients: z
      .array(
        z.object({
          channel: ChannelName.describe('How the person would get the message.'),
          recipient: tried.recipient,
          memberId: tried.memberId,
        }),
      )
      .describe('Who would get the message, and by which channel.'),
    skipped: z.array(Missed).describe('The members to whom nothing would be sent.'),
  })
  .meta({ id: 'MessagePreview', description: 'A message that was not sent: its text, who would get it, and who not.' });
export type MessagePreview = z.output<typeof MessagePreview>;

/** Called after each call to a server, with the number of recipients tried so far and the number of all recipients. */
export type Progress = (done: number, total: number) => void;
