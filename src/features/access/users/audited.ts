import { ROLES, type Role } from '../../../permissions.ts';
import { type AuditedTable, flagOf, numbered } from '../../audit/audited.ts';

/** Returns roles as the audit log records them: a JSON list in a fixed order. Unknown roles come last. */
function rolesIn(text: string): string {
  const granted = JSON.parse(text) as string[];
  const known = ROLES.filter((role) => granted.includes(role));
  return JSON.stringify([...known, ...granted.filter((role) => !ROLES.includes(role as Role)).toSorted()]);
}

/**
 * Compares accounts with the audit log: their roles, whether they can sign in, their e-mail addresses and their names.
 */
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
