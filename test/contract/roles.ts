/**
 * The permission table of the contract. It is a separate copy, so that the tests can check the program’s own list
 * against it.
 */

/** Every role except super_admin, which has all permissions. */
export const ROLES =
  'admin pastor elder deacon treasurer finance offering_counter expense_approver ministry_leader secretary auditor member'.split(
    ' ',
  );

const MEMBER_READERS = 'admin pastor elder deacon treasurer finance offering_counter ministry_leader secretary';

const GRANTS = {
  'users.manage': '',
  'members.read': MEMBER_READERS,
  'members.write': 'admin secretary',
  'members.add': 'admin secretary treasurer finance offering_counter',
  'giving.read': 'treasurer finance auditor',
  'giving.write': 'treasurer finance offering_counter',
  'giving.manage': 'treasurer finance',
  'meals.read': MEMBER_READERS,
  'meals.write': 'admin deacon offering_counter secretary',
  'expenses.submit': ROLES.filter((role) => role !== 'auditor').join(' '),
  'expenses.readAll': 'elder treasurer finance expense_approver auditor',
  'expenses.approve': 'elder treasurer expense_approver',
  'finance.manage': 'treasurer finance',
  'reports.read': 'elder treasurer finance auditor',
  'statements.manage': 'treasurer finance',
  'statements.reopen': 'treasurer',
  'profile.read': 'admin pastor secretary treasurer finance',
  'profile.write': 'admin',
  'notifications.manage': 'admin',
  'audit.read': 'auditor',
};

export type Permission = keyof typeof GRANTS;

export const PERMISSIONS = Object.keys(GRANTS) as Permission[];

/** True if the table gives this permission to this role. */
export const may = (role: string, permission: Permission): boolean =>
  role === 'super_admin' || GRANTS[permission].split(' ').includes(role);

/** Returns the roles that have this permission, except super_admin, which always has it. */
export const holders = (permission: Permission): string[] => ROLES.filter((role) => may(role, permission));

/** Returns the roles that do not have this permission. */
export const others = (permission: Permission): string[] => ROLES.filter((role) => !may(role, permission));
