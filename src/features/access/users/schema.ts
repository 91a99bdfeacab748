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
  .meta({ id: 'PermissionName', description: 'What an operation asks for in its `x-permission`.' });

const roles = z
  .array(RoleName)
  .min(1)
  .max(ROLES.length)
  .overwrite((list) => ROLES.filter((role: Role) => list.includes(role)))
  .describe('At least one.');

export const RoleDescription = z
  .object({
    name: RoleName,
    nameZh,
    description: z.string().describe('A sentence on what it is for.'),
    permissions: z.array(PermissionName).describe('What it allows.'),
  })
  .meta({ id: 'Role', description: 'A set of permissions.' });
export type RoleDescription = z.output<typeof RoleDescription>;

export const Roles = items(RoleDescription);

const temporaryPassword = z
  .string()
  .nullable()
  .describe('Shown this once, usable for 72 hours. Null when the user got a password of their own.');

const WHO = 'The member whose account it is; one has one account at most.';
const NAME = 'The name that others see.';

export const User = z
  .object({
    id,
    email: z.string().describe('The address to sign in with.'),
    displayName: z.string().describe(NAME),
    roles: z.array(RoleName).describe('What the account may do is what one of them allows.'),
    memberId: id.nullable().describe(WHO),
    isActive: z.boolean().describe('Whether it can sign in.'),
    mustChangePassword: z.boolean().describe('Whether the password is a temporary one; it blocks nothing by itself.'),
    lastLoginAt: instant.nullable().describe('The last sign-in; null before the first.'),
    ...audited,
  })
  .meta({ id: 'User', description: 'A staff account. No answer ever carries its password or a hash of it.' });
export type User = z.output<typeof User>;

export const UserPage = pageOf(User);
export type UserPage = z.output<typeof UserPage>;

export const UserQuery = pageQuery({
  sort: ['displayName', 'email', 'isActive', 'lastLoginAt', 'createdAt', 'modifiedAt', 'id'],
  filters: {
    search: searchIn('the name or e-mail address'),
    role: filter(RoleName, 'Only those with this role.'),
    isActive: filter(flagText, 'Only those that are, or are not, active.'),
  },
});
export type UserQuery = z.output<typeof UserQuery>;

export const NewUser = z
  .strictObject({
    email: email.describe('The address to sign in with; each account has one of its own.'),
    displayName: text(100).describe(NAME),
    roles,
    memberId: optional(id).describe(WHO),
  })
  .meta({ id: 'NewUser', description: 'An account as it is entered.' });
export type NewUser = z.output<typeof NewUser>;

export const Invitation = z
  .object({
    url: z.string().nullable().describe('A link for one use. Null in the repeated answer to the same key.'),
    expiresAt: instant.describe('When the link ends: after seven days, or with the first use.'),
  })
  .meta({ id: 'Invitation', description: 'With which a user sets a password of their own.' });
export type Invitation = z.output<typeof Invitation>;

export const CreatedUser = z
  .object({
    user: User.describe('The account.'),
    temporaryPassword,
    invitation: Invitation.describe('For its owner, instead of the password.'),
  })
  .meta({ id: 'CreatedUser', description: 'A new account with what its owner needs for the first sign-in.' });
export type CreatedUser = z.output<typeof CreatedUser>;

export const ResetPassword = z
  .object({ temporaryPassword })
  .meta({ id: 'ResetPassword', description: 'What the user signs in with next.' });

export const UserPath = z.strictObject({ id: idText });
