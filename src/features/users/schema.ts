import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../lib/page.ts';
import { audited, email, filter, flagText, id, idText, instant, items, optional, text } from '../../lib/wire.ts';
import { PERMISSIONS, ROLES, type Permission, type Role } from '../../permissions.ts';

export const RoleName = z.enum(ROLES).meta({ id: 'RoleName', description: 'One of the 13 roles.' });

export const PermissionName = z.enum(PERMISSIONS as [Permission, ...Permission[]]).meta({ id: 'PermissionName' });

const roles = z
  .array(RoleName)
  .min(1)
  .max(ROLES.length)
  .overwrite((list) => ROLES.filter((role: Role) => list.includes(role)));

export const RoleDescription = z
  .object({ name: RoleName, description: z.string(), permissions: z.array(PermissionName) })
  .meta({ id: 'Role' });
export type RoleDescription = z.output<typeof RoleDescription>;

export const Roles = items(RoleDescription);

const temporaryPassword = z
  .string()
  .nullable()
  .meta({ description: 'Shown this once, usable for 72 hours. Null when the user got a password of their own.' });

export const User = z
  .object({
    id,
    email: z.string(),
    displayName: z.string(),
    roles: z.array(RoleName),
    memberId: id.nullable(),
    isActive: z.boolean(),
    mustChangePassword: z.boolean(),
    lastLoginAt: instant.nullable(),
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
  .strictObject({ email, displayName: text(100), roles, memberId: optional(id) })
  .meta({ id: 'NewUser' });
export type NewUser = z.output<typeof NewUser>;

export const Invitation = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({ description: 'A link for one use. Null in the repeated answer to the same key.' }),
    expiresAt: instant,
  })
  .meta({ id: 'Invitation', description: 'With which a user sets a password of their own.' });
export type Invitation = z.output<typeof Invitation>;

export const CreatedUser = z
  .object({ user: User, temporaryPassword, invitation: Invitation })
  .meta({ id: 'CreatedUser', description: 'A new account with what its owner needs for the first sign-in.' });
export type CreatedUser = z.output<typeof CreatedUser>;

export const ResetPassword = z.object({ temporaryPassword }).meta({ id: 'ResetPassword' });

export const UserPath = z.strictObject({ id: idText });
