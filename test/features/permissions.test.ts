import { expect, test } from 'vitest';
import { can, PERMISSIONS, permissionsOf, permissionsOfAll, type Role, ROLES } from '../../src/permissions.ts';

/** The permission table of the contract. It is repeated here so that the test fails if only the program changes. */
const EXPECTED: Record<string, string> = {
  'users.manage': '',
  'members.read': 'admin pastor elder deacon treasurer finance offering_counter ministry_leader secretary',
  'members.write': 'admin secretary',
  'members.add': 'admin secretary treasurer finance offering_counter',
  'giving.read': 'treasurer finance auditor',
  'giving.write': 'treasurer finance offering_counter',
  'giving.manage': 'treasurer finance',
  'meals.read': 'admin pastor elder deacon treasurer finance offering_counter ministry_leader secretary',
  'meals.write': 'admin deacon offering_counter secretary',
  'expenses.submit':
    'admin pastor elder deacon treasurer finance offering_counter expense_approver ministry_leader secretary member',
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

test('there are thirteen roles', () => {
  expect(ROLES).toHaveLength(13);
});

test.each(Object.entries(EXPECTED))('%s is held by super_admin and: %s', (permission, roles) => {
  const holders = ROLES.filter((role) => permissionsOf(role).some((one) => one === permission));
  expect(holders).toEqual(['super_admin', ...ROLES.filter((role) => roles.split(' ').includes(role))]);
});

test('no permission is missing from the table', () => {
  expect(PERMISSIONS.toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
});

test('a user with several roles has the permissions of every role', () => {
  const roles: Role[] = ['secretary', 'auditor'];
  const actor = { kind: 'user', id: 1, name: 'x', roles, permissions: permissionsOfAll(roles), signInId: 1 } as const;
  expect(can(actor, 'members.write')).toBe(true);
  expect(can(actor, 'audit.read')).toBe(true);
  expect(can(actor, 'giving.manage')).toBe(false);
});

test('an actor without a role may do nothing', () => {
  expect(PERMISSIONS.filter((permission) => can({ kind: 'anonymous', name: 'x' }, permission))).toEqual([]);
});
