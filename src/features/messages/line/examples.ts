/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { audited, type Examples, list, namesNothing, type RefusalExamples } from '../../../lib/examples.ts';

const binding = {
  id: 9,
  memberId: 7,
  memberName: 'En-Tzu Lin',
  platform: 'Line',
  displayName: 'Grace 恩慈',
  boundAt: '2026-02-08T17:45:30.120Z',
  retiredAt: null,
};

const messagingGroup = {
  id: 2,
  name: 'Choir 詩班',
  isActive: true,
  joinedAt: '2026-01-11T02:00:00.000Z',
  leftAt: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  LineEvents: {
    destination: 'U0123456789abcdef0123456789abcdef',
    events: [
      {
        type: 'message',
        webhookEventId: '01HZX3N9Y4T5Q6R7S8V9W0A1B2',
        timestamp: 1_772_380_800_000,
        source: { type: 'user', userId: 'Ufedcba9876543210fedcba9876543210' },
        message: { id: '468789577898262530', type: 'text', text: 'K7QM4RXP' },
      },
    ],
  },
  LineMessage: { memberIds: [7], groupIds: [2], body: '主日崇拜十點半開始。', fallbackToEmail: true },
  MessagingGroupUpdate: { name: 'Choir 詩班', isActive: true },
  NewLineBindingCode: { memberId: 7 },
  LineBindingCode: { code: 'K7QM4RXP', expiresAt: '2026-03-02T18:20:05.412Z' },
  MemberChannelBinding: binding,
  MemberChannelBindingList: list(binding),
  MessagingGroup: messagingGroup,
  MessagingGroupList: list(messagingGroup),
  Received: {},
};

export const REFUSALS: RefusalExamples = {
  postNotificationsLine: {
    unknown_reference: namesNothing('groupIds.0', 'active group'),
    not_configured: [
      'LINE is not set up. Put the token from the LINE Developers console into VESTRY_LINE_CHANNEL_ACCESS_TOKEN.',
    ],
  },
  putNotificationsGroupsId: {
    conflict: ['The LINE account of the church is no longer in this group. Invite it again on LINE.'],
  },
  postWebhooksLine: {
    payload_too_large: ['The body is over 256 KiB.'],
    not_configured: ['LINE is not set up. Put its channel secret into VESTRY_LINE_CHANNEL_SECRET.'],
  },
};
