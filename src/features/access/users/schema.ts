import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  email,
  filter,
  flagText,
  id,
  idText,
  instant,
  items,
  nameZh,
  optional,
  text,
} from '../../../lib/wire.ts';
import { PERMISSIONS, ROLES, type Permission, type Role } from '../../../permissions.ts';

export const RoleName = z.enum(ROLES).meta({ id: 'RoleName', description: 'One of the 13 roles.' });

export const PermissionName = z
  .enum(PERMISSIONS as [Permission, ...Permission[]])
  .meta({ id: 'PermissionName', description: 'The name of a permission, as in the `x-permission` of an operation.' });

/** The password of the caller, with which they confirm a change of how they sign in. */
export const currentPassword = z
  .string()
  .min(1)
  .max(1000)
  .describe('The current password, so that nobody else can do this.');

const roles = z
  .array(RoleName)
  .min(1)
  .max(ROLES.length)
  .overwrite((list) => ROLES.filter((role: Role) => list.includes(role)))
  .describe('The roles of the account, at least one.');

export const RoleDescription = z
  .object({
    name: RoleName,
    nameZh,
    description: z.string().describe('One sentence that says what the role is for.'),
    permissions: z.array(PermissionName).describe('The permissions that the role gives.'),
  })
  .meta({ id: 'Role', description: 'A set of permissions.' });
export type RoleDescription = z.output<typeof RoleDescription>;

export const Roles = items(RoleDescription);

const temporaryPassword = z
  .string()
  .nullable()
  .describe(
    'The temporary password, which is shown only once and valid for 72 hours. Null if the password was chosen in the request, or if the request is repeated with the same `Idempotency-Key`.',
  );

const WHO = 'The member who owns the account. A member has at most one account.';
const NAME = 'The name that others see.';

export const User = z
  .object({
    id,
    email: z.string().describe('The address to sign in with.'),
    displayName: z.string().describe(NAME),
    roles: z
      .array(RoleName)
      .describe('The roles of the account. The account may do everything that at least one of its roles allows.'),
    memberId: id.nullable().describe(WHO),
    isActive: z.boolean().describe('Whether the user can sign in.'),
    mustChangePassword: z
      .boolean()
      .describe('Whether the password is temporary and should be changed. This does not limit what the user may do.'),
    hasSecondFactor: z.boolean().describe('Whether signing in needs more than the password.'),
    lastLoginAt: instant.nullable().describe('The last sign-in; null before the first.'),
    ...audited,
  })
  .meta({ id: 'User', description: 'A staff account. It never includes the password or a hash of it.' });
export type User = z.output<typeof User>;

export const UserPage = pageOf(User);
export type UserPage = z.output<typeof UserPage>;

export const UserQuery = pageQuery({
  sort: ['displayName', 'email', 'isActive', 'lastLoginAt', 'createdAt', 'modifiedAt', 'id'],
  filters: {
    search: searchIn('the name or e-mail address'),
    role: filter(RoleName, 'Only accounts with this role.'),
    isActive: filter(flagText, 'Only active accounts (`true`), or only inactive accounts (`false`).'),
  },
});
export type UserQuery = z.output<typeof UserQuery>;

export const NewUser = z
  .strictObject({
    email: email.describe('The address to sign in with. Each account has a different address.'),
    displayName: text(100).describe(NAME),
    roles,
    memberId: optional(id).describe(WHO),
  })
  .meta({ id: 'NewUser', description: 'An account, as you send it.' });
export type NewUser = z.output<typeof NewUser>;

export const Invitation = z
  .object({
    url: z
      .string()
      .nullable()
      .describe('A link that works once. Null if the request is repeated with the same `Idempotency-Key`.'),
    expiresAt: instant.describe(
      'When the link expires, seven days after it was made. It also stops working after its first use.',
    ),
  })
  .meta({ id: 'Invitation', description: 'A link with which a user sets their own password.' });
export type Invitation = z.output<typeof Invitation>;

export const CreatedUser = z
  .object({
    user: User.describe('The account.'),
    temporaryPassword,
    invitation: Invitation.describe('The owner can set a password with this link instead of using the temporary one.'),
  })
  .meta({ id: 'CreatedUser', description: 'A new account, and what its owner needs to sign in for the first time.' });
export type CreatedUser = z.output<typeof CreatedUser>;

export const ResetPassword = z
  .object({ temporaryPassword })
  .meta({ id: 'ResetPassword', description: 'The password for the next sign-in of the user.' });

export const UserPath = z.strictObject({ id: idText });
