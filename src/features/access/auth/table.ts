import type { Generated } from 'kysely';

export type SignInTable = {
  id: Generated<number>;
  userId: number;
  createdAt: string;
  lastUsedAt: string;
  /** The sign-in ends 90 days after its beginning. Refresh tokens cannot extend it. */
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
