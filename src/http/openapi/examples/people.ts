/** Examples of answers about the people of the church, its staff, and messages to them. */
import { MEMBER_FIELDS } from '../../../features/people/members/fields.ts';
import type { Json } from '../schemas.ts';
import { BODIES } from './bodies.ts';
import { audited, changed, list, page } from './parts.ts';

const address = { ...(BODIES['NewFamilyUnit']?.['address'] as Json), line2: null };

const user = {
  id: 3,
  email: 'grace.lin@example.org',
  displayName: 'Grace Lin 林恩慈',
  roles: ['treasurer'],
  memberId: 7,
  isActive: true,
  mustChangePassword: false,
  lastLoginAt: '2026-03-01T18:02:11.004Z',
  ...audited,
};

const member = {
  id: 7,
  // Fields that the example does not set are null, including new ones.
  ...Object.fromEntries(Object.keys(MEMBER_FIELDS).map((field) => [field, null])),
  ...BODIES['NewMember'],
  address,
  userId: 3,
  ...audited,
};

const family = {
  id: 3,
  name: 'Lin 林',
  address,
  phone: '+1 630 555 0118',
  notes: null,
  jointStatement: true,
  ...audited,
};

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

const batchId = '0b9d2a8c-5f64-4f0e-8b59-0e6c3c1f8f61';

const invitation = {
  url: 'https://vestry.example.org/accept-invitation?token=kq3J8mX0cTfW1pZr5uVb7yNd2hGs4aLe',
  expiresAt: '2026-03-08T18:20:05.412Z',
};

export const PEOPLE: Readonly<Record<string, unknown>> = {
  AccessGrant: {
    accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIzIn0.c2lnbmF0dXJl',
    tokenType: 'Bearer',
    expiresIn: 900,
    user,
  },
  CreatedUser: {
    user: { ...user, mustChangePassword: true, lastLoginAt: null },
    temporaryPassword: 'wX4k-9TqM-bZ7r-Lh2v',
    invitation,
  },
  FamilyUnitDetail: { ...family, members: [member] },
  FamilyUnitPage: page(family),
  Invitation: invitation,
  LineBindingCode: { code: 'K7QM4RXP', expiresAt: '2026-03-02T18:20:05.412Z' },
  Me: { ...user, permissions: ['members.read', 'giving.read', 'giving.write', 'giving.manage', 'expenses.submit'] },
  EnteredMember: {
    ...member,
    warnings: [
      {
        code: 'likely_duplicate',
        message: 'There is already a member with this name. If it is the same person, merge the two.',
        memberIds: [19],
      },
    ],
  },
  Member: member,
  GiverList: list({
    id: 7,
    firstName: 'En-Tzu',
    lastName: 'Lin',
    nickname: 'Grace',
    chineseName: '林恩慈',
    offeringNumber: '118',
    familyName: family.name,
  }),
  MemberChannelBinding: binding,
  MemberChannelBindingList: list(binding),
  MemberPage: page(member),
  MessagingGroup: messagingGroup,
  MessagingGroupList: list(messagingGroup),
  NotificationLogPage: page({
    id: 311,
    batchId,
    channel: 'Email',
    recipient: 'grace.lin@example.org',
    memberId: 7,
    groupId: null,
    subject: 'Palm Sunday',
    result: 'sent',
    error: null,
    sentAt: '2026-03-22T20:00:01.250Z',
    sentBy: 3,
  }),
  OpenInvitation: {
    email: 'grace.lin@example.org',
    displayName: 'Grace Lin 林恩慈',
    expiresAt: '2026-03-08T18:20:05.412Z',
  },
  Received: {},
  ResetPassword: { temporaryPassword: 'wX4k-9TqM-bZ7r-Lh2v' },
  RoleList: list({
    name: 'auditor',
    nameZh: '稽核',
    description: 'Reads the books and the audit log, and changes nothing.',
    permissions: ['giving.read', 'expenses.readAll', 'reports.read', 'audit.read'],
  }),
  SendResult: {
    batchId,
    sent: 1,
    failed: 1,
    results: [
      { recipient: 'grace.lin@example.org', memberId: 7, result: 'sent', error: null },
      { recipient: 'choir@grace.example.org', memberId: null, result: 'failed', error: 'Mailbox unavailable' },
    ],
    skipped: [{ memberId: 8, reason: 'no_address' }],
  },
  SignInList: list({
    id: 88,
    createdAt: '2026-03-01T18:02:11.004Z',
    lastUsedAt: '2026-03-01T19:10:44.870Z',
    expiresAt: '2026-05-30T18:02:11.004Z',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    ipAddress: '192.0.2.17',
    current: true,
  }),
  User: user,
  UserPage: page(user),
  postUsersIdDeactivate: { ...user, ...changed, isActive: false },
};
