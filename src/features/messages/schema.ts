import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { tidy } from '../../lib/text.ts';
import { days, email, filter, id, idText, instant, Locale, prose, text } from '../../lib/wire.ts';
import { CHANNEL_NAMES } from './channels.ts';

/** So many people are written to at once; more are to be sent in parts. */
export const MOST_RECIPIENTS = 2000;
const LONGEST_MAIL = 20_000;
/** LINE documentation, "Text message": at most 5000 characters, counted in UTF-16 code units. */
const LONGEST_LINE_TEXT = 5000;

const body = (max: number) =>
  z
    .string()
    .overwrite((value) => tidy(value.replace(/\r\n?/g, '\n')))
    .min(1)
    .max(max)
    .check(prose);

/** A list is looked through only if it is not too long by itself, so that a long one does not keep others waiting. */
const ids = z.array(id).max(MOST_RECIPIENTS).nullable().default(null);

const MEMBERS = 'The members to write to, each once.';

type Lists = Readonly<Record<string, unknown>>;

/** Recipients have to be named, and not too many; said beside what else is wrong. */
function refuseCount(fields: readonly string[]) {
  const lengthOf = (lists: Lists) =>
    fields.reduce((sum, field) => sum + (Array.isArray(lists[field]) ? lists[field].length : 0), 0);
  const [first = '', second = ''] = fields;
  const refuse = (code: string, message: string) => ({ path: [first], error: message, params: { code } });
  return {
    some: {
      isMet: (lists: Lists) => lengthOf(lists) > 0,
      refusal: refuse('required', `must name somebody, unless ${second} does`),
    },
    notTooMany: {
      isMet: (lists: Lists) => lengthOf(lists) <= MOST_RECIPIENTS,
      refusal: refuse('too_many', `may name ${MOST_RECIPIENTS} together with ${second}; send in parts`),
    },
  };
}

const mailCount = refuseCount(['memberIds', 'emails']);
const lineCount = refuseCount(['memberIds', 'groupIds']);
/** Asked whatever else is wrong, as long as it is an object. */
const always = (payload: { value: unknown }) => typeof payload.value === 'object' && payload.value !== null;

export const EmailMessage = z
  .strictObject({
    memberIds: ids.describe(MEMBERS),
    emails: z.array(email).max(MOST_RECIPIENTS).nullable().default(null).describe('Other addresses to write to.'),
    subject: text(200).describe('The subject line.'),
    body: body(LONGEST_MAIL).describe('The text, without markup; an empty line begins a new paragraph.'),
    locale: Locale.optional().describe("The language of the letter around the text; left out, it is the church's."),
  })
  .refine(mailCount.some.isMet, { ...mailCount.some.refusal, when: always })
  .refine(mailCount.notTooMany.isMet, { ...mailCount.notTooMany.refusal, when: always })
  .meta({
    id: 'EmailMessage',
    description: `An e-mail to members and to other addresses, at most ${MOST_RECIPIENTS} together; each gets one of their own.`,
  });
export type EmailMessage = z.output<typeof EmailMessage>;

export const LineMessage = z
  .strictObject({
    memberIds: ids.describe(MEMBERS),
    groupIds: ids.describe('The messaging groups to write to.'),
    body: body(LONGEST_LINE_TEXT)
      .refine((text) => text.length <= LONGEST_LINE_TEXT, {
        error: `must have at most ${LONGEST_LINE_TEXT} characters, where an emoji counts as two or more`,
        params: { code: 'too_big' },
      })
      .describe('The text, without markup.'),
    fallbackToEmail: z
      .boolean()
      .default(false)
      .describe('Whether members whom LINE does not reach get an e-mail instead.'),
  })
  .refine(lineCount.some.isMet, { ...lineCount.some.refusal, when: always })
  .refine(lineCount.notTooMany.isMet, { ...lineCount.notTooMany.refusal, when: always })
  .meta({
    id: 'LineMessage',
    description:
      `A LINE message to members and groups, at most ${MOST_RECIPIENTS} together. With fallbackToEmail, members who are ` +
      'not bound, or whom LINE did not reach, get it by e-mail.',
  });
export type LineMessage = z.output<typeof LineMessage>;

export const ChannelName = z.enum(CHANNEL_NAMES).meta({ id: 'Channel', description: 'How a message is sent.' });
export const Result = z
  .enum(['sent', 'failed'])
  .meta({ id: 'NotificationResult', description: 'Whether the mail server, or LINE, took the message.' });

const SkipReason = z.enum(['deleted', 'no_address', 'not_bound', 'unknown', 'duplicate_address']);
export const Skipped = z.object({
  memberId: id.describe('As it was named.'),
  reason: SkipReason.describe('Why nothing was sent there.'),
});
export type Skipped = z.output<typeof Skipped>;

const batchId = z.string();
const tried = {
  recipient: z.string().describe('The e-mail address; on LINE the name of the person or group.'),
  memberId: id.nullable().describe('The member; null for another address or a group.'),
  result: Result.describe('What came of it.'),
  error: z.string().nullable().describe('Why it failed, as far as is known; null when it was sent.'),
};

export const SendResult = z
  .object({
    batchId: batchId.describe('The id of the sending, for the history.'),
    sent: z.int().describe('To how many it was sent.'),
    failed: z.int().describe('With how many it failed.'),
    results: z.array(z.object(tried)).describe('What came of each recipient.'),
    skipped: z.array(Skipped).describe('The members to whom nothing was sent.'),
  })
  .meta({ id: 'SendResult', description: 'What came of a message: one result for each recipient.' });
export type SendResult = z.output<typeof SendResult>;

export const HistoryQuery = pageQuery({
  sort: ['id', 'sentAt', 'recipient', 'channel', 'result'],
  by: '-id',
  filters: {
    channel: filter(ChannelName, 'Only those sent in this way.'),
    result: filter(Result, 'Only those that were sent, or that failed.'),
    memberId: filter(idText, 'Only those to this member.'),
    batchId: filter(z.string().min(1).max(80), 'Only those of this sending.'),
    ...days,
  },
});
export type HistoryQuery = z.output<typeof HistoryQuery>;

export const NotificationLog = z
  .object({
    id,
    batchId: batchId.describe('The sending it belongs to.'),
    channel: ChannelName.describe('How it was sent.'),
    recipient: tried.recipient,
    memberId: tried.memberId,
    groupId: id.nullable().describe('The messaging group; null for anybody else.'),
    subject: z.string().nullable().describe('The subject line; null on LINE.'),
    result: tried.result,
    error: tried.error,
    sentAt: instant.describe('When it was sent, or failed.'),
    sentBy: id.nullable().describe('The user who sent it; null when it was a command.'),
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
  /** Not tried, or cut off while it was handed over. */
  open: z.int(),
});
export type Batch = z.output<typeof Batch>;
export const Batches = z.object({ items: z.array(Batch) });

/** Is told how many of how many recipients were tried. */
export type Progress = (done: number, total: number) => void;
