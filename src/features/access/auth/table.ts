import type { Generated } from 'kysely';

export type SignInTable = {
  id: Generated<number>;
  userId: number;
  createdAt: string;
  lastUsedAt: string;
  /** At the latest 90 days after sign-in, whatever the refresh tokens say. */
  expiresAt: string;
  userAgent: string | null;
  ipAddress: string | null;
  revokedAt: Generated<string | null>;
};

export type RefreshTokenTable = {
  id: Generated<number>;
  signInId: number;
  tokenHash: string;
  createdAt: string;
  expiresAt: string;
  /** Set when the token was exchanged for its successor. */
  rotatedAt: Generated<string | null>;
  revokedAt: Generated<string | null>;
};
