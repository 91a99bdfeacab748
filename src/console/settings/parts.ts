/** The parts of the settings, and which permissions each needs. */
import type { Me, Permission } from '../session/session.ts';

/** Whoever has one of the permissions sees the part. */
export const PARTS = {
  church: ['profile.read'],
  users: ['users.manage'],
  roles: ['users.manage'],
  secondFactor: ['users.manage'],
  categories: ['giving.manage', 'giving.read'],
  funds: ['statements.manage', 'reports.read'],
  accounts: ['reports.read'],
  opening: ['reports.read'],
  priorFigures: ['reports.read'],
  income: ['reports.read'],
  expenseKinds: ['finance.manage', 'reports.read'],
  ministries: ['finance.manage', 'reports.read'],
  limits: ['expenses.readAll'],
  mail: ['users.manage'],
  backups: ['users.manage'],
  webhooks: ['users.manage'],
  audit: ['audit.read'],
  service: ['profile.read', 'audit.read'],
} as const satisfies Record<string, readonly Permission[]>;

export type Part = keyof typeof PARTS;

/** Returns the parts that an account sees, in the order of the list. */
export function partsOf({ permissions }: Pick<Me, 'permissions'>): Part[] {
  return (Object.keys(PARTS) as Part[]).filter((part) => PARTS[part].some((one) => permissions.includes(one)));
}
