import * as z from 'zod';
import { body, memberIds, MOST_RECIPIENTS, recipients, withRecipients } from '../message-schema.ts';
import { audited, filter, flagText, id, idText, instant, items, text } from '../../../lib/wire.ts';

/** LINE documentation, "Text message": at most 5000 characters, counted in UTF-16 code units. */
const LONGEST_LINE_TEXT = 5000;

export const LineMessage = withRecipients(
  z.strictObject({
    memberIds,
    groupIds: recipients(id).describe('The messaging groups to write to.'),
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
  }),
  ['memberIds', 'groupIds'],
).meta({
  id: 'LineMessage',
  description:
    `A LINE message to members and groups, at most ${MOST_RECIPIENTS} together. With fallbackToEmail, members who are ` +
    'not bound, or whom LINE did not reach, get it by e-mail.',
});
export type LineMessage = z.output<typeof LineMessage>;

export const MemberBinding = z
  .object({
    id,
    memberId: id.describe('The member.'),
    memberName: z.string().describe('The name of the member.'),
    platform: z.literal('Line').describe('Always `Line`.'),
    displayName: z.string().nullable().describe('What the person is called on LINE, where LINE says it.'),
    boundAt: instant.describe('When the member sent the code.'),
    retiredAt: instant.nullable().describe('When it ended; null while it is live.'),
  })
  .meta({ id: 'MemberChannelBinding', description: 'A LINE account that is a member; one of each is live at most.' });
export type MemberBinding = z.output<typeof MemberBinding>;

export const MemberBindings = items(MemberBinding);

export const BindingQuery = z.strictObject({
  includeRetired: filter(flagText, 'Whether those come along that were ended.'),
});
export type BindingQuery = z.output<typeof BindingQuery>;

export const NewBindingCode = z
  .strictObject({ memberId: id.describe('For whom the code is.') })
  .meta({ id: 'NewLineBindingCode', description: 'Whose LINE account is to be known.' });
export type NewBindingCode = z.output<typeof NewBindingCode>;

export const BindingCode = z
  .object({
    code: z
      .string()
      .nullable()
      .describe('Eight characters that the member sends to the account. Null in the repeated answer to the same key.'),
    expiresAt: instant.describe('Until when the code is good.'),
  })
  .meta({ id: 'LineBindingCode', description: 'A code for one use, shown this once and good for 24 hours.' });
export type BindingCode = z.output<typeof BindingCode>;

export const MessagingGroup = z
  .object({
    id,
    name: z.string().describe('What LINE calls it, until somebody gives it another name here.'),
    isActive: z.boolean().describe('Whether messages may be sent to it.'),
    joinedAt: instant.describe('When the account was invited to it.'),
    leftAt: instant.nullable().describe('When the account left it; null while it is there.'),
    ...audited,
  })
  .meta({ id: 'MessagingGroup', description: "A LINE group, or a chat of several people, with the church's account." });
export type MessagingGroup = z.output<typeof MessagingGroup>;

export const MessagingGroups = items(MessagingGroup);

export const GroupUpdate = z
  .strictObject({
    name: text(100).describe('What it is called here.'),
    isActive: z.boolean().describe('Whether messages may be sent to it.'),
  })
  .meta({ id: 'MessagingGroupUpdate', description: 'A group as it is changed.' });
export type GroupUpdate = z.output<typeof GroupUpdate>;

/** What LINE is answered, whatever its events say. */
export const Received = z.object({}).meta({ id: 'Received', description: 'An empty object.' });

export const LinePath = z.strictObject({ id: idText });
