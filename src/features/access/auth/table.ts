import type { Generated } from 'kysely';

export type SignInTable = {
  id: Generated<number>;
  userId: number;
  createdAt: string;
  lastUsedAt: string;
  /** 90 days after the sign-in began. Refresh tokens cannot extend this time. */
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
  /** When the token was exchanged for its successor; null before that. */
  rotatedAt: Generated<string | null>;
  revokedAt: Generated<string | null>;
};
