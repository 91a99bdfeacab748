import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../../db/columns.ts';
import type { Role } from '../../../permissions.ts';

export type RoleTable = {
  name: Role;
  nameZh: Generated<string | null>;
  description: string;
  sortOrder: number;
  /** Whether people with this role need a second factor. */
  requiresSecondFactor: Generated<Flag>;
};

export type UserTable = AuditedColumns & {
  id: Generated<number>;
  email: string;
  /** The e-mail address in lower case, which is unique. */
  emailKey: string;
  displayName: string;
  passwordHash: string;
  /** When a temporary password expires; null for a password that the user chose. */
  passwordExpiresAt: string | null;
  mustChangePassword: Flag;
  isActive: Generated<Flag>;
  lastLoginAt: Generated<string | null>;
};

export type UserRoleTable = { userId: number; role: Role };

export type UserInvitationTable = {
  id: Generated<number>;
  userId: number;
  tokenHash: string;
  createdAt: string;
  expiresAt: string;
  acceptedAt: Generated<string | null>;
  revokedAt: Generated<string | null>;
  createdBy: number | null;
};
