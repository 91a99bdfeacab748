import * as z from 'zod';
import { body, memberIds, MOST_RECIPIENTS, recipients, withRecipients } from '../message-schema.ts';
import { audited, filter, flagText, id, idText, instant, items, text } from '../../../lib/wire.ts';

/** LINE documentation, "Text message": at most 5000 characters, counted in UTF-16 code units. */
const LONGEST_LINE_TEXT = 5000;

export const LineMessage = withRecipients(
  z.strictObject({
    memberIds,
    groupIds: recipients(id).describe('The LINE groups to write to.'),
    body: body(LONGEST_LINE_TEXT)
      .refine((text) => text.length <= LONGEST_LINE_TEXT, {
        error: `must have at most ${LONGEST_LINE_TEXT} characters; an emoji counts as two or more`,
        params: { code: 'too_big' },
      })
      .describe('Plain text.'),
    fallbackToEmail: z
      .boolean()
      .default(false)
      .describe('Whether to send an e-mail to members whom LINE does not reach.'),
  }),
  ['memberIds', 'groupIds'],
).meta({
  id: 'LineMessage',
  description:
    `A LINE message to members and groups, at most ${MOST_RECIPIENTS} together. With fallbackToEmail, members who are ` +
    'not bound, or whom LINE did not reach, get the message by e-mail.',
});
export type LineMessage = z.output<typeof LineMessage>;

export const MemberBinding = z
  .object({
    id,
    memberId: id.describe('The member.'),
    memberName: z.string().describe('The name of the member.'),
    platform: z.literal('Line').describe('Always `Line`.'),
    displayName: z.string().nullable().describe('The name of the person on LINE. Null if LINE does not give it.'),
    boundAt: instant.describe('When the member sent the code.'),
    retiredAt: instant.nullable().describe('When the binding was retired. Null while it is live.'),
  })
  .meta({
    id: 'MemberChannelBinding',
    description: 'The LINE account of a member. A member and an account have at most one live binding each.',
  });
export type MemberBinding = z.output<typeof MemberBinding>;

export const MemberBindings = items(MemberBinding);

export const BindingQuery = z.strictObject({
  includeRetired: filter(flagText, 'Whether to include retired bindings.'),
});
export type BindingQuery = z.output<typeof BindingQuery>;

export const NewBindingCode = z
  .strictObject({ memberId: id.describe('The member who gets the code.') })
  .meta({ id: 'NewLineBindingCode', description: 'The member who wants to connect a LINE account.' });
export type NewBindingCode = z.output<typeof NewBindingCode>;

export const BindingCode = z
  .object({
    code: z
      .string()
      .nullable()
      .describe(
        'Eight characters that the member sends to the LINE account of the church. Null in the response to a repeated request with the same `Idempotency-Key`.',
      ),
    expiresAt: instant.describe('When the code expires.'),
  })
  .meta({ id: 'LineBindingCode', description: 'A code that works once, within 24 hours. It is shown only once.' });
export type BindingCode = z.output<typeof BindingCode>;

export const MessagingGroup = z
  .object({
    id,
    name: z.string().describe('The name of the group on LINE, until somebody changes the name in Vestry.'),
    isActive: z.boolean().describe('Whether messages may be sent to the group.'),
    joinedAt: instant.describe('When the account joined the group.'),
    leftAt: instant.nullable().describe('When the account left the group. Null while the account is in the group.'),
    ...audited,
  })
  .meta({
    id: 'MessagingGroup',
    description: "A LINE group, or a chat of several people, that the church's account is in.",
  });
export type MessagingGroup = z.output<typeof MessagingGroup>;

export const MessagingGroups = items(MessagingGroup);

export const GroupUpdate = z
  .strictObject({
    name: text(100).describe('The name of the group in Vestry.'),
    isActive: z.boolean().describe('Whether messages may be sent to the group.'),
  })
  .meta({ id: 'MessagingGroupUpdate', description: 'The fields of a group that you can change.' });
export type GroupUpdate = z.output<typeof GroupUpdate>;

/** The response to LINE, which is the same for all events. */
export const Received = z.object({}).meta({ id: 'Received', description: 'An empty object.' });

export const LinePath = z.strictObject({ id: idText });
