/**
 * Who may do what: the permissions, the thirteen roles, and the one table that connects them. A role is a set of
 * permissions, and a user has a set of roles.
 */
export const ROLES = [
  'super_admin',
  'admin',
  'pastor',
  'elder',
  'deacon',
  'treasurer',
  'finance',
  'offering_counter',
  'expense_approver',
  'ministry_leader',
  'secretary',
  'auditor',
  'member',
] as const;

export type Role = (typeof ROLES)[number];

const READERS_OF_PEOPLE: readonly Role[] = [
  'admin',
  'pastor',
  'elder',
  'deacon',
  'treasurer',
  'finance',
  'offering_counter',
  'ministry_leader',
  'secretary',
];

/** Permission -> the roles that have it. super_admin has every permission and is not listed here. */
const MATRIX = {
  'users.manage': [],
  'members.read': READERS_OF_PEOPLE,
  'members.write': ['admin', 'secretary'],
  'members.add': ['admin', 'secretary', 'treasurer', 'finance', 'offering_counter'],
  'giving.read': ['treasurer', 'finance', 'auditor'],
  'giving.write': ['treasurer', 'finance', 'offering_counter'],
  'giving.manage': ['treasurer', 'finance'],
  'meals.read': READERS_OF_PEOPLE,
  'meals.write': ['admin', 'deacon', 'offering_counter', 'secretary'],
  'expenses.submit': ROLES.filter((role) => role !== 'auditor'),
  'expenses.readAll': ['elder', 'treasurer', 'finance', 'expense_approver', 'auditor'],
  'expenses.approve': ['elder', 'treasurer', 'expense_approver'],
  'finance.manage': ['treasurer', 'finance'],
  'reports.read': ['elder', 'treasurer', 'finance', 'auditor'],
  'statements.manage': ['treasurer', 'finance'],
  'statements.reopen': ['treasurer'],
  'profile.read': ['admin', 'pastor', 'secretary', 'treasurer', 'finance'],
  'profile.write': ['admin'],
  'notifications.manage': ['admin'],
  'audit.read': ['auditor'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof MATRIX;

export const PERMISSIONS = Object.keys(MATRIX) as Permission[];

/** Returns the permissions of a role. */
export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => holds(role, permission));
}

function holds(role: Role, permission: Permission): boolean {
  const holders: readonly Role[] = MATRIX[permission];
  return role === 'super_admin' || holders.includes(role);
}

/** Returns the permissions of these roles. All users with these roles share the set, so it must not be changed. */
export function permissionsOfAll(roles: readonly Role[]): ReadonlySet<Permission> {
  const key = roles.join(' ');
  let permissions = unions.get(key);
  if (!permissions) {
    permissions = new Set(roles.flatMap(permissionsOf));
    unions.set(key, permissions);
  }
  return permissions;
}

/**
 * The permissions of each combination of roles that `permissionsOfAll` has seen. The key is the roles, separated by
 * spaces.
 */
const unions = new Map<string, ReadonlySet<Permission>>();

/** Whether a key for a program may change anything. */
export type KeyAccess = 'ReadOnly' | 'ReadWrite';

/** Who acts: a signed-in user or a program with a key of theirs, the person at the command line, the service itself, or an unknown caller. */
export type Actor =
  | {
      kind: 'user';
      id: number;
      name: string;
      roles: readonly Role[];
      permissions: ReadonlySet<Permission>;
      signInId: number;
      /** The person needs a second factor and has not set it up. Until then they may only do that. */
      mustSetUpSecondFactor?: boolean;
      /** A program acts with this key of the user. Its `permissions` are then those of the key that the user has now. */
      key?: { id: number; name: string; access: KeyAccess };
    }
  | { kind: 'cli'; name: string }
  | { kind: 'system'; name: string }
  | { kind: 'anonymous'; name: string };

/** True if the actor has the permission. The command line and the service itself have every permission. */
export function can(actor: Actor, permission: Permission): boolean {
  if (actor.kind === 'user') return actor.permissions.has(permission);
  return actor.kind === 'cli' || actor.kind === 'system';
}
