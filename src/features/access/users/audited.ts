import { ROLES, type Role } from '../../../permissions.ts';
import { type AuditedTable, flagOf, numbered } from '../../audit/audited.ts';

/** Roles in the order in which entries of the audit log have them; one that is none of ours stands at the end. */
function rolesIn(text: string): string {
  const granted = JSON.parse(text) as string[];
  const known = ROLES.filter((role) => granted.includes(role));
  return JSON.stringify([...known, ...granted.filter((role) => !ROLES.includes(role as Role)).toSorted()]);
}

/** What of an account is held against the audit log: what it may do, whether it can sign in, and whose it is. */
export const auditedUsers: AuditedTable = {
  ...numbered('User'),
  table: 'users',
  columns: ['email', 'displayName', 'isActive', 'createdBy'],
  derived: { roles: `(select json_group_array("role") from "userRoles" where "userId" = "users"."id")` },
  figuresOf: ({ email, displayName, isActive, roles }) => ({
    roles: typeof roles === 'string' ? rolesIn(roles) : roles,
    isActive: flagOf(isActive),
    email,
    displayName,
  }),
};
