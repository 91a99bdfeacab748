import type { Kept } from '../audit/kept.ts';

/** To whom messages go, through which server, and the codes with which people connect their LINE accounts. */
export const keptInMessages: readonly Kept[] = [
  {
    kind: 'Mail',
    from: '"mailSettings"',
    values:
      'json_array("preset", "host", "port", "user", "password", "sender", "maxConnections", "perMinute", "perDay")',
    since: '0049-kept-records',
  },
  {
    kind: 'MemberChannelBinding',
    from: '"memberChannelBindings"',
    values: 'json_array("memberId", "platform", "platformUserId", "boundAt", "retiredAt")',
    since: '0049-kept-records',
  },
  {
    kind: 'LineBindingCode',
    from: '"lineBindingCodes"',
    values: 'json_array("memberId", "codeHash", "expiresAt", "usedAt", "revokedAt")',
    since: '0049-kept-records',
    mayVanish: true,
  },
  {
    kind: 'MessagingGroup',
    from: '"messagingGroups"',
    values: 'json_array("platform", "platformGroupId", "name", "isActive", "joinedAt", "leftAt")',
    since: '0049-kept-records',
  },
];
