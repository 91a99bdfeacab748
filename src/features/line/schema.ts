import * as z from 'zod';
import { filter, flagText, id, idText, instant, items, text } from '../../lib/wire.ts';

export const MemberBinding = z
  .object({
    id,
    memberId: id,
    memberName: z.string(),
    platform: z.literal('Line'),
    displayName: z.string().nullable().meta({ description: 'What the person is called on LINE, where LINE says it.' }),
    boundAt: instant,
    retiredAt: instant.nullable(),
  })
  .meta({ id: 'MemberChannelBinding', description: 'A LINE account that is a member; one of each is live at most.' });
export type MemberBinding = z.output<typeof MemberBinding>;

export const MemberBindings = items(MemberBinding);

export const BindingQuery = z.strictObject({
  includeRetired: filter(flagText, 'Whether those come along that were ended.'),
});
export type BindingQuery = z.output<typeof BindingQuery>;

export const NewBindingCode = z.strictObject({ memberId: id }).meta({ id: 'NewLineBindingCode' });
export type NewBindingCode = z.output<typeof NewBindingCode>;

export const BindingCode = z
  .object({
    code: z.string().nullable().meta({
      description:
        'Eight characters that the member sends to the account. Null in the repeated answer to the same key.',
    }),
    expiresAt: instant,
  })
  .meta({ id: 'LineBindingCode', description: 'A code for one use, shown this once and good for 24 hours.' });
export type BindingCode = z.output<typeof BindingCode>;

export const MessagingGroup = z
  .object({
    id,
    name: z.string(),
    isActive: z.boolean().meta({ description: 'Whether messages may be sent to it.' }),
    joinedAt: instant,
    leftAt: instant.nullable(),
  })
  .meta({ id: 'MessagingGroup', description: "A LINE group, or a chat of several people, with the church's account." });
export type MessagingGroup = z.output<typeof MessagingGroup>;

export const MessagingGroups = items(MessagingGroup);

export const GroupUpdate = z
  .strictObject({ name: text(100), isActive: z.boolean() })
  .meta({ id: 'MessagingGroupUpdate' });
export type GroupUpdate = z.output<typeof GroupUpdate>;

/** What LINE is answered, whatever its events say. */
export const Received = z.object({}).meta({ id: 'Received', description: 'An empty object.' });

export const LinePath = z.strictObject({ id: idText });
