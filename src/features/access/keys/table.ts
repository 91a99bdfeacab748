import type { Generated } from 'kysely';
import type { KeyAccess } from '../../../permissions.ts';

export type ProgramKeyTable = {
  id: Generated<number>;
  userId: number;
  name: string;
  tokenHash: string;
  /** The last four characters of the token. */
  hint: string;
  /** The names of permissions, separated by spaces. */
  permissions: string;
  access: KeyAccess;
  createdAt: string;
  expiresAt: string;
  /** The last use, to the minute. */
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  endedAt: string | null;
  endedBy: number | null;
};
