import type { Kept } from '../audit/kept.ts';

/** SQL for the rows of a table that belong to a user, as JSON. */
const ownRows = (table: string, columns: readonly string[], where = '1') =>
  `(select json_group_array(json_array(${columns.map((name) => `"${name}"`).join(', ')}) order by "id")
    from "${table}" where "userId" = "users"."id" and ${where})`;

/**
 * The ways into the service, of which the audit log has digests. What changes at every use, such as the counter of a
 * passkey, is left out.
 */
export const keptInAccess: readonly Kept[] = [
  {
    kind: 'User',
    from: '"users"',
    values: `json_array("emailKey", "passwordHash", "passwordExpiresAt", "mustChangePassword",
      ${ownRows('authenticators', ['id', 'secret', 'confirmedAt'], '"confirmedAt" is not null')},
      ${ownRows('recoveryCodes', ['id', 'lookup', 'codeHash', 'usedAt'])},
      ${ownRows('passkeys', ['id', 'userHandle', 'credentialId', 'publicKey', 'host'])},
      ${ownRows('userInvitations', ['id', 'tokenHash', 'expiresAt', 'acceptedAt', 'revokedAt'])})`,
    since: '0049-kept-records',
  },
  {
    kind: 'SignIn',
    from: '"signIns"',
    values: 'json_array("userId", "createdAt", "expiresAt", "revokedAt")',
    since: '0049-kept-records',
    mayVanish: true,
  },
  {
    kind: 'RememberedDevice',
    from: '"rememberedDevices"',
    values: 'json_array("userId", "nameHash", "tokenHash", "previousHash", "expiresAt")',
    since: '0049-kept-records',
    mayVanish: true,
  },
  {
    kind: 'ProgramKey',
    from: '"programKeys"',
    values: 'json_array("userId", "tokenHash", "hint", "permissions", "access", "expiresAt", "endedAt", "endedBy")',
    since: '0049-kept-records',
  },
  {
    kind: 'SecondFactorRules',
    from: '(select 1 as "id")',
    values: '(select json_group_array("name" order by "name") from "roles" where "requiresSecondFactor" = 1)',
    since: '0049-kept-records',
  },
];
